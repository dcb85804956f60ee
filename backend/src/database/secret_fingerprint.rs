//! The table `secret_fingerprint`. Servers with different secrets would save one request twice and refuse each
//! other's tokens, so the servers of a database have one secret.

use diesel::{insert_into, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use hmac::Mac;

use super::schema::secret_fingerprint;
use crate::config::secret::Secret;

/// Whether this secret is the one of the database's servers. The first server's secret is recorded.
pub(super) async fn matches(
    connection: &mut AsyncPgConnection,
    secret: &Secret,
) -> QueryResult<bool> {
    let fingerprint = secret.mac("fingerprint").finalize().into_bytes();
    insert_into(secret_fingerprint::table)
        .values(secret_fingerprint::fingerprint.eq(fingerprint.as_slice()))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    let recorded: Vec<u8> = secret_fingerprint::table
        .select(secret_fingerprint::fingerprint)
        .first(connection)
        .await?;
    Ok(recorded == fingerprint.as_slice())
}
