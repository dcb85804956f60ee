//! Bringing the database to the schema that this program expects.
//!
//! Each migration is one transaction, and so are the locks that it takes: a pooler has nothing to
//! keep. (One that cannot be a transaction, such as `CREATE INDEX CONCURRENTLY`, is not provided
//! for.) Its wait for a lock is short, since every writer would queue behind it: it is retried
//! instead.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use diesel::{
    Connection, QueryDsl, QueryResult, connection::SimpleConnection, dsl::sql,
    migration::MigrationSource, pg::Pg, result::Error as DieselError, select, sql_types::Bool,
};
use diesel_async::{
    AsyncPgConnection, RunQueryDsl, async_connection_wrapper::AsyncConnectionWrapper,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use thiserror::Error;
use tokio::time::sleep;
use tracing::{info, warn};

use super::{connection, error::ConnectError, schema::__diesel_schema_migrations};
use crate::{config::DatabaseUrl, observability::error_chain::chain};

/// The migrations in `backend/migrations`, compiled in.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!();

/// The lock under which a migration runs, so that of several backends that start together one does
/// the work and the others find it done. It ends with the transaction. Any number does; this is
/// `leads` in ASCII.
///
/// Visitors' statements, which have 4 seconds ([`BEGIN`](super::connection::BEGIN)), wait for half a
/// second behind a migration at most. What it does once it has its locks may take longer.
const LOCK: &str = "SET LOCAL lock_timeout = '500ms';
    SET LOCAL statement_timeout = 0;
    SELECT pg_advisory_xact_lock(465557349491)";

/// Why the database does not have the schema.
#[derive(Debug, Error)]
pub enum MigrationError {
    /// There is no connection to be had.
    #[error(transparent)]
    Unreachable(#[from] ConnectError),
    /// The role may not change the schema, and has to wait for one that may.
    #[error(
        "the database lacks migrations that the role of DATABASE_URL may not run: run `backend migrate` with the DATABASE_URL of the tables' owner"
    )]
    NotPermitted,
    /// Postgres refused, or another backend runs migrations.
    #[error("the migrations could not be begun")]
    Begin(#[from] DieselError),
    /// A migration failed, or a table that it changes is in use.
    #[error("a migration failed")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The thread that ran them came to no end.
    #[error("the migrations were interrupted")]
    Interrupted(#[from] tokio::task::JoinError),
}

/// Whether the database has been brought to the schema.
#[derive(Clone, Debug, Default)]
pub struct Migrated(Arc<AtomicBool>);

impl Migrated {
    /// It has.
    #[must_use]
    pub fn is_done(&self) -> bool {
        AtomicBool::load(&self.0, Ordering::Acquire)
    }

    /// It has, from now on.
    pub fn set_done(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// How long it takes until an attempt that failed is repeated. A database that was away is served
/// again within two seconds.
const RETRY: Duration = Duration::from_millis(500);

/// How often [`run`] tries: for ten seconds at least.
const ATTEMPTS: u32 = 20;

/// Runs the migrations as soon as the database lets it, however long that takes.
pub async fn run_when_possible(url: &DatabaseUrl, migrated: &Migrated) {
    let mut told = None;
    while let Err(cause) = run_once(url, migrated).await {
        let cause = chain(&cause);
        // Each reason once, not at each attempt.
        if told.as_ref() != Some(&cause) {
            warn!(cause, "the database is not ready: tried again until it is");
            told = Some(cause);
        }
        sleep(RETRY).await;
    }
}

/// Makes one attempt to run the migrations.
///
/// # Errors
/// [`MigrationError`]; try again.
pub async fn run_once(url: &DatabaseUrl, migrated: &Migrated) -> Result<(), MigrationError> {
    let mut run = Vec::new();
    let attempted = attempt(url, &mut run).await;
    for migration in run {
        info!(migration, "migration run");
    }
    attempted?;
    migrated.set_done();
    info!("the database is ready");
    Ok(())
}

/// The migrations that the database lacks, by their versions.
///
/// # Errors
/// When the query fails; also when the database has no migration at all.
pub async fn lacking(connection: &mut AsyncPgConnection) -> QueryResult<Vec<String>> {
    let run: Vec<String> = __diesel_schema_migrations::table
        .select(__diesel_schema_migrations::version)
        .load(connection)
        .await?;
    let known =
        MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(DieselError::QueryBuilderError)?;
    Ok(known
        .iter()
        .map(|migration| migration.name().version().to_string())
        .filter(|version| !run.contains(version))
        .collect())
}

/// Runs the migrations that the database does not have yet and answers their names. Where that
/// fails, perhaps since a table is in use, it is tried again some times.
///
/// # Errors
/// [`MigrationError`].
pub async fn run(url: &DatabaseUrl) -> Result<Vec<String>, MigrationError> {
    let mut run = Vec::new();
    for _ in 1..ATTEMPTS {
        match attempt(url, &mut run).await {
            Err(MigrationError::Begin(_) | MigrationError::Failed(_)) => sleep(RETRY).await,
            outcome => return outcome.map(|()| run),
        }
    }
    attempt(url, &mut run).await.map(|()| run)
}

/// Adds the names of the migrations that it runs to `run`, also of those before one that fails.
async fn attempt(url: &DatabaseUrl, run: &mut Vec<String>) -> Result<(), MigrationError> {
    let mut connection = connection::connect(url).await?;
    // As a rule there is nothing to do: that takes no lock, and no right to change tables.
    if lacking(&mut connection)
        .await
        .is_ok_and(|lacking| lacking.is_empty())
    {
        return Ok(());
    }
    let may_create = sql::<Bool>("has_schema_privilege(current_schema(), 'CREATE')");
    if !select(may_create).get_result(&mut connection).await? {
        return Err(MigrationError::NotPermitted);
    }
    let mut harness = AsyncConnectionWrapper::from(connection);
    let (versions, outcome) = tokio::task::spawn_blocking(move || {
        let mut versions = Vec::new();
        loop {
            match harness.transaction(run_next) {
                Ok(Some(version)) => versions.push(version),
                Ok(None) => return (versions, Ok(())),
                Err(cause) => return (versions, Err(cause)),
            }
        }
    })
    .await?;
    run.extend(versions);
    outcome
}

/// Runs the next migration that the database does not have yet, if there is one.
fn run_next(
    harness: &mut AsyncConnectionWrapper<AsyncPgConnection>,
) -> Result<Option<String>, MigrationError> {
    harness.batch_execute(LOCK)?;
    if !harness
        .has_pending_migration(MIGRATIONS)
        .map_err(MigrationError::Failed)?
    {
        return Ok(None);
    }
    harness
        .run_next_migration(MIGRATIONS)
        .map(|version| Some(version.to_string()))
        .map_err(MigrationError::Failed)
}
