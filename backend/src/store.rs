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
pub mod sent_texts;
pub mod site_forms;

use std::{error::Error as StdError, io, sync::Arc, time::Duration};

use deadpool::managed::{Manager, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult};
use diesel::{
    ConnectionError, QueryResult,
    data_types::PgInterval,
    result::{DatabaseErrorKind, Error as DieselError},
    sql_types::{Interval, Timestamptz},
};
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, TransactionManager};
use scopeguard::ScopeGuard;
use thiserror::Error;
use tokio::{runtime::Handle, time::timeout};
use tokio_postgres::error::SqlState;

use connection::{BEGIN, Connection, DatabaseUrl};
use migrations::Migrated;

/// How long a request waits for a connection. A visitor who is told within two seconds that
/// calling works still calls.
pub const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a request's work in the database may take, once connected: a hundred times what it
/// takes on a slow day. A single statement has less: see [`BEGIN`].
pub const WORK_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a connection whose work was given up is kept from the others, until Postgres has ended
/// the work. It has long done so by then, or is not reached.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(30);

/// Why the database did not do its part.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no connection to be had.
    #[error("no connection to Postgres")]
    Unreachable(#[source] PoolError<ConnectError>),
    /// Likewise, for the connection of the leads.
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
    /// Likewise, for a statement that diesel does not write.
    #[error("the statement failed")]
    Statement(#[from] tokio_postgres::Error),
    /// The batch of leads that this one was in was not saved.
    #[error(transparent)]
    InBatch(#[from] Arc<StoreError>),
    /// More leads wait to be saved than the queue holds.
    #[error("too many leads wait to be saved")]
    QueueFull,
    /// The task that saves leads has ended, with the process.
    #[error("leads are not saved any more")]
    WriterEnded,
}

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
            | Self::Query(
                DieselError::BrokenTransactionManager | DieselError::RollbackErrorOnCommit { .. },
            ) => true,
            Self::Query(DieselError::DatabaseError(kind, information)) => match kind {
                DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::ReadOnlyTransaction
                | DatabaseErrorKind::SerializationFailure => true,
                DatabaseErrorKind::Unknown => information.statement_position().is_none(),
                _ => false,
            },
            Self::Query(_) => false,
            Self::InBatch(cause) => cause.is_outage(),
            Self::Statement(cause) => match cause.code() {
                Some(state) => !is_fault(state),
                // Nothing was answered, or the values of the statement do not fit it.
                None => {
                    cause.is_closed() || cause.source().is_some_and(<dyn StdError>::is::<io::Error>)
                }
            },
        }
    }
}

/// The classes of SQLSTATE (the first two characters) that blame the statement and its values: not
/// supported, cardinality, data, constraint, statement name, syntax or access rule.
const FAULTS: [&str; 6] = ["0A", "21", "22", "23", "26", "42"];

/// Whether Postgres blames the statement. Otherwise it is its own state that keeps it from its work:
/// connections (08), a read-only server (25006), conflicts (40), resources (53), locks (55), an
/// operator (57), the system (58).
fn is_fault(state: &SqlState) -> bool {
    FAULTS.iter().any(|class| state.code().starts_with(class))
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

    /// Does work in the database: one transaction, within [`CONNECTION_TIMEOUT`] and
    /// [`WORK_TIMEOUT`].
    ///
    /// Work that takes longer, or whose future is dropped, is cancelled in Postgres too. Until that is
    /// complete its connection counts as in use, so that there are never more than the pool
    /// may have.
    ///
    /// # Errors
    /// [`StoreError`]. Nothing was saved, except that of a [`StoreError::TimedOut`] nobody knows.
    pub async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if !self.migrated.is_done() {
            return Err(StoreError::NotMigrated);
        }
        let mut connection = timeout(CONNECTION_TIMEOUT, self.begin())
            .await
            .map_err(|_| StoreError::TimedOut)??;
        let done = timeout(WORK_TIMEOUT, finish(&mut connection.diesel, work))
            .await
            .map_err(|_| StoreError::TimedOut)?;
        drop(ScopeGuard::into_inner(connection));
        Ok(done?)
    }

    /// Begins a transaction on a connection of the pool. One that has broken while it was idle may
    /// show that only now, when nothing is lost by it: the next one is taken.
    async fn begin(&self) -> Result<ScopeGuard<Pooled, fn(Pooled)>, StoreError> {
        let mut idle = self.pool.status().size;
        loop {
            let connection = self.pool.get().await.map_err(StoreError::Unreachable)?;
            let mut connection = scopeguard::guard(connection, give_up as fn(Pooled));
            let begun =
                AnsiTransactionManager::begin_transaction_sql(&mut connection.diesel, BEGIN).await;
            match begun.map_err(StoreError::from) {
                Ok(()) => return Ok(connection),
                Err(cause) if cause.is_outage() && idle > 0 => {
                    Object::take(ScopeGuard::into_inner(connection)).abort();
                    idle -= 1;
                }
                Err(cause) => return Err(cause),
            }
        }
    }
}

/// A connection of the pool.
type Pooled = Object<Connections>;

/// Does the work of a transaction, and ends it.
async fn finish<T>(
    connection: &mut AsyncPgConnection,
    work: impl AsyncFnOnce(&mut AsyncPgConnection) -> QueryResult<T>,
) -> QueryResult<T> {
    let done = work(connection).await;
    match &done {
        Ok(_) => AnsiTransactionManager::commit_transaction(connection).await?,
        // If this fails too, the connection has broken, and is not used again.
        Err(_) => drop(AnsiTransactionManager::rollback_transaction(connection).await),
    }
    done
}

/// Puts a connection back into its pool once Postgres has ended what it was given up with.
fn give_up(mut connection: Pooled) {
    // Without a runtime the process is shutting down: the connection is dropped.
    let Ok(runtime) = Handle::try_current() else {
        return;
    };
    runtime.spawn(async move {
        let recovered = timeout(RECOVERY_TIMEOUT, connection.recover()).await;
        if !matches!(recovered, Ok(Ok(()))) {
            Object::take(connection).abort();
        }
    });
}

/// Opens the connections of a pool.
///
/// diesel-async has a manager of its own. It tells that a connection has broken only by a query
/// before each use, a round trip that costs as much as saving a row; this one asks the task that
/// drives the connection, which costs nothing. And it has no way to cancel work that was given up:
/// such a connection is closed, while Postgres goes on with the work, and another one is opened.
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
        if connection.is_broken() {
            return Err(RecycleError::message("the connection has broken"));
        }
        Ok(())
    }
}
