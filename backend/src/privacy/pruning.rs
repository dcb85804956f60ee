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
    database::{error::StoreError, interval::interval, pool::Store},
    message_kind::Kind,
};

/// The retention of a count after its first request: past the end of its day.
const COUNTS_KEPT: Duration = Duration::from_hours(25);

/// The retention of a message of the outbox that was sent or stopped.
const SENT_MAILS_KEPT: Duration = Duration::from_hours(30 * 24);

/// The retention of a link to the desk: long after it has expired.
const LINKS_KEPT: Duration = Duration::from_hours(24);

/// The retention of an event of the desk whose lead is gone. `schema.sql` has it too (the policy `expired`).
pub(super) const LOG_KEPT: Duration = Duration::from_hours(730 * 24);

/// The most rows that are deleted in one transaction. It takes milliseconds, and a writer waits no longer.
const BATCH: usize = 1_000;

/// Leaves locked rows for the next run. (The backend's role may not lock rows that never change.)
const SKIP_LOCKED: &str = "LIMIT $2 FOR UPDATE SKIP LOCKED";

/// Keeps the events of existing leads, because a lead's state follows from them. Those of a lead that is erased
/// later are deleted with it, so only a week's are read: of five million events, not a third each minute.
const WITHOUT_LEAD: &str = "AND at > now() - $1 - interval '1 week'
    AND NOT EXISTS (SELECT FROM site_forms WHERE site_forms.id = lead_id) LIMIT $2";

/// The tables that are pruned by age: the column with a row's time, the retention, and the end of the query.
const EXPIRED: [(&str, &str, Duration, &str); 4] = [
    ("rate_limits", "created_at", COUNTS_KEPT, SKIP_LOCKED),
    ("desk_links", "created_at", LINKS_KEPT, SKIP_LOCKED),
    ("desk_sessions", "seen_at", SESSION_TIMEOUT, SKIP_LOCKED),
    ("desk_events", "at", LOG_KEPT, WITHOUT_LEAD),
];

/// Parameters: the retention; the batch size; the known kinds. A digest's members are deleted with it.
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
/// When the database is unavailable or a query fails. The other tables are pruned anyway; the first
/// error is returned.
pub async fn prune(store: &Store) -> Result<(), StoreError> {
    let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
    let mut outcome = Ok(());
    for (table, since, kept, end) in EXPIRED {
        // The parameters: the retention; the batch size.
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
