//! The figures of the outbox: how much waits, and for how long. Auto-replies and push messages
//! are not counted: nobody needs to act when one fails.

use diesel::{
    QueryableByName, sql_query,
    sql_types::{BigInt, Bool, Double, Nullable, Text},
};
use diesel_async::RunQueryDsl;

use super::{DEAD, PENDING, QUARANTINED, failure::FailureClass};
use crate::store::{error::StoreError, pool::Store};

/// The outbox at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxState {
    /// The number of mails to the owner in each state that is not final. (Sent mails are not counted: there are
    /// as many as leads.)
    pub mails: [(&'static str, i64); 3],
    /// The number of pending mails that failed at their last attempt.
    pub failing: [(FailureClass, i64); FailureClass::ALL.len()],
    /// Seconds since the mail that is due for the longest became due; 0 if none is due.
    pub oldest_due_seconds: f64,
    /// Seconds since the oldest pending mail was created; 0 if there is none. (A mail that fails
    /// becomes due later and later; only its age grows.)
    pub oldest_pending_seconds: f64,
    /// The number of webhooks that are pending and did not fail at their last attempt, that did, and
    /// that are dead.
    pub webhooks: [(&'static str, i64); 3],
}

/// Each part reads one partial index, so that it costs the same however many mails were sent.
const READ: &str = "
    SELECT kind = 'webhook' AS webhook, state, failure_class, count(*) AS number,
        greatest(extract(epoch FROM now() - min(due_at)), 0)::float8 AS due_seconds,
        greatest(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age_seconds
    FROM outbox WHERE state = 'pending' AND kind NOT IN ('auto_reply', 'push')
    GROUP BY kind = 'webhook', state, failure_class
    UNION ALL
    SELECT false, 'quarantined', NULL, count(*), 0, 0 FROM outbox WHERE state = 'quarantined'
    UNION ALL
    SELECT kind = 'webhook', 'dead', NULL, count(*), 0, 0 FROM outbox WHERE state = 'dead'
    GROUP BY kind = 'webhook'";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Bool)]
    webhook: bool,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Nullable<Text>)]
    failure_class: Option<String>,
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Double)]
    due_seconds: f64,
    #[diesel(sql_type = Double)]
    age_seconds: f64,
}

/// Reads the figures.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn read(store: &Store) -> Result<OutboxState, StoreError> {
    let rows: Vec<Row> = store
        .run(async |connection| sql_query(READ).load(connection).await)
        .await?;
    let (webhooks, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.webhook);
    let count = |is_counted: &dyn Fn(&Row) -> bool| {
        let counted = rows.iter().filter(|row| is_counted(row));
        counted.map(|row| row.number).sum()
    };
    let count_webhooks = |state, is_failing| {
        let counted = webhooks
            .iter()
            .filter(|row| row.state == state && row.failure_class.is_some() == is_failing);
        counted.map(|row| row.number).sum()
    };
    let longest = |seconds: fn(&Row) -> f64| rows.iter().map(seconds).fold(0.0, f64::max);
    Ok(OutboxState {
        mails: [PENDING, QUARANTINED, DEAD].map(|state| (state, count(&|row| row.state == state))),
        failing: FailureClass::ALL.map(|class| {
            let failing = count(&|row| row.failure_class.as_deref() == Some(class.name()));
            (class, failing)
        }),
        oldest_due_seconds: longest(|row| row.due_seconds),
        oldest_pending_seconds: longest(|row| row.age_seconds),
        webhooks: [
            (PENDING, count_webhooks(PENDING, false)),
            ("failing", count_webhooks(PENDING, true)),
            (DEAD, count_webhooks(DEAD, false)),
        ],
    })
}
