//! The pool of connections that requests use.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use diesel::{ConnectionError, QueryResult};
use diesel_async::{
    AnsiTransactionManager, AsyncPgConnection, TransactionManager,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
        deadpool::{Object, Pool},
    },
};
use futures_util::FutureExt;
use scopeguard::ScopeGuard;
use tokio::{
    runtime::Handle,
    time::{sleep, timeout},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{connection, error::StoreError, migrations::Migrated};
use crate::{
    config::{DatabaseUrl, Deadlines},
    observability::error_chain::chain,
};

/// The delay before retrying work that was rolled back because of another transaction. It keeps the
/// two from conflicting again: Postgres lets the next one pass before it wakes the one that waited.
const CONFLICT_DELAY: Duration = Duration::from_millis(50);

/// A pool of connections for all worker threads. Its users wait for each other, so work that must
/// not wait has its own pool. The thread that opened a connection drives it, and is woken for each
/// statement of another thread. But with a pool per thread, each pool on a machine with many cores
/// would have one connection.
pub struct Store {
    pool: Pool<AsyncPgConnection>,
    /// The host that the next connection tries first.
    first_host: Arc<AtomicUsize>,
    tls: MakeRustlsConnect,
    migrated: Migrated,
    begin: String,
    /// The server's deadlines.
    pub(crate) deadlines: Deadlines,
}

impl Store {
    /// Creates a pool of at most `size` connections. It opens them later, and refuses work until
    /// the database is `migrated`.
    #[expect(
        clippy::missing_panics_doc,
        clippy::expect_used,
        reason = "building fails only for a pool that has timeouts of its own and no runtime"
    )]
    pub fn new(url: DatabaseUrl, size: usize, migrated: Migrated) -> Self {
        let (tls, deadlines) = (url.tls(), url.deadlines);
        let mut config = ManagerConfig::default();
        // A query before each use would cost as much as saving a row. `begin` detects a connection
        // that broke while it was idle.
        config.recycling_method = RecyclingMethod::Fast;
        let first_host = Arc::new(AtomicUsize::new(0));
        let next = Arc::clone(&first_host);
        config.custom_setup = Box::new(move |_| {
            let url = url.starting_at(AtomicUsize::load(&next, Ordering::Relaxed));
            async move {
                let opened = connection::open(&url).await;
                opened.map_err(|cause| ConnectionError::BadConnection(chain(&cause)))
            }
            .boxed()
        });
        let manager = AsyncDieselConnectionManager::new_with_config("", config);
        let pool = Pool::builder(manager)
            .max_size(size)
            .build()
            .expect("a pool without timeouts of its own");
        Self {
            pool,
            first_host,
            tls,
            migrated,
            begin: connection::begin(&deadlines),
            deadlines,
        }
    }

    /// Runs work in one transaction, within [`Deadlines::connection`] and [`Deadlines::work`].
    ///
    /// Work that Postgres rolled back because of another transaction is retried once.
    ///
    /// If the work takes longer, or its future is dropped, it is cancelled in Postgres too. Until it
    /// has ended there, its connection counts as in use, so that the pool never exceeds its size.
    ///
    /// # Errors
    /// When the database is unavailable or a query fails. Then nothing was saved, except that the
    /// outcome of a commit that timed out ([`StoreError::TookTooLong`]) is unknown.
    pub async fn run<T>(
        &self,
        mut work: impl AsyncFnMut(&mut AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        match self.run_once(&mut work).await {
            Err(cause) if cause.is_conflict() => {
                sleep(CONFLICT_DELAY).await;
                self.run_once(&mut work).await
            }
            done => done,
        }
    }

    /// Whether connections are in use.
    pub(crate) fn is_in_use(&self) -> bool {
        let status = self.pool.status();
        status.available < status.size
    }

    async fn run_once<T>(
        &self,
        work: impl AsyncFnOnce(&mut AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if !self.migrated.is_done() {
            return Err(StoreError::NotMigrated);
        }
        let mut connection = timeout(self.deadlines.connection, self.begin())
            .await
            .map_err(|_| StoreError::TimedOut)??;
        let began = Instant::now();
        let done = timeout(self.deadlines.work, finish(&mut connection, work)).await;
        let connection = ScopeGuard::into_inner(connection);
        match done {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(cause)) => {
                let cause = StoreError::from(cause);
                if !cause.is_outage() || cause.is_conflict() {
                    return Err(cause);
                }
                // The server may have become a standby. A new connection finds the primary.
                drop(Object::take(connection));
                // diesel does not report a statement's timeout. No other failure takes that long.
                Err(if began.elapsed() >= self.deadlines.statement {
                    StoreError::TookTooLong
                } else {
                    cause
                })
            }
            Err(_) => {
                // The commit may be waiting for a standby that follows another primary by now.
                self.first_host.fetch_add(1, Ordering::Relaxed);
                let close = |connection| drop(Object::take(connection));
                cancel(connection, self.tls.clone(), self.deadlines.recovery, close);
                Err(StoreError::TookTooLong)
            }
        }
    }

    /// Begins a transaction on a connection of the pool. If a connection broke while it was idle,
    /// it fails here, before anything is lost, and the next one is used.
    async fn begin(&self) -> Result<ScopeGuard<Pooled, impl FnOnce(Pooled) + use<>>, StoreError> {
        let mut idle = self.pool.status().size;
        loop {
            let connection = self.pool.get().await.map_err(StoreError::Pool)?;
            let (tls, recovery) = (self.tls.clone(), self.deadlines.recovery);
            let mut connection = scopeguard::guard(connection, move |connection| {
                cancel(connection, tls, recovery, drop);
            });
            let begun =
                AnsiTransactionManager::begin_transaction_sql(&mut **connection, &self.begin).await;
            match begun.map_err(StoreError::from) {
                Ok(()) => return Ok(connection),
                Err(cause) if cause.is_outage() && idle > 0 => {
                    drop(Object::take(ScopeGuard::into_inner(connection)));
                    idle -= 1;
                }
                Err(cause) => return Err(cause),
            }
        }
    }
}

/// A connection of the pool.
type Pooled = Object<AsyncPgConnection>;

/// Does the work of a transaction, then commits it or rolls it back.
async fn finish<T>(
    connection: &mut AsyncPgConnection,
    work: impl AsyncFnOnce(&mut AsyncPgConnection) -> QueryResult<T>,
) -> QueryResult<T> {
    let done = work(connection).await;
    match &done {
        Ok(_) => AnsiTransactionManager::commit_transaction(connection).await?,
        // If the rollback fails too, the connection is broken and is not reused.
        Err(_) => drop(AnsiTransactionManager::rollback_transaction(connection).await),
    }
    done
}

/// Cancels the work of a connection. The connection counts as in use until Postgres has ended that
/// work, `within` this time. Then `then` puts it back into its pool, or closes it.
fn cancel(mut connection: Pooled, tls: MakeRustlsConnect, within: Duration, then: fn(Pooled)) {
    // Without a runtime, the process is shutting down, and the connection is dropped.
    let Ok(runtime) = Handle::try_current() else {
        return;
    };
    runtime.spawn(async move {
        let recovered = timeout(within, connection::recover(&mut connection, tls)).await;
        match recovered {
            Ok(Ok(())) => then(connection),
            _ => drop(Object::take(connection)),
        }
    });
}
