//! How times are written in JSON.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// Writes a time as ISO 8601 in UTC, with milliseconds.
pub fn iso_8601<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
}

/// The same for a time that may be missing.
#[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
pub fn optional_iso_8601<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => iso_8601(time, serializer),
        None => serializer.serialize_none(),
    }
}

/// The same for a list of them.
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
