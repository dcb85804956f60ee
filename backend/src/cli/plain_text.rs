//! Formats leads for a terminal.

use crate::company::time_zone::minute;
use chrono::{DateTime, Utc};
use validator_wasm::PLACEHOLDER_EMAIL;

/// Removes control characters, which would let a visitor's text control the owner's terminal.
pub fn strip_control_chars(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Formats a lead in one line: time, name, phone number, and email address.
pub fn heading(created_at: DateTime<Utc>, full_name: &str, phone: &str, email: &str) -> String {
    let email = match email {
        PLACEHOLDER_EMAIL => "no email",
        email => email,
    };
    format!(
        "{}  {}  {}  {}",
        minute(created_at),
        strip_control_chars(full_name),
        strip_control_chars(phone),
        strip_control_chars(email),
    )
}

pub fn count(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}
