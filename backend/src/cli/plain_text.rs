//! How leads are shown on a terminal.

use chrono::{DateTime, Utc};
use validator_wasm::PLACEHOLDER_EMAIL;

/// Without the control characters that would let a visitor's text steer the owner's terminal.
pub fn strip_control_chars(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A point in time, to the minute.
pub fn minute(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// A lead in one line: when, who, and how to reach them.
pub fn heading(created_at: DateTime<Utc>, full_name: &str, phone: &str, email: &str) -> String {
    let email = match email {
        PLACEHOLDER_EMAIL => "no e-mail",
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

/// A number of things, in words: `1 mail`, `2 mails`.
pub fn count(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}
