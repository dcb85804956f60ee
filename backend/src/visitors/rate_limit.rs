//! Rate limits by address and hour.

use std::time::Duration;

use chrono::Utc;

/// The keyed hash of a network, an hour, and the kind of request; see
/// [`rate_limit_key`](super::rate_limit_key).
pub type RateLimitKey = [u8; 32];

/// What may come from an address within an hour: under which key the requests of each of its networks are
/// counted, the smaller first, and how many may come. Nothing is counted when no address is known.
#[derive(Clone, Debug, Default)]
pub struct RateLimit(pub Vec<(RateLimitKey, i32)>);

/// The kinds of requests; each has a rate limit of its own.
#[derive(Clone, Copy, Debug)]
pub enum RateLimitScope {
    /// Estimate requests, by any route.
    Leads,
    /// Mails that belong to no estimate request.
    Mails,
    /// Clicks on a call button.
    Clicks,
    /// Photographs of trees.
    Photos,
    /// Links that sign in to the desk.
    DeskLinks,
    /// Codes that sign in to the desk.
    DeskCodes,
    /// Mails that answer visitors.
    AutoReplies,
}

const SECONDS_AN_HOUR: u64 = Duration::from_hours(1).as_secs();

/// Seconds until the next hour begins, with which counting starts anew: 1 to 3,600.
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
