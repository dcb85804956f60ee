//! Idempotency keys that are in use.

use diesel::{
    ExpressionMethods, QueryDsl,
    dsl::{exists, select},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Store, StoreError, schema::site_forms};

/// Returns whether a lead was saved under the key.
///
/// # Errors
/// [`StoreError`].
pub async fn is_used(store: &Store, key: Uuid) -> Result<bool, StoreError> {
    let saved = site_forms::table.filter(site_forms::idempotency_key.eq(key));
    store
        .run(async |connection| select(exists(saved)).get_result(connection).await)
        .await
}
