//! The table `desk_push_subscriptions`: browsers that show new leads as notifications. A
//! subscription ends with its browser's session.

use chrono::{DateTime, Utc};
use diesel::{delete, insert_into, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    config::{MAX_SESSION, SESSION_TIMEOUT},
    database::{
        interval::ago,
        schema::{desk_push_subscriptions, desk_sessions},
    },
};

#[derive(Clone, Debug, Insertable, AsChangeset, QueryableByName)]
#[diesel(table_name = desk_push_subscriptions, primary_key(session_id))]
pub struct PushSubscription {
    pub session_id: Uuid,
    pub endpoint: String,
    /// The browser's public key: an uncompressed point of P-256.
    pub key: Vec<u8>,
    pub auth: Vec<u8>,
}

/// Saves a session's subscription, and replaces an earlier one. Removes subscriptions that other
/// sessions have left in the same browser. Returns whether the session had none.
pub async fn save(
    connection: &mut AsyncPgConnection,
    subscription: &PushSubscription,
) -> QueryResult<bool> {
    let is_of_browser = desk_push_subscriptions::endpoint.eq(&subscription.endpoint);
    let is_of_session = desk_push_subscriptions::session_id.eq(subscription.session_id);
    let replaced: Vec<Uuid> =
        delete(desk_push_subscriptions::table.filter(is_of_browser.or(is_of_session)))
            .returning(desk_push_subscriptions::session_id)
            .get_results(connection)
            .await?;
    insert_into(desk_push_subscriptions::table)
        .values(subscription)
        // A concurrent request from the same browser.
        .on_conflict(desk_push_subscriptions::session_id)
        .do_update()
        .set(subscription)
        .execute(connection)
        .await?;
    Ok(!replaced.contains(&subscription.session_id))
}

/// Removes a session's subscription. Returns whether there was one.
pub async fn remove(connection: &mut AsyncPgConnection, session: Uuid) -> QueryResult<bool> {
    let removed = delete(desk_push_subscriptions::table.find(session))
        .execute(connection)
        .await?;
    Ok(removed > 0)
}

/// Returns the sessions, with subscribed browsers, of the people with these lowercase addresses, and
/// when they signed in.
pub async fn sessions_of(
    connection: &mut AsyncPgConnection,
    people: &[String],
) -> QueryResult<Vec<(Uuid, DateTime<Utc>)>> {
    desk_push_subscriptions::table
        .inner_join(
            desk_sessions::table.on(desk_sessions::id.eq(desk_push_subscriptions::session_id)),
        )
        .filter(desk_sessions::address.eq_any(people))
        .filter(desk_sessions::seen_at.gt(ago(SESSION_TIMEOUT)))
        .filter(desk_sessions::created_at.gt(ago(MAX_SESSION)))
        .select((desk_sessions::id, desk_sessions::created_at))
        .load(connection)
        .await
}
