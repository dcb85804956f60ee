//! Opens connections to Postgres, and cancels their work.
//!
//! The time limits belong to the transaction ([`begin`]), not to the connection, because a pooler
//! in transaction mode, such as Supabase's, may run each transaction on another connection.

use diesel::QueryResult;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncPgConnection, SimpleAsyncConnection,
};
use tokio::time::timeout;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::ConnectError;
use crate::config::{DatabaseUrl, Deadlines};

/// Returns the statements that begin a transaction with its limits. A statement has less time than
/// the request that waits for it, including its wait for locks. Postgres ends a transaction whose
/// client is silent for the same time, or disconnected for a second.
///
/// There is no `lock_timeout`. One shorter than the statement's timeout would only refuse leads
/// that could still be saved, and a longer one would have no effect.
pub fn begin(deadlines: &Deadlines) -> String {
    let statement = deadlines.statement.as_millis();
    format!(
        "BEGIN;
        SET LOCAL statement_timeout = {statement};
        SET LOCAL idle_in_transaction_session_timeout = {statement};
        SET LOCAL client_connection_check_interval = '1s'"
    )
}

/// Completes when all previous statements have ended. Outside of a transaction it does nothing.
const ROLLBACK: &str = "ROLLBACK";

/// Opens a single connection, for work that belongs to no request.
///
/// # Errors
/// When Postgres does not respond within [`Deadlines::work`], or refuses the connection.
pub async fn connect(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    timeout(url.deadlines.work, open(url))
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
