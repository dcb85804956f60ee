//! The table `desk_sessions`: the sessions at the desk.
//!
//! As in [`links`](super::links), a token is looked up by its SHA-256.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{dsl::now, insert_into, prelude::*, sql_types::Timestamptz, update};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{
    config::{MAX_SESSION, SESSION_TIMEOUT},
    database::{interval::ago, schema::desk_sessions},
};

/// The precision of `seen_at`. Each request that updates it is a write.
const SEEN_PRECISION: Duration = Duration::from_mins(1);

#[derive(Clone, Debug)]
pub struct Session {
    pub id: Uuid,
    /// The address of the signed-in person, in lower case.
    pub address: String,
    /// The time at which the session ends, unless it is used again.
    pub ends_at: DateTime<Utc>,
    /// Whether the browser's cookie needs the new end: once per day on which the session is used.
    pub is_renewed: bool,
}

impl Session {
    fn new(id: Uuid, address: String, created_at: DateTime<Utc>, seen_at: DateTime<Utc>) -> Self {
        Self {
            id,
            address,
            ends_at: (seen_at + SESSION_TIMEOUT).min(created_at + MAX_SESSION),
            is_renewed: false,
        }
    }
}

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
    Ok(Session::new(id, address, created_at, created_at))
}

pub async fn find(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<Session>> {
    let found = desk_sessions::table
        .filter(desk_sessions::token_hash.eq(token_hash))
        .filter(desk_sessions::seen_at.gt(ago(SESSION_TIMEOUT)))
        .filter(desk_sessions::created_at.gt(ago(MAX_SESSION)))
        .select((
            desk_sessions::id,
            desk_sessions::address,
            desk_sessions::created_at,
            desk_sessions::seen_at,
            now.into_sql::<Timestamptz>(),
        ))
        .first::<(Uuid, String, DateTime<Utc>, DateTime<Utc>, DateTime<Utc>)>(connection)
        .await
        .optional()?;
    let Some((id, address, created_at, seen_at, at)) = found else {
        return Ok(None);
    };
    if at < seen_at + SEEN_PRECISION {
        return Ok(Some(Session::new(id, address, created_at, seen_at)));
    }
    update(desk_sessions::table.find(id))
        .set(desk_sessions::seen_at.eq(now))
        .execute(connection)
        .await?;
    let day = |time: DateTime<Utc>| (time - created_at).num_days();
    Ok(Some(Session {
        is_renewed: day(at) > day(seen_at),
        ..Session::new(id, address, created_at, at)
    }))
}
