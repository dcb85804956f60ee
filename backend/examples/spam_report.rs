//! Prints the results of the spam score for the labelled samples: catch rate, false positives,
//! points by signal, and the wrong results.
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
