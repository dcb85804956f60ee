//! The table `desk_links`: links that sign in to the desk, and the codes of their mails.
//!
//! A token is looked up by its SHA-256. The time of the comparison reveals nothing useful: knowing
//! that a guess's hash begins like the right one does not help to guess the token.

use std::time::Duration;

use diesel::{dsl::now, insert_into, prelude::*, sql_query, update};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    config::DeskPerson,
    database::{interval::ago, schema::desk_links},
    desk::Token,
    site::DESK_PAGE,
};

/// How long a link and its code are valid.
pub const LINK_TIMEOUT: Duration = Duration::from_mins(15);

/// How many codes may be typed for a link.
const MAX_TRIES: i16 = 5;

/// The hashes that the table has for the code of a link's mail.
#[derive(Clone, Copy, Debug)]
pub struct CodeHashes {
    /// SHA-256 of the token that the browser got when it asked for the link.
    pub request: [u8; 32],
    /// SHA-256 of that token and the code.
    pub code: [u8; 32],
}

/// A code that was typed for a valid link.
#[derive(Clone, Debug, Queryable)]
pub struct TriedCode {
    /// The address that the link signs in.
    pub address: String,
    /// The hash of the link's token.
    pub token_hash: Vec<u8>,
    /// Whether it is the link's code. `None` if the link has none.
    pub is_right: Option<bool>,
}

/// Makes a link that signs a person in. The token is in the fragment: no server or proxy logs it.
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
/// that it signs in; `None` if the link was used, has expired, or never existed.
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

/// Counts a typed code. Returns `None` without a valid link, or if too many codes were typed for it.
pub async fn try_code(
    connection: &mut AsyncPgConnection,
    hashes: &CodeHashes,
) -> QueryResult<Option<TriedCode>> {
    // A request for a stranger's address has no row to update. Without this, only the others would
    // wait for the disk, and the time would reveal who may sign in.
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
            desk_links::code_hash.eq(&hashes.code[..]),
        ))
        .get_result(connection)
        .await
        .optional()
}
