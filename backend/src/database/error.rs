//! Errors of the database.

use std::{error::Error as StdError, io};

use diesel::{
    ConnectionError,
    result::{DatabaseErrorKind, Error as DieselError},
};
use diesel_async::pooled_connection::deadpool::PoolError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("no connection to Postgres")]
    Pool(#[source] PoolError),
    #[error("no connection to Postgres")]
    Connect(#[from] ConnectError),
    #[error("the database does not have the schema yet")]
    NotMigrated,
    /// No connection was available within [`Deadlines::connection`](crate::config::Deadlines).
    #[error("Postgres did not respond in time")]
    TimedOut,
    /// The work, or a statement of it, took longer than its [deadline](crate::config::Deadlines).
    #[error("Postgres took too long")]
    TookTooLong,
    #[error("the query failed")]
    Query(#[from] DieselError),
    #[error("the statement failed")]
    Statement(#[from] tokio_postgres::Error),
}

impl StoreError {
    /// Whether the database is unavailable, as opposed to a fault in this program. Postgres may
    /// also refuse work for its own reasons (it is stopping, its disk is full, it has become
    /// read-only). That counts as unavailable.
    ///
    /// diesel does not pass on the SQLSTATE. Its unknown errors are distinguished by their position
    /// in the statement. Postgres reports a position if it cannot parse or resolve something (class
    /// 42: a syntax error, an undefined table), but never for the effects of an outage.
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Pool(_)
            | Self::Connect(_)
            | Self::NotMigrated
            | Self::TimedOut
            | Self::TookTooLong => true,
            Self::Query(DieselError::DatabaseError(kind, information)) => match kind {
                DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::ReadOnlyTransaction
                | DatabaseErrorKind::SerializationFailure => true,
                DatabaseErrorKind::Unknown => information.statement_position().is_none(),
                _ => false,
            },
            Self::Query(cause) => matches!(
                cause,
                DieselError::BrokenTransactionManager | DieselError::RollbackErrorOnCommit { .. }
            ),
            Self::Statement(cause) => match cause.code() {
                Some(state) => !FAULTS.iter().any(|class| state.code().starts_with(class)),
                // Other errors mean that the values do not fit the statement.
                None => {
                    cause.is_closed() || cause.source().is_some_and(<dyn StdError>::is::<io::Error>)
                }
            },
        }
    }

    /// Whether two transactions conflicted and Postgres rolled this one back, because of a serialization
    /// failure or a deadlock, which diesel does not report as such. A deadlock is the only error of
    /// unknown kind that has both a detail and a hint and leaves the connection open, in any language.
    pub(crate) fn is_conflict(&self) -> bool {
        let Self::Query(DieselError::DatabaseError(kind, information)) = self else {
            return false;
        };
        match kind {
            DatabaseErrorKind::SerializationFailure => true,
            DatabaseErrorKind::Unknown => {
                information.details().is_some()
                    && information.hint().is_some()
                    && information.statement_position().is_none()
            }
            _ => false,
        }
    }

    /// Whether Postgres returned an error for the statement, possibly because of one of its values.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Query(DieselError::DatabaseError(kind, _)) if !matches!(
                kind,
                DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection
            )
        )
    }
}

/// The classes of SQLSTATE (the first two characters) that blame the statement and its values: cardinality,
/// data, constraint, statement name, syntax or access rule. The other classes are about Postgres itself.
const FAULTS: [&str; 5] = ["21", "22", "23", "26", "42"];

#[derive(Debug, Error)]
pub enum ConnectError {
    #[error("Postgres does not respond: check that it runs, and that DATABASE_URL is its address")]
    TimedOut,
    #[error("Postgres cannot be reached: check that it runs, and that DATABASE_URL is correct")]
    Refused(#[source] tokio_postgres::Error),
    #[error("the server there is not Postgres: check the host and port in DATABASE_URL")]
    NotPostgres,
    #[error("Postgres rejects the connection's settings")]
    Settings(#[from] ConnectionError),
}

impl From<tokio_postgres::Error> for ConnectError {
    fn from(cause: tokio_postgres::Error) -> Self {
        // A response that violates the protocol is read as an unfinished message.
        match cause.source() {
            Some(source) if source.to_string() == "bytes remaining on stream" => Self::NotPostgres,
            _ => Self::Refused(cause),
        }
    }
}
