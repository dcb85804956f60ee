//! What was done to a lead, in words.

use chrono::{DateTime, Utc};

use crate::{
    config::time_zone,
    leads::audit::{Record, UNDONE},
};

/// Describes in a few words what was done.
pub(super) fn words(record: &Record) -> String {
    let status = |status: &Option<String>| status.as_deref().unwrap_or_default().to_owned();
    let (old, new) = (status(&record.old_status), status(&record.new_status));
    let detail = record.detail.as_deref();
    match (&*record.what, &*new) {
        ("read", _) => "Opened".to_owned(),
        ("call", _) if detail == Some(UNDONE) => "Call taken back".to_owned(),
        ("call", "no-answer") => "Called, nobody answered".to_owned(),
        ("call", "called") if old != new => "Reached".to_owned(),
        ("call", _) => "Called".to_owned(),
        ("status", "new") => "New again".to_owned(),
        ("status", "called") => "Reached".to_owned(),
        ("status", "no-answer") => "Nobody answered".to_owned(),
        ("status", "quoted") => amount("Quoted", detail),
        ("status", "won") => amount("Won", detail),
        ("status", "lost") | ("lost-reason", _) => lost(detail),
        ("next", _) => match detail.and_then(time) {
            Some(next_at) => format!("Comes back {}", time_zone::moment(next_at)),
            None => "Done".to_owned(),
        },
        ("amount", _) => {
            match detail.map(|detail| detail.split_once(' ').unwrap_or((detail, ""))) {
                Some((column, "")) => format!("{} amount removed", capitalized(column)),
                Some((column, dollars)) => amount(&capitalized(column), Some(dollars)),
                None => "Amount changed".to_owned(),
            }
        }
        ("visit", _) => visit(detail),
        ("taken", _) => match detail {
            Some(by) => format!("Taken by {by}"),
            None => "Taken by nobody".to_owned(),
        },
        ("note", _) => "Note changed".to_owned(),
        ("entered", _) => "Entered from a call".to_owned(),
        ("photo", _) => "Photograph added".to_owned(),
        ("photo-removed", _) => "Photograph removed".to_owned(),
        ("customer", _) => "Marked as a customer".to_owned(),
        ("spam", _) => "Marked as spam".to_owned(),
        ("unsure", _) => "Marked as maybe spam".to_owned(),
        ("mail-retry", _) => "Mail sent again".to_owned(),
        ("person-export", _) => "Data of this person downloaded".to_owned(),
        ("webhook-replay", _) => "Webhook sent again".to_owned(),
        _ => record.what.clone(),
    }
}

fn amount(word: &str, dollars: Option<&str>) -> String {
    match dollars {
        Some(dollars) => format!("{word} ${}", with_commas(dollars)),
        None => word.to_owned(),
    }
}

/// Formats `1234567` as `1,234,567`.
fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn lost(reason: Option<&str>) -> String {
    let reason = match reason {
        Some("price") => "the price",
        Some("late") => "we were too late",
        Some("elsewhere") => "went elsewhere",
        Some("not-ours") => "not our work",
        _ => return "Lost".to_owned(),
    };
    format!("Lost: {reason}")
}

/// The detail is a time, and perhaps the person who goes.
fn visit(detail: Option<&str>) -> String {
    let Some(detail) = detail else {
        return "No visit".to_owned();
    };
    let (at, by) = detail.split_once(' ').unwrap_or((detail, ""));
    match (time(at).map(time_zone::moment), by) {
        (None, _) => "Visit".to_owned(),
        (Some(at), "") => format!("Visit: {at}"),
        (Some(at), by) => format!("Visit: {at}, {by}"),
    }
}

fn time(text: &str) -> Option<DateTime<Utc>> {
    let time = DateTime::parse_from_rfc3339(text).ok()?;
    Some(time.to_utc())
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::with_commas;

    #[test]
    fn thousands_have_commas() {
        for (digits, text) in [
            ("0", "0"),
            ("850", "850"),
            ("1850", "1,850"),
            ("1234567", "1,234,567"),
        ] {
            assert_eq!(with_commas(digits), text);
        }
    }
}
