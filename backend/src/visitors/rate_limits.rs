//! The table `rate_limits`: the [`RequestCounts`] of all processes, which exchange them here, and
//! the counts of auto-replies and links to the desk.

use std::time::Duration;

use diesel::{insert_into, prelude::*, query_dsl::methods::FilterDsl, upsert::excluded};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::{RateLimit, RequestCounts};
use crate::database::{error::StoreError, pool::Store, schema::rate_limits};

pub const EXCHANGE_INTERVAL: Duration = Duration::from_secs(1);

/// Adds this process's new counts to those of all processes, and reads the sums.
pub async fn exchange(store: &Store, counts: &RequestCounts) -> Result<(), StoreError> {
    let mut due = counts.due();
    if due.is_empty() {
        return Ok(());
    }
    // Concurrent transactions write in the same order, so that they do not deadlock.
    due.sort_unstable();
    let rows: Vec<_> = due
        .iter()
        .map(|(key, count)| {
            (
                rate_limits::key.eq(key.as_slice()),
                rate_limits::count.eq(count),
            )
        })
        .collect();
    let totals: Vec<(Vec<u8>, i32)> = store
        .run(async |connection| {
            insert_into(rate_limits::table)
                .values(&rows)
                .on_conflict(rate_limits::key)
                .do_update()
                .set(rate_limits::count.eq(rate_limits::count + excluded(rate_limits::count)))
                .returning((rate_limits::key, rate_limits::count))
                .get_results(connection)
                .await
        })
        .await?;
    let totals: Vec<_> = totals
        .into_iter()
        .filter_map(|(key, total)| Some((key.try_into().ok()?, total)))
        .collect();
    counts.exchanged(&due, &totals);
    Ok(())
}

/// Counts a request, unless a limit is reached. Returns whether the request is within all limits. The
/// smaller network is counted first, so a request that it refuses does not count against its neighbors.
pub async fn admit(connection: &mut AsyncPgConnection, limit: &RateLimit) -> QueryResult<bool> {
    for (key, per_hour) in &limit.0 {
        let counted = insert_into(rate_limits::table)
            .values((
                rate_limits::key.eq(key.as_slice()),
                rate_limits::count.eq(1),
            ))
            .on_conflict(rate_limits::key)
            .do_update()
            .set(rate_limits::count.eq(rate_limits::count + excluded(rate_limits::count)))
            .filter(rate_limits::count.lt(per_hour))
            .execute(connection)
            .await?;
        if counted == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}
