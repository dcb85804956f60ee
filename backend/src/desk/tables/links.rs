//! The table `desk_links`: sign-in links, and the codes of their emails.
//!
//! A token is looked up by its SHA-256. The time of the comparison reveals nothing useful: a guess
//! whose hash begins like the right one does not help to guess the token.

use std::time::Duration;

use diesel::{dsl::now, insert_into, prelude::*, sql_query, update};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    config::DeskPerson,
    database::{interval::ago, schema::desk_links},
    desk::Token,
    site::DESK_PAGE,
};

pub const LINK_TIMEOUT: Duration = Duration::from_mins(15);

const MAX_TRIES: i16 = 5;

#[derive(Clone, Copy, Debug)]
pub struct CodeHashes {
    /// The SHA-256 of the token that the browser got when it requested the link.
    pub request: [u8; 32],
    /// The SHA-256 of that token and the code.
    pub code: [u8; 32],
}

#[derive(Clone, Debug, Queryable)]
pub struct TriedCode {
    pub address: String,
    pub token_hash: Vec<u8>,
    /// The number of attempts, including this one.
    pub tries: i16,
    /// Whether the code is the link's code. `None` if the link has none.
    pub is_right: Option<bool>,
}

/// Creates a link that signs a person in. The token is in the fragment, so no server or proxy logs it.
pub async fn make_link(
    connection: &mut AsyncPgConnection,
    public_url: &str,
    person: &DeskPerson,
    code: Option<&CodeHashes>,
) -> QueryResult<String> {
    let token = Token::generate();
    insert_into(desk_links::table)
        .values((
            desk_links::token_hash.eq(&token.hash()[..]),
            desk_links::address.eq(person.key()),
            desk_links::request_hash.eq(code.map(|code| &code.request[..])),
            desk_links::code_hash.eq(code.map(|code| &code.code[..])),
        ))
        .execute(connection)
        .await?;
    Ok(format!("{public_url}{DESK_PAGE}#sign-in={}", token.text()))
}

/// Uses a link, in one statement: of two concurrent requests, one succeeds. Returns the address
/// that the link signs in; `None` if the link was used, has expired, or never existed.
pub async fn redeem(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<String>> {
    update(desk_links::table.find(token_hash))
        .filter(desk_links::used_at.is_null())
        .filter(desk_links::created_at.gt(ago(LINK_TIMEOUT)))
        .set(desk_links::used_at.eq(now))
        .returning(desk_links::address)
        .get_result(connection)
        .await
        .optional()
}

/// Counts a code attempt. Returns `None` without a valid link, or after too many attempts.
pub async fn try_code(
    connection: &mut AsyncPgConnection,
    hashes: &CodeHashes,
) -> QueryResult<Option<TriedCode>> {
    // A request for a stranger's address has no row to update. Without this, only the others would
    // wait for the disk, and the response time would reveal who may sign in.
    sql_query("SET LOCAL synchronous_commit = off")
        .execute(connection)
        .await?;
    update(desk_links::table)
        .filter(desk_links::request_hash.eq(&hashes.request[..]))
        .filter(desk_links::used_at.is_null())
        .filter(desk_links::created_at.gt(ago(LINK_TIMEOUT)))
        .filter(desk_links::tries.lt(MAX_TRIES))
        .set(desk_links::tries.eq(desk_links::tries + 1))
        .returning((
            desk_links::address,
            desk_links::token_hash,
            desk_links::tries,
            desk_links::code_hash.eq(&hashes.code[..]),
        ))
        .get_result(connection)
        .await
        .optional()
}
