//! Appointments as a calendar file (iCalendar, RFC 5545).

use chrono::{DateTime, Utc};
use lead_log::{Appointment, End};
use validator_wasm::company::{DOMAIN, NAME};

use crate::leads::lead_records::LeadRecord;

/// The maximum length of a line, in bytes (RFC 5545, section 3.1).
const MAX_LINE_BYTES: usize = 75;

pub const MEDIA_TYPE: &str = "text/calendar; charset=utf-8";

/// The interval at which a subscribed calendar program looks for changes.
const REFRESH: &str = "PT15M";

/// Formats the appointments of leads as a calendar.
pub fn calendar(leads: &[LeadRecord]) -> String {
    let head = [
        ("BEGIN", "VCALENDAR".to_owned()),
        ("VERSION", "2.0".to_owned()),
        ("PRODID", format!("-//{}//Desk//EN", escaped(NAME))),
        ("X-WR-CALNAME", escaped(&format!("Visits, {NAME}"))),
        ("REFRESH-INTERVAL;VALUE=DURATION", REFRESH.to_owned()),
        ("X-PUBLISHED-TTL", REFRESH.to_owned()),
    ];
    let events = leads.iter().flat_map(|lead| {
        let all = lead.appointments.iter();
        all.flat_map(move |it| event(lead, it))
    });
    let lines = head
        .into_iter()
        .chain(events)
        .chain([("END", "VCALENDAR".to_owned())]);
    lines
        .map(|(name, value)| folded(&format!("{name}:{value}")))
        .collect()
}

/// Returns the lines of an appointment. One that is over has no alarm, and one that was called off is cancelled.
fn event(lead: &LeadRecord, appointment: &Appointment) -> Vec<(&'static str, String)> {
    let form = &lead.estimate;
    let service = Some(form.service.trim()).filter(|service| !service.is_empty());
    let summary = format!("{}: {}", service.unwrap_or("Visit"), form.first_name);
    let mut notes = vec![&*form.phone];
    notes.extend(appointment.crew.as_deref());
    notes.extend([&*form.message, &lead.state.note]);
    notes.retain(|text| !text.trim().is_empty());
    let changed_at = lead.changed_at.unwrap_or(lead.lead.created_at);
    let status = match appointment.ended {
        Some(End::CalledOff) => "CANCELLED",
        _ => "CONFIRMED",
    };
    let mut lines = vec![
        ("BEGIN", "VEVENT".to_owned()),
        // The id stays the same, so that a calendar program updates its entry.
        ("UID", format!("{}@{DOMAIN}", appointment.id)),
        ("SEQUENCE", lead.events.to_string()),
        ("DTSTAMP", utc(changed_at)),
        ("DTSTART", utc(appointment.from)),
        ("DTEND", utc(appointment.to)),
        ("STATUS", status.to_owned()),
        ("SUMMARY", escaped(&summary)),
        ("LOCATION", escaped(&form.address)),
        ("DESCRIPTION", escaped(&notes.join("\n"))),
    ];
    if appointment.ended.is_none() {
        lines.extend([
            ("BEGIN", "VALARM".to_owned()),
            ("ACTION", "DISPLAY".to_owned()),
            ("DESCRIPTION", escaped(&summary)),
            ("TRIGGER", "-PT1H".to_owned()),
            ("END", "VALARM".to_owned()),
        ]);
    }
    lines.push(("END", "VEVENT".to_owned()));
    lines
}

fn utc(time: DateTime<Utc>) -> String {
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a text as a value (RFC 5545, section 3.3.11). Disallowed control characters become spaces.
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

/// Folds a long line: it continues on lines that begin with a space.
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
