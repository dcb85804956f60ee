//! The table `rate_limits`: how many requests came from an address within an hour, and how many
//! auto-replies there were for all addresses together. Estimate
//! requests are counted in the statement that saves them, by the
//! [`lead_writer`](crate::leads::lead_writer).

use diesel::{
    ExpressionMethods, QueryResult, insert_into, query_dsl::methods::FilterDsl, upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::rate_limits;
use crate::visitor::RateLimit;

/// Counts a request, unless the limit is reached. Returns whether the request is within it.
///
/// # Errors
/// When the query fails.
pub async fn admit(connection: &mut AsyncPgConnection, limit: &RateLimit) -> QueryResult<bool> {
    let Some(key) = &limit.key else {
        return Ok(true);
    };
    let counted = insert_into(rate_limits::table)
        .values((
            rate_limits::key.eq(key.as_slice()),
            rate_limits::count.eq(1),
        ))
        .on_conflict(rate_limits::key)
        .do_update()
        .set(rate_limits::count.eq(rate_limits::count + excluded(rate_limits::count)))
        .filter(rate_limits::count.lt(limit.per_hour))
        .execute(connection)
        .await?;
    Ok(counted > 0)
}
