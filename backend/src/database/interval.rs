//! Durations in queries.

use std::time::Duration;

use diesel::{
    data_types::PgInterval,
    dsl::now,
    sql_types::{Interval, Timestamptz},
};

diesel::define_sql_function! {
    /// Returns a time minus an interval: the operator `-`, under the name of Postgres's function.
    fn timestamptz_mi_interval(time: Timestamptz, interval: Interval) -> Timestamptz;
}

pub(crate) fn interval(length: Duration) -> PgInterval {
    PgInterval::from_microseconds(i64::try_from(length.as_micros()).unwrap_or(i64::MAX))
}

/// Returns the time this long ago, by the database's clock.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn ago(length: Duration) -> _ {
    let length: PgInterval = interval(length);
    timestamptz_mi_interval(now, length)
}
