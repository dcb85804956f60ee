//! The pool of connections that requests use.

use std::time::{Duration, Instant};

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
    sync::Mutex,
    time::{sleep, timeout},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    connection::{self, RETRY},
    error::StoreError,
    migrations::Migrated,
};
use crate::{
    config::{DatabaseUrl, Deadlines},
    observability::error_chain::chain,
};

/// A pool of connections for all worker threads. Its users wait for each other, so work that must
/// not wait has its own pool. The thread that opened a connection drives it, and is woken for each
/// statement of another thread. But with a pool per thread, each pool on a machine with many cores
/// would have one connection.
pub struct Store {
    pool: Pool<AsyncPgConnection>,
    url: DatabaseUrl,
    migrated: Migrated,
    begin: String,
    pub(crate) deadlines: Deadlines,
    /// When the server was last found ready. The check writes, and anybody may ask for it, so only one runs at once.
    pub(crate) ready_at: Mutex<Option<Instant>>,
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
        let deadlines = url.deadlines;
        let mut config = ManagerConfig::default();
        // A query before each use would cost as much as saving a row. `begin` detects a connection
        // that broke while it was idle.
        config.recycling_method = RecyclingMethod::Fast;
        let hosts = url.clone();
        config.custom_setup = Box::new(move |_| {
            let url = hosts.clone();
            async move {
                let opened = connection::connect(&url).await;
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
            url,
            migrated,
            begin: connection::begin(&deadlines),
            deadlines,
            ready_at: Mutex::default(),
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
                sleep(RETRY).await;
                self.run_once(&mut work).await
            }
            done => done,
        }
    }

    /// Runs work like [`run`](Self::run), and repeats it for [`Deadlines::restart`] while the
    /// database is unavailable. The work only reads, because a commit may have an unknown outcome.
    pub(crate) async fn read_when_available<T>(
        &self,
        mut work: impl AsyncFnMut(&mut AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        let began = Instant::now();
        loop {
            match self.run_once(&mut work).await {
                Err(cause) if cause.is_outage() && began.elapsed() < self.deadlines.restart => {
                    sleep(RETRY).await;
                }
                done => return done,
            }
        }
    }

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
        let host = self.url.host();
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
                self.url.leave(host);
                let (tls, recovery) = (self.url.tls(), self.deadlines.recovery);
                cancel(connection, tls, recovery, |it| drop(Object::take(it)));
                Err(StoreError::TookTooLong)
            }
        }
    }

    /// Begins a transaction on a connection of the pool. If a connection broke while it was idle,
    /// or its host hangs, it fails here, before anything is lost, and the next one is used.
    async fn begin(&self) -> Result<ScopeGuard<Pooled, impl FnOnce(Pooled) + use<>>, StoreError> {
        let mut idle = self.pool.status().size;
        loop {
            let connection = self.pool.get().await.map_err(StoreError::Pool)?;
            let (tls, recovery) = (self.url.tls(), self.deadlines.recovery);
            let mut connection = scopeguard::guard(connection, move |connection| {
                cancel(connection, tls, recovery, drop);
            });
            let beginning =
                AnsiTransactionManager::begin_transaction_sql(&mut **connection, &self.begin);
            let failure = match timeout(self.deadlines.host, beginning).await {
                Ok(Ok(())) => return Ok(connection),
                Ok(Err(cause)) => StoreError::from(cause),
                Err(_) => {
                    // The others that are idle lead to the same host.
                    self.pool.retain(|_, _| false);
                    StoreError::TimedOut
                }
            };
            if idle == 0 || !failure.is_outage() {
                return Err(failure);
            }
            drop(Object::take(ScopeGuard::into_inner(connection)));
            idle -= 1;
        }
    }
}

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
