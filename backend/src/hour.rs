//! The hour in which requests are counted.

use chrono::Utc;

const SECONDS_AN_HOUR: i64 = 60 * 60;

/// Returns the seconds until the next hour begins and counts restart at zero: 1 to 3,600.
pub fn seconds_left_of_the_hour() -> u32 {
    let past = Utc::now().timestamp().rem_euclid(SECONDS_AN_HOUR);
    u32::try_from(SECONDS_AN_HOUR - past).unwrap_or(1)
}

/// Returns the current hour, counted since 1970.
pub fn current_hour() -> u64 {
    (Utc::now().timestamp() / SECONDS_AN_HOUR).unsigned_abs()
}
