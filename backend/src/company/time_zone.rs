//! The company's time zone, from `company.json`. The owner's times are shown in it.

use chrono::{DateTime, Utc};
use jiff::{
    Timestamp, Zoned,
    civil::{Date, Time},
    tz::TimeZone,
};

static COMPANY: TimeZone = include!(concat!(env!("OUT_DIR"), "/time_zone.rs"));

/// Returns the zone's name, such as `America/New_York`.
pub fn name() -> &'static str {
    COMPANY.iana_name().unwrap_or("UTC")
}

/// Formats a time to the minute, with the zone's abbreviation: `2026-11-01 08:34 EST`.
pub fn minute(time: DateTime<Utc>) -> String {
    local(time).strftime("%Y-%m-%d %H:%M %Z").to_string()
}

/// Formats a time to the second, in a form that spreadsheet programs recognize: `2026-11-01 08:34:56`.
pub fn second(time: DateTime<Utc>) -> String {
    local(time).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Formats the time of day as people say it: `9 AM`, `7:42 AM`.
pub fn clock(time: DateTime<Utc>) -> String {
    let time = local(time);
    let format = if time.minute() == 0 {
        "%-I %p"
    } else {
        "%-I:%M %p"
    };
    time.strftime(format).to_string()
}

pub fn start_of(day: Date) -> Option<DateTime<Utc>> {
    at_hour(day, 0)
}

pub(crate) fn at_hour(day: Date, hour: i8) -> Option<DateTime<Utc>> {
    let time = Time::new(hour, 0, 0, 0).ok()?;
    let time = day.to_datetime(time).to_zoned(COMPANY.clone()).ok()?;
    DateTime::from_timestamp(time.timestamp().as_second(), 0)
}

pub fn day(time: DateTime<Utc>) -> Date {
    local(time).date()
}

pub fn hour(time: DateTime<Utc>) -> i8 {
    local(time).hour()
}

fn local(time: DateTime<Utc>) -> Zoned {
    // Postgres's range of times is wider than jiff's, but no lead is outside of jiff's.
    Timestamp::from_second(time.timestamp())
        .unwrap_or_default()
        .to_zoned(COMPANY.clone())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use jiff::civil::Date;

    use super::{minute, name, second, start_of};
    use crate::company::time_zone;

    /// This holds for every zone, on both sides of daylight saving time.
    #[test]
    fn a_day_begins_at_midnight_where_the_company_is() {
        for day in ["2026-01-15", "2026-07-15"] {
            let start = start_of(day.parse().unwrap()).unwrap();
            assert_eq!(second(start), format!("{day} 00:00:00"), "{}", name());
            assert!(minute(start).starts_with(&format!("{day} 00:00 ")));
            let before = start - TimeDelta::seconds(1);
            let day: Date = day.parse().unwrap();
            assert_eq!(time_zone::day(start), day);
            assert!(time_zone::day(before) < day);
        }
    }
}
