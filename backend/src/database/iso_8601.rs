//! Writes times in JSON.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// Writes a time, which may be missing, as ISO 8601 in UTC, with milliseconds.
pub fn iso_8601<S: Serializer>(
    time: &(impl Copy + Into<Option<DateTime<Utc>>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    write(*time, SecondsFormat::Millis, serializer)
}

/// As [`iso_8601`], without fractions of a second.
pub fn iso_8601_seconds<S: Serializer>(
    time: &(impl Copy + Into<Option<DateTime<Utc>>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    write(*time, SecondsFormat::Secs, serializer)
}

fn write<S: Serializer>(
    time: impl Into<Option<DateTime<Utc>>>,
    format: SecondsFormat,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match time.into() {
        Some(time) => serializer.serialize_str(&time.to_rfc3339_opts(format, true)),
        None => serializer.serialize_none(),
    }
}

/// Writes a list of times, each as [`iso_8601`] does.
pub fn iso_8601_each<S: Serializer>(
    times: &[DateTime<Utc>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(
        times
            .iter()
            .map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true)),
    )
}

pub fn as_postgrest_writes_it<S: Serializer>(
    time: &DateTime<Utc>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, false))
}
