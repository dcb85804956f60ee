//! The table `desk_links`: links that sign in to the desk.
//!
//! A token is looked up by its SHA-256. The time of the comparison tells an attacker nothing: knowing
//! that a guess's hash begins like the right one does not help to guess the token.

use std::time::Duration;

use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, delete, dsl::now, insert_into,
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::store::{
    interval::{interval, timestamptz_mi_interval},
    schema::desk_links,
};

/// How long a link is good.
pub const LINK_TIMEOUT: Duration = Duration::from_mins(15);

/// Saves a link.
///
/// # Errors
/// When the query fails.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
    address: &str,
) -> QueryResult<()> {
    insert_into(desk_links::table)
        .values((
            desk_links::token_hash.eq(token_hash),
            desk_links::address.eq(address),
        ))
        .execute(connection)
        .await
        .map(drop)
}

/// Uses a link: one statement, so that of two requests with it one succeeds. Returns the address that
/// it signs in; `None` if it was used, has expired, or never was.
///
/// # Errors
/// When the query fails.
pub async fn redeem(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<String>> {
    let oldest = timestamptz_mi_interval(now, interval(LINK_TIMEOUT));
    update(desk_links::table.find(token_hash))
        .filter(desk_links::used_at.is_null())
        .filter(desk_links::created_at.gt(oldest))
        .set(desk_links::used_at.eq(now))
        .returning(desk_links::address)
        .get_result(connection)
        .await
        .optional()
}

/// Deletes the links of an address, or all.
///
/// # Errors
/// When the query fails.
pub async fn delete_of(
    connection: &mut AsyncPgConnection,
    address: Option<&str>,
) -> QueryResult<usize> {
    match address {
        Some(address) => {
            delete(desk_links::table.filter(desk_links::address.eq(address)))
                .execute(connection)
                .await
        }
        None => delete(desk_links::table).execute(connection).await,
    }
}
