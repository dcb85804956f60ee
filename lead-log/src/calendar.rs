//! Days, and when the company is open.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// A day of the company's calendar. Days differ in length, since clocks change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// When it begins.
    pub begins: DateTime<Utc>,
    /// When the company opens, if it does.
    #[serde(default)]
    pub opens: Option<DateTime<Utc>>,
    /// When it closes.
    #[serde(default)]
    pub closes: Option<DateTime<Utc>>,
}

/// How long after a call that nobody answered the next one is tried.
const RETRY: TimeDelta = TimeDelta::hours(2);

/// Some days, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Calendar<'a>(pub &'a [Day]);

impl Calendar<'_> {
    /// How many days a calendar has to reach beyond the latest event: two weeks, and until the company is open.
    pub const DAYS_AHEAD: u16 = 22;

    /// The company's next opening after a time.
    pub fn opening_after(self, at: DateTime<Utc>) -> DateTime<Utc> {
        let mut openings = self.0.iter().filter_map(|day| day.opens);
        // A calendar that is too short is a mistake of the caller's: the lead comes back all the same.
        openings
            .find(|opens| *opens > at)
            .unwrap_or(at + TimeDelta::days(1))
    }

    /// The opening some days after a time, or on the next day after that on which the company is open.
    pub fn opening_in(self, days: u16, at: DateTime<Utc>) -> DateTime<Utc> {
        let later = self.0.iter().skip_while(|day| day.begins <= at);
        later
            .skip(usize::from(days.saturating_sub(1)))
            .find_map(|day| day.opens)
            .unwrap_or(at + TimeDelta::days(i64::from(days)))
    }

    /// When to call again: two hours later if the company is open then, or else at its next opening.
    pub fn retry_after(self, at: DateTime<Utc>) -> DateTime<Utc> {
        let retry = at + RETRY;
        let is_open = |day: &Day| {
            let hours = day.opens.zip(day.closes);
            hours.is_some_and(|(opens, closes)| opens <= retry && retry < closes)
        };
        if self.0.iter().any(is_open) {
            retry
        } else {
            self.opening_after(retry)
        }
    }
}
