//! Deletes expired rows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use diesel::{
    sql_query,
    sql_types::{BigInt, Interval, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::{Builder, Uuid};

use super::{desk::sessions::SESSION_TIMEOUT, error::StoreError, interval::interval, pool::Store};

/// How long an idempotency key is kept: a phone that was switched off over the weekend sends its
/// form again.
const KEYS_KEPT: Duration = Duration::from_hours(7 * 24);

/// How long the first sender of a text is kept.
const TEXTS_KEPT: Duration = Duration::from_hours(7 * 24);

/// How long a count is kept after its first request: past the end of its hour.
const COUNTS_KEPT: Duration = Duration::from_hours(2);

/// How long a cooldown is kept: past its end.
const COOLDOWNS_KEPT: Duration = Duration::from_mins(1);

/// How long a message of the outbox that was sent or stopped is kept.
const SENT_MAILS_KEPT: Duration = Duration::from_hours(30 * 24);

/// How long a link to the desk is kept: long past its end.
const LINKS_KEPT: Duration = Duration::from_hours(24);

/// How long the record of a change at the desk is kept.
const AUDIT_KEPT: Duration = Duration::from_hours(730 * 24);

/// The most mails and webhooks that are pruned at once: more than ten million a day, which are never
/// sent.
const MAX_MAILS: i64 = 10_000;

/// Parameters: an id that is younger than all pruned ones; how long mails are kept; the most mails
/// to prune. The ids are in time order, so the scan ends at the first parameter; a digest's members
/// are pruned with it.
const PRUNE_MAILS: &str = "
    WITH pruned AS (
        DELETE FROM outbox WHERE id IN (
            SELECT id FROM outbox
            WHERE id < $1 AND state IN ('sent', 'stopped') AND finished_at < now() - $2
            ORDER BY id
            LIMIT $3
        )
        RETURNING id, kind
    )
    DELETE FROM outbox USING pruned
    WHERE pruned.kind = 'digest' AND outbox.digest_id = pruned.id";

/// What is pruned by its age alone. Parameter: how long it is kept.
const EXPIRED: [(&str, Duration); 7] = [
    (
        "DELETE FROM idempotency_keys WHERE created_at < now() - $1",
        KEYS_KEPT,
    ),
    (
        "DELETE FROM sent_texts WHERE created_at < now() - $1",
        TEXTS_KEPT,
    ),
    (
        "DELETE FROM rate_limits WHERE created_at < now() - $1",
        COUNTS_KEPT,
    ),
    (
        "DELETE FROM cooldowns WHERE started_at < now() - $1",
        COOLDOWNS_KEPT,
    ),
    (
        "DELETE FROM desk_links WHERE created_at < now() - $1",
        LINKS_KEPT,
    ),
    (
        "DELETE FROM desk_sessions WHERE created_at < now() - $1",
        SESSION_TIMEOUT,
    ),
    ("DELETE FROM desk_audit WHERE at < now() - $1", AUDIT_KEPT),
];

/// Prunes what has expired, and sent messages of the outbox.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn prune(store: &Store) -> Result<(), StoreError> {
    store
        .run(async |connection| {
            for (statement, kept) in EXPIRED {
                sql_query(statement)
                    .bind::<Interval, _>(interval(kept))
                    .execute(connection)
                    .await?;
            }
            sql_query(PRUNE_MAILS)
                .bind::<SqlUuid, _>(first_id_after(SystemTime::now() - SENT_MAILS_KEPT))
                .bind::<Interval, _>(interval(SENT_MAILS_KEPT))
                .bind::<BigInt, _>(MAX_MAILS)
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}

/// The lowest UUIDv7 of a time (RFC 9562, section 5.7).
fn first_id_after(time: SystemTime) -> Uuid {
    let millis = time.duration_since(UNIX_EPOCH).map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    });
    Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}
