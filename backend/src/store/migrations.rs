//! Bringing the database to the schema that this program expects.

use diesel_async::{
    AsyncPgConnection, SimpleAsyncConnection, async_connection_wrapper::AsyncConnectionWrapper,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use thiserror::Error;

use super::{ConnectError, connection::DatabaseUrl};

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
