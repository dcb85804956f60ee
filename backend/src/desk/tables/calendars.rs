//! The table `desk_calendars`: private addresses under which calendars read the visits.
//!
//! As with [`links`](super::links), a token is looked up by its SHA-256.

use chrono::{DateTime, Utc};
use diesel::{delete, dsl::now, insert_into, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::database::schema::desk_calendars;

/// Saves a person's calendar address, in place of the one before.
pub async fn replace(
    connection: &mut AsyncPgConnection,
    address: &str,
    token_hash: &[u8],
) -> QueryResult<()> {
    let token = desk_calendars::token_hash.eq(token_hash);
    insert_into(desk_calendars::table)
        .values((desk_calendars::address.eq(address), token))
        .on_conflict(desk_calendars::address)
        .do_update()
        .set((token, desk_calendars::created_at.eq(now)))
        .execute(connection)
        .await
        .map(drop)
}

/// Reads since when a person has a calendar address.
pub async fn since(
    connection: &mut AsyncPgConnection,
    address: &str,
) -> QueryResult<Option<DateTime<Utc>>> {
    desk_calendars::table
        .find(address)
        .select(desk_calendars::created_at)
        .first(connection)
        .await
        .optional()
}

/// Finds whose calendar address has this token.
pub async fn find(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<String>> {
    desk_calendars::table
        .filter(desk_calendars::token_hash.eq(token_hash))
        .select(desk_calendars::address)
        .first(connection)
        .await
        .optional()
}

/// Ends the calendar address of a person.
pub async fn end(connection: &mut AsyncPgConnection, address: &str) -> QueryResult<usize> {
    delete(desk_calendars::table.find(address))
        .execute(connection)
        .await
}
