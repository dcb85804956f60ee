//! Compiles the company's time zone in, by its name in `company.json`: a name that no zone has fails
//! the build.

use std::{env, error::Error, fs, path::Path};

use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../company.json");
    let company: Value = serde_json::from_str(&fs::read_to_string("../company.json")?)?;
    let name = company["timeZone"]
        .as_str()
        .ok_or("company.json: timeZone is missing")?;
    let file = Path::new(&env::var("OUT_DIR")?).join("time_zone.rs");
    Ok(fs::write(file, format!("jiff::tz::get!({name:?})"))?)
}
