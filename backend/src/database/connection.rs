//! Opening connections to Postgres, and cancelling their work.
//!
//! Every transaction begins with [`BEGIN`], which limits how long it may take. The limits are the
//! transaction's, not the connection's: a pooler in transaction mode, such as Supabase's, gives
//! each transaction any of its connections to Postgres, so that a `SET` would be lost to this
//! program and left to another.

use std::time::Duration;

use diesel::QueryResult;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncPgConnection, SimpleAsyncConnection,
};
use tokio::time::timeout;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::ConnectError;
use crate::config::DatabaseUrl;

/// How long a request waits for a connection. A visitor who reads within two seconds that
/// calling works still calls.
pub const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a request's work in the database may take, once connected: a hundred times what it
/// takes on a slow day. A single statement has less: see [`BEGIN`].
pub const WORK_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a statement may take: what [`BEGIN`] sets.
pub const STATEMENT_TIMEOUT: Duration = Duration::from_secs(4);

/// Begins a transaction with its limits: a statement may take 4 seconds, waiting for locks
/// included, which is less than the request that waits for it has ([`WORK_TIMEOUT`]). A transaction
/// whose client is silent for as long, or disconnected for a second, is ended.
///
/// There is no `lock_timeout`: one below the statement's would only refuse leads that could still
/// be saved, one above it would have no effect.
pub const BEGIN: &str = "BEGIN;
    SET LOCAL statement_timeout = '4s';
    SET LOCAL idle_in_transaction_session_timeout = '4s';
    SET LOCAL client_connection_check_interval = '1s'";

/// Answered when all statements before it have ended. Outside of a transaction it does nothing.
const ROLLBACK: &str = "ROLLBACK";

/// Opens a single connection, for work that belongs to no request.
///
/// # Errors
/// When Postgres does not answer within [`WORK_TIMEOUT`], or refuses the connection.
pub async fn connect(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    timeout(WORK_TIMEOUT, open(url))
        .await
        .map_err(|_| ConnectError::TimedOut)?
}

/// Opens a connection for diesel. The caller limits the time. Dropped, the connection is closed at
/// once, whatever it is doing.
pub(crate) async fn open(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    let (client, connection) = url.config().connect(url.tls()).await?;
    Ok(AsyncPgConnection::try_from_client_and_connection(client, connection).await?)
}

/// Cancels the work of a connection and waits until Postgres has ended it. The connection can be
/// used again.
///
/// # Errors
/// When the connection has broken: drop it.
pub(crate) async fn recover(
    connection: &mut AsyncPgConnection,
    tls: MakeRustlsConnect,
) -> QueryResult<()> {
    // If Postgres is not reached, the statement ends by the limits of `BEGIN`.
    drop(connection.cancel_token().cancel_query(tls).await);
    connection.batch_execute(ROLLBACK).await?;
    // diesel would still be in the cancelled transaction.
    *connection.transaction_state() = AnsiTransactionManager::default();
    Ok(())
}
