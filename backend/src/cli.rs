//! The commands: one file for each, or a folder for a group of them.

pub mod check;
pub mod desk;
pub mod leads;
pub mod listing;
pub mod migrate;
pub mod outbox;
pub mod plain_text;
pub mod serve;
pub mod values;

use std::{io, path::PathBuf};

use backend::{
    config::{Config, ConfigError, command_line},
    erasure::ErasureError,
    http::startup::{RunError, StartupError},
    store::{
        self, ConnectError,
        migrations::{self, MigrationError},
    },
};
use diesel_async::AsyncPgConnection;
use thiserror::Error;
use tracing_subscriber::util::TryInitError;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// The settings cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The log could not be started.
    #[error(transparent)]
    Log(#[from] TryInitError),
    /// The server does not start.
    #[error(transparent)]
    Startup(#[from] StartupError),
    /// The server stopped unasked.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The migrations were not run.
    #[error(transparent)]
    Migration(#[from] MigrationError),
    /// The database is not reached.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The database is empty.
    #[error(
        "the database has no tables yet: start the server, or run `{}`; or DATABASE_URL names another database than the site's",
        command_line("migrate")
    )]
    NoTables,
    /// The database refuses a query.
    #[error("the database did not answer the query")]
    Query(#[from] diesel::result::Error),
    /// The output of the command cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The file of the command cannot be written.
    #[error("{} cannot be written", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The address may not sign in to the desk.
    #[error("DESK_EMAILS does not name this address: add it there, and restart the server")]
    NotOfTheDesk,
    /// Nothing was erased.
    #[error(transparent)]
    Erasure(#[from] ErasureError),
}

/// Connects to the site's database.
async fn connect(config: &Config) -> Result<AsyncPgConnection, CliError> {
    let mut connection = store::connect(&config.database.url).await?;
    // The table of migrations is read, and not there.
    if migrations::lacking(&mut connection).await.is_err() {
        return Err(CliError::NoTables);
    }
    Ok(connection)
}
