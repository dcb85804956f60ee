//! Days, and the company's hours.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// A day of the company's calendar. Days differ in length, because clocks change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// When the day begins.
    pub begins: DateTime<Utc>,
    /// When the company opens; `null` if it is closed all day, like `closes`.
    #[serde(default)]
    pub opens: Option<DateTime<Utc>>,
    /// When the company closes.
    #[serde(default)]
    pub closes: Option<DateTime<Utc>>,
}

/// The delay between a call that nobody answered and the next attempt.
const RETRY: TimeDelta = TimeDelta::hours(2);

/// Consecutive days.
#[derive(Clone, Copy, Debug)]
pub struct Calendar<'a>(pub &'a [Day]);

impl Calendar<'_> {
    /// The days that a calendar must contain after the latest event: two weeks, and the days until
    /// the company is open.
    pub const DAYS_AHEAD: u16 = 22;

    /// Returns the company's next opening after a time.
    pub fn opening_after(self, at: DateTime<Utc>) -> DateTime<Utc> {
        let mut openings = self.0.iter().filter_map(|day| day.opens);
        // If the caller's calendar is too short by mistake, the lead is due anyway.
        openings
            .find(|opens| *opens > at)
            .unwrap_or(at + TimeDelta::days(1))
    }

    /// Returns the opening some days after a time, or, if the company is closed that day, its next opening.
    pub fn opening_in(self, days: u16, at: DateTime<Utc>) -> DateTime<Utc> {
        let later = self.0.iter().skip_while(|day| day.begins <= at);
        later
            .skip(usize::from(days.saturating_sub(1)))
            .find_map(|day| day.opens)
            .unwrap_or(at + TimeDelta::days(i64::from(days)))
    }

    /// Returns when to call again: two hours later if the company is open then, or else at its next opening.
    pub fn retry_after(self, at: DateTime<Utc>) -> DateTime<Utc> {
        let retry = at + RETRY;
        let mut hours = self.0.iter().filter_map(|day| day.opens.zip(day.closes));
        if hours.any(|(opens, closes)| opens <= retry && retry < closes) {
            retry
        } else {
            self.opening_after(retry)
        }
    }
}
