//! How values in the desk's requests are read.

use std::borrow::Cow;

use chrono::{DateTime, Datelike, Utc};
use serde::{Deserialize, Deserializer, de::Error};

/// Reads a whole number that is not negative. In JSON, `1.0` is one too.
pub fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number.fract() != 0.0 || !(0.0..=f64::from(i32::MAX)).contains(&number) {
        return Err(D::Error::custom("no whole number"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and in range")]
    Ok(number as i32)
}

/// Reads a value to set, written as `V`: `null` removes the current one.
#[expect(clippy::option_option, reason = "left out, null, and a value")]
pub fn setting<'de, V: Deserialize<'de> + Into<T>, T, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    let value = Option::<V>::deserialize(deserializer)?;
    Ok(Some(value.map(Into::into)))
}

/// Reads a value that may be left out, but is not `null`.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads times, as [`given`] does.
pub fn times<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<DateTime<Utc>>>, D::Error> {
    let times = Vec::<Time>::deserialize(deserializer)?;
    Ok(Some(times.into_iter().map(DateTime::from).collect()))
}

/// An amount in whole dollars.
#[derive(Deserialize)]
pub struct Dollars(#[serde(deserialize_with = "whole")] i32);

impl From<Dollars> for i32 {
    fn from(Dollars(dollars): Dollars) -> Self {
        dollars
    }
}

/// A time between 2000 and 2100: no other is meant, and every list can order these.
#[derive(Clone, Copy)]
pub struct Time(DateTime<Utc>);

impl From<Time> for DateTime<Utc> {
    fn from(Time(time): Time) -> Self {
        time
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        DateTime::parse_from_rfc3339(&text)
            .ok()
            .filter(|time| (2000..2100).contains(&time.year()))
            .map(|time| Self(time.to_utc()))
            .ok_or_else(|| D::Error::custom("no time"))
    }
}
