//! Parses the values of options. An error names a valid form.

use crate::{company::time_zone, config::MAX_DAYS};
use chrono::{DateTime, Utc};
use jiff::civil::Date;
use uuid::Uuid;

/// Parses a day as the time at which it begins in the company's time zone.
pub fn day(text: &str) -> Result<DateTime<Utc>, String> {
    Date::strptime("%Y-%m-%d", text)
        .ok()
        .and_then(time_zone::start_of)
        .ok_or_else(|| "write a day as year-month-day, such as 2026-11-01".to_owned())
}

pub fn days(text: &str) -> Result<u32, String> {
    number(text, MAX_DAYS)
}

pub fn limit(text: &str) -> Result<u32, String> {
    number(text, 1_000_000_000)
}

fn number(text: &str, most: u32) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("write a whole number from 1 to {most}"))
}

pub fn mail_id(text: &str) -> Result<Uuid, String> {
    text.parse().map_err(|_| {
        "copy the 36 characters after `email` or `webhook` in the list, such as \
         01a20319-b113-7023-b0b5-e62792ba10f1"
            .to_owned()
    })
}
