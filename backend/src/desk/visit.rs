//! A visit as a calendar file (iCalendar, RFC 5545).

use chrono::{DateTime, TimeDelta, Utc};
use validator_wasm::company::{DOMAIN, NAME};

use crate::{
    config::{company::CLOSES, time_zone},
    database::desk_status::Status,
    leads::lead_records::LeadRecord,
};

/// The most bytes of a line (RFC 5545, section 3.1).
const MAX_LINE_BYTES: usize = 75;

/// Formats the visit of a lead; `None` if none is agreed. It lasts an hour; the work of an order
/// lasts until the end of the working day.
pub fn calendar(lead: &LeadRecord) -> Option<String> {
    let begins = lead.state.visit_at?;
    let mut ends = begins + TimeDelta::hours(1);
    if lead.state.status == Status::Won.name() {
        let closing = time_zone::at_hour(time_zone::day(begins), CLOSES);
        ends = ends.max(closing.unwrap_or(ends));
    }
    let form = &lead.estimate;
    let service = Some(form.service.trim()).filter(|service| !service.is_empty());
    let summary = format!("{}: {}", service.unwrap_or("Visit"), form.first_name);
    let mut notes = vec![&*form.phone];
    notes.extend(lead.state.visit_by.as_deref());
    notes.extend([&*form.message, &lead.state.note]);
    notes.retain(|text| !text.trim().is_empty());
    let changed_at = lead.changed_at.unwrap_or(lead.lead.created_at);
    let lines = [
        ("BEGIN", "VCALENDAR".to_owned()),
        ("VERSION", "2.0".to_owned()),
        ("PRODID", format!("-//{}//Desk//EN", escaped(NAME))),
        ("METHOD", "PUBLISH".to_owned()),
        ("BEGIN", "VEVENT".to_owned()),
        // The same event, however often it is opened: a calendar updates its entry.
        ("UID", format!("{}@{DOMAIN}", lead.lead.id)),
        ("SEQUENCE", lead.version.to_string()),
        ("DTSTAMP", utc(changed_at)),
        ("DTSTART", utc(begins)),
        ("DTEND", utc(ends)),
        ("SUMMARY", escaped(&summary)),
        ("LOCATION", escaped(&form.address)),
        ("DESCRIPTION", escaped(&notes.join("\n"))),
        ("END", "VEVENT".to_owned()),
        ("END", "VCALENDAR".to_owned()),
    ];
    let lines = lines.map(|(name, value)| folded(&format!("{name}:{value}")));
    Some(lines.concat())
}

fn utc(time: DateTime<Utc>) -> String {
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text as a value (RFC 5545, section 3.3.11). Control characters that it may not contain become spaces.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for character in text.replace("\r\n", "\n").chars() {
        match character {
            '\n' => value.push_str("\\n"),
            '\\' | ';' | ',' => value.extend(['\\', character]),
            character if character.is_control() => {
                if !value.ends_with(' ') && !value.ends_with("\\n") {
                    value.push(' ');
                }
            }
            character => value.push(character),
        }
    }
    value
}

/// Folds a line that is too long: it continues on lines that begin with a space.
fn folded(line: &str) -> String {
    let mut text = String::with_capacity(line.len() + 2);
    let mut bytes = 0;
    for character in line.chars() {
        if bytes + character.len_utf8() > MAX_LINE_BYTES {
            text.push_str("\r\n ");
            bytes = 1;
        }
        text.push(character);
        bytes += character.len_utf8();
    }
    text.push_str("\r\n");
    text
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE_BYTES, escaped, folded};

    #[test]
    fn what_has_a_meaning_in_the_file_is_escaped() {
        assert_eq!(
            escaped("12 Oak St; Decatur, GA\\\r\nBEGIN:VALARM\n\u{7}\rend"),
            "12 Oak St\\; Decatur\\, GA\\\\\\nBEGIN:VALARM\\nend"
        );
        assert_eq!(
            escaped("12 Oak Street\tDecatur\u{b}GA"),
            "12 Oak Street Decatur GA"
        );
    }

    #[test]
    fn a_long_line_is_folded_between_characters() {
        for text in ["x".repeat(400), "樹".repeat(100), "é".repeat(200)] {
            let line = format!("SUMMARY:{text}");
            let folded = folded(&line);
            for part in folded.split_terminator("\r\n") {
                assert!(part.len() <= MAX_LINE_BYTES, "{part}");
            }
            assert_eq!(folded.replace("\r\n ", "").trim_end(), line);
        }
        assert_eq!(folded("END:VEVENT"), "END:VEVENT\r\n");
    }
}
