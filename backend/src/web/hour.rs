//! The hour in which requests are counted.

use std::time::Duration;

use chrono::Utc;

const SECONDS_AN_HOUR: u64 = Duration::from_hours(1).as_secs();

/// Returns the seconds until the next hour begins and counts start again at zero: 1 to 3,600.
pub fn seconds_left_of_the_hour() -> u32 {
    u32::try_from(SECONDS_AN_HOUR - seconds_since_1970() % SECONDS_AN_HOUR).unwrap_or(1)
}

fn seconds_since_1970() -> u64 {
    Utc::now().timestamp().try_into().unwrap_or_default()
}

/// The current hour, counted since 1970.
pub fn current_hour() -> u64 {
    seconds_since_1970() / SECONDS_AN_HOUR
}

#[cfg(test)]
mod tests {
    use super::{current_hour, seconds_left_of_the_hour};

    fn clock() -> u64 {
        chrono::Utc::now().timestamp().try_into().unwrap()
    }

    #[test]
    fn hours_are_counted_by_the_clock() {
        let (before, hour, after) = (clock(), current_hour(), clock());
        assert!((before / 3600..=after / 3600).contains(&hour));
    }

    #[test]
    fn what_is_left_of_the_hour_ends_with_it() {
        let (before, left, after) = (clock(), seconds_left_of_the_hour(), clock());
        assert!((1..=3600).contains(&left));
        let mut moments = before..=after;
        assert!(moments.any(|moment| (moment + u64::from(left)).is_multiple_of(3600)));
    }
}
