//! Deletes expired rows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use diesel::{
    ExpressionMethods, delete,
    dsl::now,
    sql_query,
    sql_types::{BigInt, Interval, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::{Builder, Uuid};

use super::{
    desk::sessions::SESSION_TIMEOUT,
    error::StoreError,
    interval::{interval, timestamptz_mi_interval},
    pool::Store,
    schema::{
        cooldowns, desk_audit, desk_links, desk_sessions, idempotency_keys, rate_limits, sent_texts,
    },
};

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

/// Prunes idempotency keys, texts, counts, cooldowns, sent mails and webhooks, and the desk's links, sessions and
/// records.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn prune(store: &Store) -> Result<(), StoreError> {
    let before = |kept| timestamptz_mi_interval(now, interval(kept));
    store
        .run(async |connection| {
            delete(idempotency_keys::table)
                .filter(idempotency_keys::created_at.lt(before(KEYS_KEPT)))
                .execute(connection)
                .await?;
            delete(sent_texts::table)
                .filter(sent_texts::created_at.lt(before(TEXTS_KEPT)))
                .execute(connection)
                .await?;
            delete(rate_limits::table)
                .filter(rate_limits::created_at.lt(before(COUNTS_KEPT)))
                .execute(connection)
                .await?;
            delete(cooldowns::table)
                .filter(cooldowns::started_at.lt(before(COOLDOWNS_KEPT)))
                .execute(connection)
                .await?;
            delete(desk_links::table)
                .filter(desk_links::created_at.lt(before(LINKS_KEPT)))
                .execute(connection)
                .await?;
            delete(desk_sessions::table)
                .filter(desk_sessions::created_at.lt(before(SESSION_TIMEOUT)))
                .execute(connection)
                .await?;
            delete(desk_audit::table)
                .filter(desk_audit::at.lt(before(AUDIT_KEPT)))
                .execute(connection)
                .await?;
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
