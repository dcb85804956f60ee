//! The table `flood_counters`: what came from an address within an hour.

use std::time::Duration;

use diesel::{
    ExpressionMethods, QueryDsl, QueryResult,
    dsl::now,
    result::OptionalExtension,
    sql_types::{Binary, Integer, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::{Store, StoreError, interval, schema::flood_counters, timestamptz_mi_interval};

/// How long a counter is kept after its first request: past the end of its hour.
const KEPT: Duration = Duration::from_hours(2);

diesel::define_sql_function! {
    /// Counts requests and answers whether they are within the limit; see `schema.sql`.
    fn within_flood_limit(flood_key: Nullable<Binary>, amount: Integer, per_hour: Integer) -> Bool;
}

/// What may come from an address within an hour.
#[derive(Clone, Debug)]
pub struct FloodLimit {
    /// Stands for the address, this hour, and the kind of request. None: no address is known.
    pub key: Option<Vec<u8>>,
    /// How many requests may come.
    pub per_hour: i32,
}

impl FloodLimit {
    /// Whether the hour's requests have passed the limit.
    ///
    /// # Errors
    /// When the query fails.
    pub async fn is_passed(&self, connection: &mut AsyncPgConnection) -> QueryResult<bool> {
        let Some(key) = &self.key else {
            return Ok(false);
        };
        let counted: Option<i32> = flood_counters::table
            .filter(flood_counters::key.eq(key))
            .select(flood_counters::count)
            .first(connection)
            .await
            .optional()?;
        Ok(counted.is_some_and(|counted| counted > self.per_hour))
    }
}

/// Throws away the counters of hours that are over.
///
/// # Errors
/// [`StoreError`].
pub async fn sweep(store: &Store) -> Result<(), StoreError> {
    store
        .run(async |connection| {
            diesel::delete(flood_counters::table)
                .filter(flood_counters::created_at.lt(timestamptz_mi_interval(now, interval(KEPT))))
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
