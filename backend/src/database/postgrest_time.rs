//! Writes times in JSON as PostgREST does.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// Writes a time: `2026-11-25T18:39:40.123456+00:00`.
pub fn as_postgrest_writes_it<S: Serializer>(
    time: &DateTime<Utc>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, false))
}
