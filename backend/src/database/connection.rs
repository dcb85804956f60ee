//! Opens connections to Postgres, and cancels their work.
//!
//! The time limits belong to the transaction ([`begin`]), not to the connection, because a pooler
//! in transaction mode, such as Supabase's, may run each transaction on another connection.

use std::time::Duration;

use diesel::QueryResult;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncPgConnection, SimpleAsyncConnection,
};
use tokio::time::timeout;
use tokio_postgres::Config;
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

/// The delay before another attempt at work that failed because of an outage, or of a conflict: Postgres
/// would let the next transaction pass before it wakes the one that waited.
pub(crate) const RETRY: Duration = Duration::from_millis(50);

/// Opens a connection for diesel. It is closed as soon as it is dropped, even in the middle of a
/// statement.
///
/// # Errors
/// When no host responds within [`Deadlines::host`], or each refuses the connection.
pub async fn connect(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    at_a_host(url, |config| async move {
        let (client, connection) = config.connect(url.tls()).await?;
        Ok(AsyncPgConnection::try_from_client_and_connection(client, connection).await?)
    })
    .await
}

/// Begins a connection at the first host where that succeeds within [`Deadlines::host`]. The next
/// connections begin with the same host.
pub(crate) async fn at_a_host<T, F: Future<Output = Result<T, ConnectError>>>(
    url: &DatabaseUrl,
    begin: impl Fn(Config) -> F,
) -> Result<T, ConnectError> {
    let mut outcome = Err(ConnectError::TimedOut);
    for _ in 0..url.host_count() {
        let host = url.host();
        let beginning = timeout(url.deadlines.host, begin(url.config(host)));
        outcome = beginning.await.unwrap_or(Err(ConnectError::TimedOut));
        if outcome.is_ok() {
            break;
        }
        url.leave(host);
    }
    outcome
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
