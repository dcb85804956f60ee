//! The database: Postgres, reached through diesel.

pub mod connection;
pub mod erasure;
pub mod inspection;
pub mod lead_records;
pub mod lead_writer;
pub mod migrations;
pub mod outbox;
pub mod phone_clicks;
pub mod pruning;
pub mod rate_limits;
pub mod schema;
pub mod site_forms;

use std::{sync::Arc, time::Duration};

use deadpool::managed::{Manager, Metrics, Pool, PoolError, RecycleError, RecycleResult};
use diesel::{
    ConnectionError, QueryResult,
    data_types::PgInterval,
    result::{DatabaseErrorKind, Error as DieselError},
    sql_types::{Interval, Timestamptz},
};
use diesel_async::AsyncPgConnection;
use thiserror::Error;
use tokio::time::timeout;

use connection::{Connection, DatabaseUrl};

use migrations::Migrated;

/// How long a request waits for a connection. A visitor who is told within two seconds that
/// calling works still calls.
pub const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a request's work in the database may take, once connected: a hundred times what it
/// takes on a slow day.
pub const WORK_TIMEOUT: Duration = Duration::from_secs(5);

/// Why the database did not do its part.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no connection to be had.
    #[error("no connection to Postgres")]
    Unreachable(#[source] PoolError<ConnectError>),
    /// Likewise, for the leads' own connection.
    #[error("no connection to Postgres")]
    Connect(#[from] ConnectError),
    /// The database has not been brought to the schema yet; see [`migrations`].
    #[error("the database does not have the schema yet")]
    NotMigrated,
    /// It took longer than [`CONNECTION_TIMEOUT`] or [`WORK_TIMEOUT`].
    #[error("Postgres did not answer in time")]
    TimedOut,
    /// Postgres refused, or broke off.
    #[error("the query failed")]
    Query(#[from] DieselError),
    /// Postgres refused a batch of leads, or broke off.
    #[error("the leads were not saved")]
    Batch(#[from] tokio_postgres::Error),
    /// The batch that the lead was in was not saved.
    #[error(transparent)]
    InBatch(#[from] Arc<StoreError>),
    /// There are more leads than can be saved.
    #[error("too many leads wait to be saved")]
    QueueFull,
    /// The task that saves leads has ended, with the process.
    #[error("leads are not saved any more")]
    WriterEnded,
}

/// The classes of SQLSTATE that are no outage: a value that Postgres does not take, a constraint that
/// it breaks, and a statement that does not fit the schema.
const FAULT_CLASSES: [&str; 3] = ["22", "23", "42"];

impl StoreError {
    /// Whether the database is away, as opposed to a fault in this program. What Postgres refuses
    /// for reasons of its own (it stops, its disk is full, it has become read-only) counts as away.
    ///
    /// diesel does not pass on the SQLSTATE. What it calls unknown is told apart by the position in
    /// the statement, which Postgres gives for what it cannot parse or resolve (class 42: a syntax
    /// error, an undefined table), and for nothing that an outage brings.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Unreachable(_)
            | Self::Connect(_)
            | Self::NotMigrated
            | Self::TimedOut
            | Self::QueueFull
            | Self::WriterEnded
            | Self::Query(DieselError::BrokenTransactionManager) => true,
            Self::InBatch(cause) => cause.is_outage(),
            Self::Batch(cause) => cause.code().is_none_or(|state| {
                !FAULT_CLASSES
                    .iter()
                    .any(|class| state.code().starts_with(class))
            }),
            Self::Query(DieselError::DatabaseError(kind, information)) => match kind {
                DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::ReadOnlyTransaction
                | DatabaseErrorKind::SerializationFailure => true,
                DatabaseErrorKind::Unknown => information.statement_position().is_none(),
                _ => false,
            },
            Self::Query(_) => false,
        }
    }
}

/// Why there is no connection, and what to do about it.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// Nothing answers.
    #[error("Postgres does not answer: see that it runs, and that DATABASE_URL is its address")]
    TimedOut,
    /// Postgres is not there, or says no.
    #[error("Postgres cannot be reached: see that it runs, and that DATABASE_URL is right")]
    Refused(#[from] tokio_postgres::Error),
    /// Postgres does not take the settings of the connection.
    #[error("Postgres does not take the connection's settings")]
    Settings(#[from] ConnectionError),
}

diesel::define_sql_function! {
    /// The `+` of a time and an interval, by its name in Postgres.
    fn timestamptz_pl_interval(time: Timestamptz, interval: Interval) -> Timestamptz;
}

diesel::define_sql_function! {
    /// The `-` of a time and an interval, by its name in Postgres.
    fn timestamptz_mi_interval(time: Timestamptz, interval: Interval) -> Timestamptz;
}

/// A length of time, as Postgres takes it.
fn interval(length: Duration) -> PgInterval {
    PgInterval::from_microseconds(i64::try_from(length.as_micros()).unwrap_or(i64::MAX))
}

/// Opens a single connection, for work that is not a request's.
///
/// # Errors
/// [`ConnectError`].
pub async fn connect(url: &DatabaseUrl) -> Result<AsyncPgConnection, ConnectError> {
    timeout(WORK_TIMEOUT, Connection::open(url))
        .await
        .map_err(|_| ConnectError::TimedOut)?
        .map(|connection| connection.diesel)
}

/// A pool of connections. Each worker thread has its own, so that a connection's traffic and the
/// requests that wait for it are driven by one thread.
pub struct Store {
    pool: Pool<Connections>,
    migrated: Migrated,
}

impl Store {
    /// A pool of `size` connections at most, none of them open yet. It does nothing until the
    /// database is `migrated`.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        clippy::expect_used,
        reason = "building fails only for a pool that has time-outs of its own and no runtime"
    )]
    pub fn new(url: DatabaseUrl, size: usize, migrated: Migrated) -> Self {
        let pool = Pool::builder(Connections { url })
            .max_size(size)
            .build()
            .expect("a pool without time-outs of its own");
        Self { pool, migrated }
    }

    /// Does work in the database, within [`CONNECTION_TIMEOUT`] and [`WORK_TIMEOUT`].
    ///
    /// # Errors
    /// [`StoreError`]. The connection that failed is not used again.
    pub async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if !self.migrated.is_done() {
            return Err(StoreError::NotMigrated);
        }
        let mut connection = timeout(CONNECTION_TIMEOUT, self.pool.get())
            .await
            .map_err(|_| StoreError::TimedOut)?
            .map_err(StoreError::Unreachable)?;
        // It stays so when the work fails, takes too long, or is dropped half-way.
        connection.usable = false;
        let done = timeout(WORK_TIMEOUT, work(&mut connection.diesel))
            .await
            .map_err(|_| StoreError::TimedOut)??;
        connection.usable = true;
        Ok(done)
    }
}

/// Opens the connections of a pool.
///
/// diesel-async has a manager of its own. It tells that a connection has broken only by a query
/// before each use, a round trip that costs as much as saving a row; this one asks the task that
/// drives the connection, which costs nothing.
struct Connections {
    url: DatabaseUrl,
}

impl Manager for Connections {
    type Type = Connection;
    type Error = ConnectError;

    async fn create(&self) -> Result<Connection, ConnectError> {
        Connection::open(&self.url).await
    }

    async fn recycle(
        &self,
        connection: &mut Connection,
        _: &Metrics,
    ) -> RecycleResult<ConnectError> {
        if connection.usable && !connection.driver.is_finished() {
            Ok(())
        } else {
            Err(RecycleError::message("the connection has broken"))
        }
    }
}
