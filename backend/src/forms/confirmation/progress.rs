//! The progress of a request, in words for its visitor.

use chrono::{DateTime, TimeDelta, Utc};

use lead_log::{Appointment, End, Purpose, Status, Why};

use super::call_time::day_name;
use crate::{
    company::time_zone::{clock, day},
    database::text_enum::text_enum,
    leads::{lead_records::LeadRecord, log::Reader},
};

/// How long a visit is shown after its time.
const VISIT_SHOWN: TimeDelta = TimeDelta::hours(1);

/// The local parts of mailboxes that several people share.
const SHARED: [&str; 7] = [
    "admin", "contact", "desk", "hello", "info", "office", "owner",
];

text_enum! {
    /// How far a request is. The page has texts for each (`app/src/routes/contact/sent/content.ts`).
    pub enum Step {
        /// An emergency whose visitor nobody has reached yet.
        Emergency = "emergency",
        New = "new",
        NoAnswer = "no-answer",
        Called = "called",
        /// The time of the visit is over, and there is no estimate yet.
        Visited = "visited",
        Estimate = "estimate",
        /// The estimate can be accepted on the page.
        Offered = "offered",
        Ordered = "ordered",
        /// The day of the work.
        Day = "day",
        /// The work is done, or its day is over.
        Done = "done",
        /// The visitor did not order.
        Closed = "closed",
        /// The token is no longer valid.
        Ended = "ended",
    }
}

impl Step {
    pub fn of(lead: &LeadRecord, now: DateTime<Utc>) -> Self {
        let all = &lead.appointments;
        let last = |purpose| {
            let counts = |it: &&Appointment| it.ended.is_none_or(|how| how == End::Done);
            all.iter().filter(counts).rfind(|it| it.purpose == purpose)
        };
        // Nobody may have recorded yet that somebody was there.
        let is_over = |it: &Appointment| it.ended.is_some() || it.to <= now;
        let is_day = all.iter().any(|it| {
            it.purpose == Purpose::Work && it.ended.is_none() && day(it.from) == day(now)
        });
        match Status::named(&lead.state.status) {
            Some(Status::Called) if last(Purpose::Estimate).is_some_and(is_over) => Self::Visited,
            Some(Status::Called) => Self::Called,
            Some(Status::Quoted) => Self::Estimate,
            Some(Status::Won) if lead.state.next_at.is_none() => Self::Done,
            Some(Status::Won) if last(Purpose::Work).is_some_and(is_over) => Self::Done,
            Some(Status::Won) if is_day => Self::Day,
            Some(Status::Won) => Self::Ordered,
            Some(Status::Lost) => Self::Closed,
            // Spam is told nothing.
            _ if lead.estimate.is_emergency() => Self::Emergency,
            Some(Status::NoAnswer) => Self::NoAnswer,
            _ => Self::New,
        }
    }

    /// Whether nobody has spoken with the visitor.
    pub fn is_unreached(self) -> bool {
        matches!(self, Self::Emergency | Self::New | Self::NoAnswer)
    }
}

/// Returns who read the request first, and when: `Jonah read this at 7:42 AM`.
pub fn read(reader: &Reader, now: DateTime<Utc>) -> String {
    let name = first_name(&reader.who);
    let (read_on, today) = (day(reader.at), day(now));
    let day = if read_on == today {
        String::new()
    } else {
        format!("{} ", day_name(read_on, today))
    };
    format!("{name} read this {day}at {}", clock(reader.at))
}

/// Returns when the visit is: `on Thursday at 9 AM`. `None` after the visit.
pub fn visit(at: DateTime<Utc>, now: DateTime<Utc>) -> Option<String> {
    let day = day_name(day(at), day(now));
    (now - at < VISIT_SHOWN).then(|| format!("{day} at {}", clock(at)))
}

/// Returns what an appointment is instead of, and why: `instead of Thursday: rain`.
pub fn instead(appointment: &Appointment) -> Option<String> {
    let Appointment { was, from, why, .. } = *appointment;
    let was = was.filter(|it| *it != from)?;
    let (old, new) = (day(was), day(from));
    let old = match (new - old).get_days() {
        0 => clock(was),
        -6..=6 => old.strftime("%A").to_string(),
        _ => old.strftime("%A, %B %-d").to_string(),
    };
    let why = match why {
        Some(Why::Rain) => ": rain",
        Some(Why::Customer) => ", as you asked",
        Some(Why::Crew) => ": our crew is held up",
        None => "",
    };
    Some(format!("instead of {old}{why}"))
}

/// Returns the first name in an address of the desk.
fn first_name(address: &str) -> String {
    let mut words = address.split(|it: char| !it.is_alphabetic());
    let name = words.next().unwrap_or_default();
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !SHARED.contains(&&*name.to_lowercase()) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => "We".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use lead_log::{Purpose, Why};
    use serde_json::json;
    use uuid::Uuid;

    use super::{first_name, read, visit};
    use crate::{company::time_zone::at_hour, leads::log::Reader};

    /// Returns the time of a full hour on a day of June 2026, which begins with a Monday.
    fn june(day: i8, hour: i8) -> DateTime<Utc> {
        at_hour(jiff::civil::date(2026, 6, day), hour).unwrap()
    }

    #[test]
    fn a_reading_has_its_time_and_day() {
        let reader = Reader {
            who: "jonah@tree-care.example".to_owned(),
            at: june(2, 7) + TimeDelta::minutes(42),
        };
        for (now, told) in [
            (june(2, 8), "Jonah read this at 7:42 AM"),
            (june(3, 0), "Jonah read this yesterday at 7:42 AM"),
            (june(5, 9), "Jonah read this on Tuesday at 7:42 AM"),
            (june(9, 6), "Jonah read this on Tuesday, June 2 at 7:42 AM"),
        ] {
            assert_eq!(read(&reader, now), told);
        }
    }

    #[test]
    fn a_visit_is_shown_until_an_hour_after_its_time() {
        let at = june(11, 9);
        for (now, told) in [
            (june(1, 12), Some("on Thursday, June 11 at 9 AM")),
            (june(5, 12), Some("on Thursday at 9 AM")),
            (june(10, 12), Some("tomorrow at 9 AM")),
            (june(11, 8), Some("today at 9 AM")),
            (at + TimeDelta::minutes(59), Some("today at 9 AM")),
            (at + TimeDelta::hours(1), None),
        ] {
            assert_eq!(visit(at, now).as_deref(), told);
        }
    }

    #[test]
    fn an_appointment_that_was_moved_names_its_earlier_time_and_why() {
        let instead = |was, why| {
            let (id, purpose, from) = (Uuid::nil(), Purpose::Work, june(11, 9));
            let moved = json!({ "id": id, "purpose": purpose, "from": from, "to": from, "changes": 1,
                "was": was, "why": why, "crew": "Ben", "ended": null, "told": null, "answer": null });
            super::instead(&serde_json::from_value(moved).unwrap())
        };
        for (was, why, told) in [
            (june(10, 9), Some(Why::Rain), "instead of Wednesday: rain"),
            (
                june(11, 8),
                Some(Why::Customer),
                "instead of 8 AM, as you asked",
            ),
            (
                june(3, 9),
                Some(Why::Crew),
                "instead of Wednesday, June 3: our crew is held up",
            ),
            (june(12, 9), None, "instead of Friday"),
        ] {
            assert_eq!(instead(Some(was), why).as_deref(), Some(told));
        }
        assert_eq!(instead(None, None), None);
        assert_eq!(instead(Some(june(11, 9)), Some(Why::Rain)), None);
    }

    #[test]
    fn a_person_is_called_by_the_first_name_and_an_office_by_none() {
        for (address, name) in [
            ("jonah@tree-care.example", "Jonah"),
            ("Eli.Canopy@tree-care.example", "Eli"),
            ("\u{e1}lvaro_2@tree-care.example", "\u{c1}lvaro"),
            ("Office@tree-care.example", "We"),
            ("2nd@tree-care.example", "We"),
        ] {
            assert_eq!(first_name(address), name, "{address}");
        }
    }
}
