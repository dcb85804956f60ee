//! Throws away what is kept for a while only.

use std::time::Duration;

use diesel::{ExpressionMethods, delete, dsl::now};
use diesel_async::RunQueryDsl;

use super::{
    Store, StoreError, interval,
    schema::{cooldowns, idempotency_keys, rate_limits, sent_texts},
    timestamptz_mi_interval,
};

/// For how long a repeated request finds what it saved: a phone that was switched off over the
/// weekend sends its form again.
const KEYS_KEPT: Duration = Duration::from_hours(7 * 24);

/// For how long a text is remembered as somebody's.
const TEXTS_KEPT: Duration = Duration::from_hours(7 * 24);

/// How long a count is kept after its first request: past the end of its hour.
const COUNTS_KEPT: Duration = Duration::from_hours(2);

/// How long a cooldown is kept: past its end.
const COOLDOWNS_KEPT: Duration = Duration::from_mins(1);

/// Prunes the tables that the leads are judged by.
///
/// # Errors
/// [`StoreError`].
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
                .await
        })
        .await
        .map(drop)
}
