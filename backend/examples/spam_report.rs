//! Prints what the spam score makes of the labelled samples: catch rate, false positives, points by
//! sign, and what it judges wrongly.
//!
//! ```sh
//! cargo run -p backend --example spam_report
//! ```

#[path = "../tests/spam/report.rs"]
mod report;

fn main() -> serde_json::Result<()> {
    let samples = report::samples()?;
    print!("{}", report::Report::of(&samples));
    Ok(())
}
