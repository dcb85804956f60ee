//! Opens connections to Postgres, and cancels their work.
//!
//! The time limits belong to the transaction ([`BEGIN`]), not to the connection, because a pooler
//! in transaction mode, such as Supabase's, may run each transaction on another connection.

use std::time::Duration;

use diesel::QueryResult;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncPgConnection, SimpleAsyncConnection,
};
use tokio::time::timeout;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::ConnectError;
use crate::config::DatabaseUrl;

/// The longest wait of a request for a connection. A visitor who reads within two seconds that they
/// should call still calls.
pub const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest time for a request's work in the database, once connected: a hundred times what it
/// takes on a slow day. A single statement has less time: see [`BEGIN`].
pub const WORK_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest time for a statement, as [`BEGIN`] sets it.
pub const STATEMENT_TIMEOUT: Duration = Duration::from_secs(4);

/// Begins a transaction with its limits. A statement can take 4 seconds, including its wait for
/// locks: less than the request that waits for it ([`WORK_TIMEOUT`]). Postgres ends a transaction
/// whose client is silent for the same time, or disconnected for a second.
///
/// There is no `lock_timeout`. One shorter than the statement's timeout would only refuse leads
/// that could still be saved, and a longer one would have no effect.
pub const BEGIN: &str = "BEGIN;
    SET LOCAL statement_timeout = '4s';
    SET LOCAL idle_in_transaction_session_timeout = '4s';
    SET LOCAL client_connection_check_interval = '1s'";

/// Completes when all previous statements have ended. Outside of a transaction it does nothing.
const ROLLBACK: &str = "ROLLBACK";

/// Opens a single connection, for work that belongs to no request.
///
/// # Errors
/// When Postgres does not respond within [`WORK_TIMEOUT`], or refuses the connection.
pub async fn connect(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    timeout(WORK_TIMEOUT, open(url))
        .await
        .map_err(|_| ConnectError::TimedOut)?
}

/// Opens a connection for diesel. The caller limits the time. A connection is closed as soon as it
/// is dropped, even in the middle of a statement.
pub(crate) async fn open(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    let (client, connection) = url.config().connect(url.tls()).await?;
    Ok(AsyncPgConnection::try_from_client_and_connection(client, connection).await?)
}

/// Cancels the work of a connection, and waits until Postgres has ended it. Then the connection can
/// be reused, unless this fails.
pub(crate) async fn recover(
    connection: &mut AsyncPgConnection,
    tls: MakeRustlsConnect,
) -> QueryResult<()> {
    // If Postgres cannot be reached, the limits of `BEGIN` end the statement.
    drop(connection.cancel_token().cancel_query(tls).await);
    connection.batch_execute(ROLLBACK).await?;
    // Otherwise diesel would assume that it is still in the cancelled transaction.
    *connection.transaction_state() = AnsiTransactionManager::default();
    Ok(())
}
