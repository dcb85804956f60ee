//! Deletes expired rows.

use std::time::Duration;

use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Interval, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    config::SESSION_TIMEOUT,
    database::{error::StoreError, interval::interval, outbox_kind::Kind, pool::Store},
};

/// How long the first sender of a text is kept.
const TEXTS_KEPT: Duration = Duration::from_hours(7 * 24);

/// How long a count is kept after its first request: past the end of its day.
const COUNTS_KEPT: Duration = Duration::from_hours(25);

/// How long a message of the outbox that was sent or stopped is kept.
const SENT_MAILS_KEPT: Duration = Duration::from_hours(30 * 24);

/// How long a link to the desk is kept: long after it has expired.
const LINKS_KEPT: Duration = Duration::from_hours(24);

/// How long an event of the desk is kept whose lead is gone.
const LOG_KEPT: Duration = Duration::from_hours(730 * 24);

/// The most rows that are deleted in one transaction: it takes milliseconds, and a writer waits no longer.
const BATCH: usize = 1_000;

/// Leaves locked rows for the next run. (The backend's role may not lock rows that never change.)
const SKIP_LOCKED: &str = "LIMIT $2 FOR UPDATE SKIP LOCKED";

/// For events: what a lead is follows from them as long as it is there.
const WITHOUT_LEAD: &str =
    "AND NOT EXISTS (SELECT FROM site_forms WHERE site_forms.id = lead_id) LIMIT $2";

/// The tables that are pruned by age: the column with a row's time, how long it is kept, and the end of the query.
const EXPIRED: [(&str, &str, Duration, &str); 5] = [
    ("sent_texts", "created_at", TEXTS_KEPT, SKIP_LOCKED),
    ("rate_limits", "created_at", COUNTS_KEPT, SKIP_LOCKED),
    ("desk_links", "created_at", LINKS_KEPT, SKIP_LOCKED),
    ("desk_sessions", "seen_at", SESSION_TIMEOUT, SKIP_LOCKED),
    ("desk_events", "at", LOG_KEPT, WITHOUT_LEAD),
];

/// Parameters: how long messages are kept; the most that are deleted; the known kinds. A digest's members go with it.
const PRUNE_OUTBOX: &str = "
    WITH pruned AS (
        DELETE FROM outbox WHERE id = ANY (ARRAY(
            SELECT id FROM outbox
            WHERE state IN ('sent', 'stopped') AND finished_at < now() - $1 AND kind = ANY ($3)
            ORDER BY finished_at
            LIMIT $2
            FOR UPDATE SKIP LOCKED
        ))
        RETURNING id, kind
    ),
    member AS (
        DELETE FROM outbox USING pruned
        WHERE pruned.kind = 'digest' AND outbox.digest_id = pruned.id
    )
    SELECT FROM pruned";

/// Prunes expired rows, and sent messages of the outbox: each table separately, one batch at a time.
///
/// # Errors
/// When the database is unavailable or a query fails. The other tables are pruned all the same; the
/// first error is returned.
pub async fn prune(store: &Store) -> Result<(), StoreError> {
    let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
    let mut outcome = Ok(());
    for (table, since, kept, end) in EXPIRED {
        // The parameters: how long rows are kept; the most that are deleted.
        let statement = format!(
            "DELETE FROM {table} WHERE ctid = ANY (ARRAY(
                 SELECT ctid FROM {table} WHERE {since} < now() - $1 {end}))"
        );
        let pruned = until_short(store, async |connection| {
            sql_query(&statement)
                .bind::<Interval, _>(interval(kept))
                .bind::<BigInt, _>(limit)
                .execute(connection)
                .await
        });
        outcome = outcome.and(pruned.await);
    }
    let pruned = until_short(store, async |connection| {
        sql_query(PRUNE_OUTBOX)
            .bind::<Interval, _>(interval(SENT_MAILS_KEPT))
            .bind::<BigInt, _>(limit)
            .bind::<Array<Text>, _>(Kind::ALL)
            .execute(connection)
            .await
    });
    outcome.and(pruned.await)
}

/// Prunes a table, one transaction per batch, until a batch is not full.
async fn until_short(
    store: &Store,
    part: impl AsyncFn(&mut AsyncPgConnection) -> QueryResult<usize>,
) -> Result<(), StoreError> {
    while store.run(&part).await? == BATCH {}
    Ok(())
}
