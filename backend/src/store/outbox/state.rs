//! How much mail waits in the table `outbox`, and for how long.

use diesel::{
    QueryableByName, sql_query,
    sql_types::{BigInt, Double, Text},
};
use diesel_async::RunQueryDsl;

use super::{PENDING, STATES};
use crate::store::{Store, StoreError};

/// The outbox at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxState {
    /// How many mails are in each state.
    pub mails: [(&'static str, i64); STATES.len()],
    /// How many seconds ago the mail became due that is so for the longest; 0 if none is.
    pub oldest_due_seconds: f64,
    /// How many seconds ago the oldest of the mails was made that are to be sent; 0 if there is
    /// none. (A mail that failed becomes due later and later: its age alone grows.)
    pub oldest_pending_seconds: f64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = BigInt)]
    mails: i64,
    #[diesel(sql_type = Double)]
    due_seconds: f64,
    #[diesel(sql_type = Double)]
    age_seconds: f64,
}

/// Looks at the outbox.
///
/// # Errors
/// [`StoreError`].
pub async fn read(store: &Store) -> Result<OutboxState, StoreError> {
    let rows: Vec<Row> = store
        .run(async |connection| {
            sql_query(
                "SELECT state, count(*) AS mails,
                        greatest(extract(epoch FROM now() - min(due_at)), 0)::float8 AS due_seconds,
                        greatest(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age_seconds
                 FROM outbox GROUP BY state",
            )
            .load(connection)
            .await
        })
        .await?;
    let of = |state: &str| rows.iter().find(|row| row.state == state);
    let pending = of(PENDING);
    Ok(OutboxState {
        mails: STATES.map(|state| (state, of(state).map_or(0, |row| row.mails))),
        oldest_due_seconds: pending.map_or(0.0, |row| row.due_seconds),
        oldest_pending_seconds: pending.map_or(0.0, |row| row.age_seconds),
    })
}
