//! The company's days, which the fold of a lead's events needs.

use chrono::{DateTime, TimeDelta, Utc};
use jiff::ToSpan;
use lead_log::{Calendar, Day, Event};

use super::{
    CLOSES, OPENS, WORKING_DAYS,
    time_zone::{at_hour, day, start_of},
};

/// Returns the days from the first event to as long after the last one as [`lead_log::fold`] needs.
pub fn days(events: &[Event]) -> Vec<Day> {
    let times = || events.iter().map(|event| event.at);
    let Some((first, last)) = times().min().zip(times().max()) else {
        return Vec::new();
    };
    let last = day(last + TimeDelta::days(Calendar::DAYS_AHEAD.into()));
    let days = day(first).series(1.day()).take_while(|day| *day <= last);
    days.filter_map(|date| {
        let is_working = WORKING_DAYS.contains(&date.weekday().to_monday_zero_offset());
        let hour = |hour: i8| -> Option<DateTime<Utc>> {
            let time = at_hour(date, hour).or_else(|| start_of(date.tomorrow().ok()?));
            time.filter(|_| is_working)
        };
        Some(Day {
            begins: start_of(date)?,
            opens: hour(OPENS),
            closes: hour(CLOSES),
        })
    })
    .collect()
}
