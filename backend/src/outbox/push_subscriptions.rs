//! The table `desk_push_subscriptions`: browsers that show new leads as notifications. A
//! subscription ends with the session in its browser.

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

/// A browser's subscription.
#[derive(Clone, Debug, Insertable, AsChangeset, QueryableByName)]
#[diesel(table_name = desk_push_subscriptions, primary_key(session_id))]
pub struct PushSubscription {
    /// The session in the browser.
    pub session_id: Uuid,
    /// Where push messages are sent: a URL.
    pub endpoint: String,
    /// The browser's public key: an uncompressed point of P-256.
    pub key: Vec<u8>,
    /// The browser's authentication secret.
    pub auth: Vec<u8>,
}

/// Saves the subscription of a session, in place of the one before. Subscriptions that other
/// sessions have left in the same browser are removed. Returns whether the session had none.
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
        // Another request of the same browser, at the same time.
        .on_conflict(desk_push_subscriptions::session_id)
        .do_update()
        .set(subscription)
        .execute(connection)
        .await?;
    Ok(!replaced.contains(&subscription.session_id))
}

/// Removes the subscription of a session. Returns whether there was one.
pub async fn remove(connection: &mut AsyncPgConnection, session: Uuid) -> QueryResult<bool> {
    let removed = delete(desk_push_subscriptions::table.find(session))
        .execute(connection)
        .await?;
    Ok(removed > 0)
}

/// The sessions of people with these addresses, in lower case, whose browsers are subscribed.
pub async fn sessions_of(
    connection: &mut AsyncPgConnection,
    people: &[String],
) -> QueryResult<Vec<Uuid>> {
    desk_push_subscriptions::table
        .inner_join(
            desk_sessions::table.on(desk_sessions::id.eq(desk_push_subscriptions::session_id)),
        )
        .filter(desk_sessions::address.eq_any(people))
        .filter(desk_sessions::seen_at.gt(ago(SESSION_TIMEOUT)))
        .filter(desk_sessions::created_at.gt(ago(MAX_SESSION)))
        .select(desk_push_subscriptions::session_id)
        .load(connection)
        .await
}
