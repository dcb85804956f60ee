//! Lists the webhooks.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl,
    QueryResult, Queryable,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{DEAD, WEBHOOK};
use crate::store::schema::{outbox, site_forms};

/// A webhook with the outcome of its last attempt.
#[derive(Clone, Debug, Queryable)]
#[expect(missing_docs, reason = "the columns are documented in schema.sql")]
pub struct WebhookRecord {
    pub id: Uuid,
    pub lead_id: Option<Uuid>,
    /// The lead's name. `None` if it was erased.
    pub name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub state: String,
    pub due_at: DateTime<Utc>,
    pub attempts: i32,
    pub attempted_at: Option<DateTime<Utc>>,
    pub http_status: Option<i16>,
    pub failure: Option<String>,
}

/// The newest webhooks, `limit` at most.
///
/// # Errors
/// When the query fails.
pub async fn newest(
    connection: &mut AsyncPgConnection,
    limit: i64,
) -> QueryResult<Vec<WebhookRecord>> {
    outbox::table
        .left_join(site_forms::table.on(outbox::lead_id.eq(site_forms::id.nullable())))
        .filter(outbox::kind.eq(WEBHOOK))
        .order((outbox::created_at.desc(), outbox::id.desc()))
        .limit(limit)
        .select((
            outbox::id,
            outbox::lead_id,
            site_forms::full_name.nullable(),
            outbox::created_at,
            outbox::state,
            outbox::due_at,
            outbox::attempts,
            outbox::attempted_at,
            outbox::http_status,
            outbox::failure,
        ))
        .load(connection)
        .await
}

/// The lead of a webhook.
///
/// # Errors
/// When the query fails.
pub async fn lead_of(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Uuid>> {
    let lead: Option<Option<Uuid>> = outbox::table
        .find(id)
        .filter(outbox::kind.eq(WEBHOOK))
        .select(outbox::lead_id)
        .first(connection)
        .await
        .optional()?;
    Ok(lead.flatten())
}

/// Counts the webhooks that were given up.
///
/// # Errors
/// When the query fails.
pub async fn count_dead(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    let dead: i64 = outbox::table
        .filter(outbox::state.eq(DEAD))
        .filter(outbox::kind.eq(WEBHOOK))
        .count()
        .get_result(connection)
        .await?;
    Ok(usize::try_from(dead).unwrap_or_default())
}
