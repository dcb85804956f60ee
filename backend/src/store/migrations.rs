//! Bringing the database to the schema that this program expects.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use diesel::{
    QueryDsl, QueryResult, migration::MigrationSource, pg::Pg, result::Error as DieselError,
};
use diesel_async::{
    AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection,
    async_connection_wrapper::AsyncConnectionWrapper,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use thiserror::Error;
use tokio::time::sleep;
use tracing::{info, warn};

use super::{ConnectError, connection::DatabaseUrl, schema::__diesel_schema_migrations};
use crate::telemetry;

/// The migrations in `backend/migrations`, compiled in.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!();

/// The advisory lock under which migrations run, so that of several backends that start together
/// one does the work and the others find it done. Any number does; this is `leads` in ASCII.
const LOCK: &str = "SELECT pg_advisory_lock(465557349491)";

/// Why the database does not have the schema.
#[derive(Debug, Error)]
pub enum MigrationError {
    /// There is no connection to be had.
    #[error(transparent)]
    Unreachable(#[from] ConnectError),
    /// The lock was not to be had.
    #[error("the lock for migrations was not granted")]
    Lock(#[from] diesel::result::Error),
    /// A migration failed.
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

/// How often a database that is away is looked for. It is served again within two seconds.
const RETRY: Duration = Duration::from_millis(500);

/// Runs the migrations as soon as the database lets it, however long that takes.
pub async fn run_when_possible(url: &DatabaseUrl, migrated: &Migrated) {
    let mut told = None;
    loop {
        match run(url).await {
            Ok(run) => {
                for migration in run {
                    info!(migration, "migration run");
                }
                migrated.set_done();
                info!("the database is ready");
                return;
            }
            Err(cause) => {
                let cause = telemetry::chain(&cause);
                // Each reason once, not at each attempt.
                if told.as_ref() != Some(&cause) {
                    warn!(cause, "the database is not ready: tried again until it is");
                    told = Some(cause);
                }
                sleep(RETRY).await;
            }
        }
    }
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

/// Runs the migrations that the database does not have yet and answers their names.
///
/// # Errors
/// [`MigrationError`].
pub async fn run(url: &DatabaseUrl) -> Result<Vec<String>, MigrationError> {
    let mut connection = super::connect(url).await?;
    // Held until the connection closes, at the end of this function.
    connection.batch_execute(LOCK).await?;
    let mut harness = AsyncConnectionWrapper::<AsyncPgConnection>::from(connection);
    tokio::task::spawn_blocking(move || {
        harness
            .run_pending_migrations(MIGRATIONS)
            .map(|versions| versions.iter().map(ToString::to_string).collect())
            .map_err(MigrationError::Failed)
    })
    .await?
}
