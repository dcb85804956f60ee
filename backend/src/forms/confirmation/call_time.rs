//! The time of the company's call about a request, in words.

use chrono::{DateTime, Utc};
use jiff::{ToSpan, civil::Date};

use crate::company::{
    CLOSES, OPENS, REPLY_WITHIN_HOURS, WORKING_DAYS,
    time_zone::{day, hour},
};

/// The full hours that must be left in a day for a routine call and for an urgent call.
const LEFT_HOURS: [i8; 2] = [4, 1];

/// Returns when the company calls about a request that was sent at this time: `today before 6 PM`,
/// `tomorrow from 8 AM`. An urgent request gets an earlier call.
pub fn call_time(is_urgent: bool, sent_at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let (sent_on, sent_hour) = (day(sent_at), hour(sent_at));
    let left = LEFT_HOURS[usize::from(is_urgent)];
    // Tomorrow, if the day has too few hours left.
    let first = i8::from(sent_hour + left >= CLOSES);
    let working = (first..7).find(|days| {
        let weekday = (sent_on + days.days()).weekday();
        WORKING_DAYS.contains(&weekday.to_monday_zero_offset())
    });
    // The promise also holds across a day off.
    let days = match working {
        Some(days) if hours_until_opening(days, sent_hour) <= REPLY_WITHIN_HOURS.into() => days,
        _ => first,
    };
    let is_open = days == 0 && sent_hour >= OPENS;
    let time = match (is_urgent, days) {
        (true, _) if is_open => format!("before {}", clock((sent_hour + 3).min(CLOSES))),
        (true, _) => format!("before {}", clock(OPENS + 1)),
        (false, 0) => format!("before {}", clock(CLOSES)),
        (false, _) => format!("from {}", clock(OPENS)),
    };
    format!("{} {time}", day_name(sent_on + days.days(), day(now)))
}

fn hours_until_opening(days: i8, sent_hour: i8) -> i64 {
    i64::from(days) * 24 + i64::from(OPENS - sent_hour)
}

/// Returns a day relative to today: `today`, `on Thursday`, `on Thursday, December 3`.
pub(super) fn day_name(day: Date, today: Date) -> String {
    match (day - today).get_days() {
        -1 => "yesterday".to_owned(),
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        -6..=6 => day.strftime("on %A").to_string(),
        _ => day.strftime("on %A, %B %-d").to_string(),
    }
}

fn clock(hour: i8) -> String {
    if hour == 12 {
        return "noon".to_owned();
    }
    let half = if hour % 24 < 12 { "AM" } else { "PM" };
    format!("{} {half}", (hour + 11) % 12 + 1)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::call_time;
    use crate::company::{CLOSES, OPENS, REPLY_WITHIN_HOURS, WORKING_DAYS, time_zone::at_hour};

    /// Returns the texts for a routine and an urgent request of this hour on this weekday (0 is Monday).
    fn said(weekday: i8, hour: i8) -> [String; 2] {
        // This day is a Monday.
        let date = jiff::civil::date(2026, 6, 1 + weekday);
        let sent_at = at_hour(date, hour).unwrap() + TimeDelta::minutes(40);
        [false, true].map(|is_urgent| call_time(is_urgent, sent_at, sent_at))
    }

    #[test]
    fn calls_are_promised_in_words_of_the_hours() {
        let hours = (WORKING_DAYS.to_vec(), OPENS, CLOSES, REPLY_WITHIN_HOURS);
        if hours != (vec![0, 1, 2, 3, 4, 5], 8, 18, 24) {
            return;
        }
        for (weekday, hour, routine, urgent) in [
            (0, 2, "today before 6 PM", "today before 9 AM"),
            (0, 9, "today before 6 PM", "today before noon"),
            (0, 13, "today before 6 PM", "today before 4 PM"),
            (0, 14, "tomorrow from 8 AM", "today before 5 PM"),
            (0, 16, "tomorrow from 8 AM", "today before 6 PM"),
            (0, 17, "tomorrow from 8 AM", "tomorrow before 9 AM"),
            // Monday morning is later than the promised time.
            (5, 19, "tomorrow from 8 AM", "tomorrow before 9 AM"),
            (6, 3, "today before 6 PM", "today before 9 AM"),
            (6, 11, "tomorrow from 8 AM", "tomorrow before 9 AM"),
        ] {
            assert_eq!(said(weekday, hour), [routine, urgent], "{weekday} {hour}");
        }
    }

    #[test]
    fn every_hour_of_the_week_has_its_words_and_they_follow_the_day() {
        for weekday in 0..7 {
            for hour in 0..24 {
                assert!(said(weekday, hour).iter().all(|it| it.len() > 10));
            }
        }
        let sent_at = at_hour(jiff::civil::date(2026, 6, 1), 23).unwrap();
        let said = |hours| call_time(false, sent_at, sent_at + TimeDelta::hours(hours));
        assert!(said(0).starts_with("tomorrow "), "{}", said(0));
        assert!(said(2).starts_with("today "), "{}", said(2));
        assert!(said(-24).starts_with("on Tuesday "), "{}", said(-24));
    }
}
