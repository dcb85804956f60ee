//! What the program can be told to do: one file a command, or a group of them.

pub mod check;
pub mod leads;
pub mod migrate;
pub mod outbox;
pub mod plain_text;
pub mod serve;

use std::{io, path::PathBuf};

use backend::{
    config::ConfigError,
    http::startup::{RunError, StartupError},
    store::{ConnectError, migrations::MigrationError},
};
use thiserror::Error;
use tracing_subscriber::util::TryInitError;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// The settings cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// There is no log.
    #[error(transparent)]
    Log(#[from] TryInitError),
    /// The server does not start.
    #[error(transparent)]
    Startup(#[from] StartupError),
    /// The server ended by itself.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The database was not brought to the schema.
    #[error(transparent)]
    Migration(#[from] MigrationError),
    /// The database is not reached.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The database is reached, and refuses.
    #[error("the database did not answer the query")]
    Query(#[from] diesel::result::Error),
    /// What the command has to say cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A file that the command is to write cannot be written.
    #[error("{} cannot be written", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database's role may not erase.
    #[error(
        "the role of DATABASE_URL may not erase requests: run this with the DATABASE_URL of the tables' owner"
    )]
    NotTheOwner,
    /// A mail that is to be erased is leased; nothing was erased.
    #[error(
        "one of the mails is being sent right now: run the command again in {seconds} seconds; nothing was erased"
    )]
    MailBeingSent {
        /// When the lease ends.
        seconds: u64,
    },
    /// The folder of mails cannot be cleared; nothing was erased from the database.
    #[error(
        "the mails in {} cannot be erased: see that this program may write there, then run the command again; nothing was erased from the database",
        path.display()
    )]
    MailFolder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}
