//! Compiles in the company's promise from `company.json`.

use std::{env, error::Error, fs};

use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../company.json");
    let company: Value = serde_json::from_str(&fs::read_to_string("../company.json")?)?;
    let hours = company["replyWithinHours"].as_u64();
    let hours = hours.ok_or("company.json: replyWithinHours is missing")?;
    let file = env::var("OUT_DIR")? + "/reply_within_hours.rs";
    Ok(fs::write(file, hours.to_string())?)
}
