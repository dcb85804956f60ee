//! Compiles in facts about the company from `company.json`: the facts for emails, its towns, and
//! its time zone. An unknown time zone fails the build.

use std::{env, error::Error, fs, path::Path};

use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../company.json");
    println!("cargo::rerun-if-changed=migrations");
    let company: Value = serde_json::from_str(&fs::read_to_string("../company.json")?)?;
    let missing = |name| format!("company.json: {name} is missing");
    let text = |value: &Value, name| {
        let text = value[name].as_str().map(str::to_owned);
        text.ok_or_else(|| missing(name))
    };
    let number = |value: &Value, name| value[name].as_u64().ok_or_else(|| missing(name));
    let folder = env::var("OUT_DIR")?;
    let zone = text(&company, "timeZone")?;
    let file = Path::new(&folder).join("time_zone.rs");
    fs::write(file, format!("jiff::tz::get!({zone:?})"))?;
    let hours = &company["hours"];
    let words = format!(
        "{} to {}, {} to {}",
        text(hours, "from")?,
        text(hours, "to")?,
        hour(number(hours, "opens")?),
        hour(number(hours, "closes")?)
    );
    let facts = format!(
        "/// The company's number.
         pub const PHONE: &str = {:?};
         /// The phone number for emergencies, at any hour. It may be the main number.
         pub const EMERGENCY_PHONE: &str = {:?};
         /// When somebody answers a call about an emergency.
         pub const EMERGENCY_HOURS: &str = {:?};
         /// The hours within which the site promises a call.
         pub const REPLY_WITHIN_HOURS: u32 = {};
         pub const HOURS: &str = {:?};
         /// The working days, as numbers (0 is Monday).
         pub const WORKING_DAYS: &[i8] = &{:?};
         pub const OPENS: i8 = {};
         pub const CLOSES: i8 = {};
         pub const TOWNS: &[&str] = &{:?};",
        text(&company, "phone")?,
        text(&company, "emergencyPhone").or_else(|_| text(&company, "phone"))?,
        match &company["emergencyService"] {
            Value::Bool(false) => &*words,
            _ => "at any hour of the day or night",
        },
        number(&company, "replyWithinHours")?,
        words,
        working_days(&text(hours, "from")?, &text(hours, "to")?),
        number(hours, "opens")?,
        number(hours, "closes")?,
        towns(&company).collect::<Vec<_>>(),
    );
    Ok(fs::write(Path::new(&folder).join("company.rs"), facts)?)
}

/// Returns the weekdays from one to another, as numbers (0 is Monday).
fn working_days(from: &str, to: &str) -> Vec<usize> {
    let days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday";
    let at = |day| days.split(' ').position(|it| it == day);
    (at(from).unwrap_or(0)..=at(to).unwrap_or(6)).collect()
}

fn towns(company: &Value) -> impl Iterator<Item = &str> {
    let areas = company["areas"].as_array().into_iter().flatten();
    areas.flat_map(|area| {
        let city = (area["kind"] == "city").then(|| &area["name"]);
        let towns = area["towns"].as_array().into_iter().flatten();
        city.into_iter().chain(towns).filter_map(Value::as_str)
    })
}

/// Formats an hour of the day as the company's customers write it: `8 AM`.
fn hour(hour: u64) -> String {
    let half = if hour % 24 < 12 { "AM" } else { "PM" };
    format!("{} {half}", (hour + 11) % 12 + 1)
}
