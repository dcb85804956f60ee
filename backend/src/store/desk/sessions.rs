//! The table `desk_sessions`: who is signed in to the desk.
//!
//! As with [`links`](super::links), a token is looked up by its SHA-256.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, NullableExpressionMethods,
    OptionalExtension, QueryDsl, QueryResult, Queryable, delete, dsl::now, insert_into,
    sql_types::Timestamptz, update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::store::{
    interval::{interval, timestamptz_mi_interval, timestamptz_pl_interval},
    schema::desk_sessions,
};

/// How long a session lasts.
pub const SESSION_TIMEOUT: Duration = Duration::from_hours(30 * 24);

/// How old a token gets before another takes its place.
const TOKEN_TIMEOUT: Duration = Duration::from_hours(24);

/// How long the token before is good once the new one is used: requests may be on their way. A browser
/// that goes on with it for longer did not get the answer with the new one, and is given another.
const GRACE: Duration = Duration::from_mins(1);

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

#[derive(Queryable)]
struct FoundSession {
    id: Uuid,
    address: String,
    created_at: DateTime<Utc>,
    seen_at: DateTime<Utc>,
    token_hash: Vec<u8>,
    token_at: DateTime<Utc>,
    previous_token_hash: Option<Vec<u8>>,
    previous_until: Option<DateTime<Utc>>,
    time: DateTime<Utc>,
}

/// Finds the session of a token. Returns it, and whether its token is now the one with the hash
/// `next`: then the browser is to be given that.
///
/// # Errors
/// When a query fails.
pub async fn find(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
    next: &[u8],
) -> QueryResult<Option<(Session, bool)>> {
    let oldest = timestamptz_mi_interval(now, interval(SESSION_TIMEOUT));
    let is_previous = desk_sessions::previous_token_hash
        .eq(token_hash)
        .assume_not_null()
        .and(
            desk_sessions::previous_until
                .is_null()
                .or(desk_sessions::previous_until.gt(now).assume_not_null()),
        );
    let row: Option<FoundSession> = desk_sessions::table
        .filter(desk_sessions::created_at.gt(oldest))
        .filter(desk_sessions::token_hash.eq(token_hash).or(is_previous))
        .select((
            desk_sessions::id,
            desk_sessions::address,
            desk_sessions::created_at,
            desk_sessions::seen_at,
            desk_sessions::token_hash,
            desk_sessions::token_at,
            desk_sessions::previous_token_hash,
            desk_sessions::previous_until,
            now.into_sql::<Timestamptz>(),
        ))
        .first(connection)
        .await
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let is_rotated = row.keep(connection, token_hash, next).await?;
    let session = Session {
        id: row.id,
        address: row.address,
        expires_at: row.created_at + SESSION_TIMEOUT,
    };
    Ok(Some((session, is_rotated)))
}

impl FoundSession {
    /// Writes what the use of a token changes. Returns whether the session has the token `next` now.
    ///
    /// Each statement holds only for the state that was read: of requests at the same time, one
    /// rotates the token, and the others go on with theirs.
    async fn keep(
        &self,
        connection: &mut AsyncPgConnection,
        token_hash: &[u8],
        next: &[u8],
    ) -> QueryResult<bool> {
        let session = desk_sessions::table
            .find(self.id)
            .filter(desk_sessions::token_at.eq(self.token_at));
        let is_current = self.token_hash == token_hash;
        let since = |time: DateTime<Utc>| (self.time - time).to_std().unwrap_or_default();
        if since(self.seen_at) >= SEEN_PRECISION {
            update(session)
                .set(desk_sessions::seen_at.eq(now))
                .execute(connection)
                .await?;
        }
        let age = since(self.token_at);
        let rotated = if is_current && age >= TOKEN_TIMEOUT {
            update(session)
                .set((
                    desk_sessions::token_hash.eq(next),
                    desk_sessions::token_at.eq(now),
                    desk_sessions::previous_token_hash.eq(token_hash),
                    desk_sessions::previous_until.eq(None::<DateTime<Utc>>),
                ))
                .execute(connection)
                .await?
        } else if !is_current && self.previous_until.is_none() && age >= GRACE {
            update(session)
                .set((
                    desk_sessions::token_hash.eq(next),
                    desk_sessions::token_at.eq(now),
                ))
                .execute(connection)
                .await?
        } else {
            if is_current && self.previous_token_hash.is_some() && self.previous_until.is_none() {
                let until = timestamptz_pl_interval(now, interval(GRACE));
                update(session)
                    .set(desk_sessions::previous_until.eq(until.nullable()))
                    .execute(connection)
                    .await?;
            }
            0
        };
        Ok(rotated > 0)
    }
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
