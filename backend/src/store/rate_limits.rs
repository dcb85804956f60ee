//! The table `rate_limits`: how many requests came from an address within an hour. Estimate requests
//! are counted where they are saved, by the [`lead_writer`](super::lead_writer).

use diesel::{
    ExpressionMethods, QueryResult, insert_into, query_dsl::methods::FilterDsl, upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::rate_limits;

/// What may come from an address within an hour.
#[derive(Clone, Debug)]
pub struct RateLimit {
    /// Stands for the address, this hour, and the kind of request. None: no address is known.
    pub key: Option<[u8; 32]>,
    /// How many requests may come.
    pub per_hour: i32,
}

impl RateLimit {
    /// Counts a request, unless the limit is reached, and answers whether it is within it.
    ///
    /// # Errors
    /// When the query fails.
    pub async fn admit(&self, connection: &mut AsyncPgConnection) -> QueryResult<bool> {
        let Some(key) = &self.key else {
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
            .filter(rate_limits::count.lt(self.per_hour))
            .execute(connection)
            .await?;
        Ok(counted > 0)
    }
}
