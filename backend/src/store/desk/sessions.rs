//! The table `desk_sessions`: who is signed in to the desk.
//!
//! As with [`links`](super::links), a token is looked up by its SHA-256. The columns `token_at`,
//! `previous_token_hash` and `previous_until` are used by earlier versions alone.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, delete, dsl::now, insert_into,
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::store::{
    interval::{interval, timestamptz_mi_interval},
    schema::desk_sessions,
};

/// How long a session lasts.
pub const SESSION_TIMEOUT: Duration = Duration::from_hours(30 * 24);

/// How precise `seen_at` is. Each request that sets it is a write.
const SEEN_PRECISION: Duration = Duration::from_mins(1);

/// A session.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its id.
    pub id: Uuid,
    /// Who is signed in, in lower case.
    pub address: String,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// Begins a session.
///
/// # Errors
/// When the query fails.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
    address: String,
) -> QueryResult<Session> {
    let id = Uuid::now_v7();
    let created_at: DateTime<Utc> = insert_into(desk_sessions::table)
        .values((
            desk_sessions::id.eq(id),
            desk_sessions::token_hash.eq(token_hash),
            desk_sessions::address.eq(&address),
        ))
        .returning(desk_sessions::created_at)
        .get_result(connection)
        .await?;
    Ok(Session {
        id,
        address,
        expires_at: created_at + SESSION_TIMEOUT,
    })
}

/// Finds the session of a token.
///
/// # Errors
/// When a query fails.
pub async fn find(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<Session>> {
    let before = |age| timestamptz_mi_interval(now, interval(age));
    let found: Option<(Uuid, String, DateTime<Utc>, bool)> = desk_sessions::table
        .filter(desk_sessions::token_hash.eq(token_hash))
        .filter(desk_sessions::created_at.gt(before(SESSION_TIMEOUT)))
        .select((
            desk_sessions::id,
            desk_sessions::address,
            desk_sessions::created_at,
            desk_sessions::seen_at.le(before(SEEN_PRECISION)),
        ))
        .first(connection)
        .await
        .optional()?;
    let Some((id, address, created_at, is_seen_again)) = found else {
        return Ok(None);
    };
    if is_seen_again {
        update(desk_sessions::table.find(id))
            .set(desk_sessions::seen_at.eq(now))
            .execute(connection)
            .await?;
    }
    Ok(Some(Session {
        id,
        address,
        expires_at: created_at + SESSION_TIMEOUT,
    }))
}

/// Ends a session.
///
/// # Errors
/// When the query fails.
pub async fn end(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<()> {
    delete(desk_sessions::table.find(id))
        .execute(connection)
        .await
        .map(drop)
}

/// Ends the sessions of an address, or all. Returns how many.
///
/// # Errors
/// When the query fails.
pub async fn end_of(
    connection: &mut AsyncPgConnection,
    address: Option<&str>,
) -> QueryResult<usize> {
    match address {
        Some(address) => {
            delete(desk_sessions::table.filter(desk_sessions::address.eq(address)))
                .execute(connection)
                .await
        }
        None => delete(desk_sessions::table).execute(connection).await,
    }
}
