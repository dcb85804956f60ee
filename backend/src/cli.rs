//! The commands of the program. `backend --help` lists them. Each has a file, and a group has a folder.
//!
//! They are in the library, because a binary would compile the server's generic futures a second time.

mod check;
mod desk;
mod leads;
mod listing;
mod migrate;
mod outbox;
mod plain_text;
mod serve;
mod values;

use std::{env, io, mem, path::PathBuf, process::ExitCode};

use actix_web::rt::System;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use diesel_async::AsyncPgConnection;
use thiserror::Error;
use tracing_subscriber::util::TryInitError;

use crate::{
    command_line::{PROGRAM, command_line, file_name},
    config::{Config, ConfigError},
    database::{
        self, ConnectError,
        migrations::{self, MigrationError},
    },
    observability::{
        error_chain::chain,
        log::{self, LogWriter},
    },
    photos::process::{self as photo_process, COMMAND},
    privacy::erasure::ErasureError,
    server::startup::ServerError,
};

/// The server of the site, and its owner's tools.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site (the default).
    Serve,
    /// Create or update the tables of the database, and stop.
    Migrate,
    /// Saved estimate requests: list (the default), export to a spreadsheet, erase.
    Leads(leads::Arguments),
    /// Emails that have not reached the owner: list (the default), send again.
    Outbox(outbox::Arguments),
    /// The owner's desk: print a link that signs in, end sessions.
    Desk(desk::Arguments),
    /// Check the settings and services, and what is left to do before the site goes public. No email is sent.
    Check(check::Arguments),
    /// Decode a photo, in a process that the server starts.
    #[command(name = COMMAND, hide = true)]
    DecodePhoto { seconds: u64, side: u32 },
}

pub fn main() -> ExitCode {
    let cli = arguments();
    if let Some(Command::DecodePhoto { seconds, side }) = cli.command {
        return photo_process::run(seconds, side);
    }
    let system = System::new();
    let outcome = system.block_on(run(cli));
    // Dropping it would wait for its blocking threads, such as a lookup of a host name.
    mem::forget(system);
    match outcome {
        Ok(code) => code,
        // A pipe that is closed early (`| head`) is not a failure.
        Err(CliError::Output(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{}", chain(&failure));
            ExitCode::FAILURE
        }
    }
}

/// Reads the arguments. Invalid arguments and `--help` end the process.
fn arguments() -> Cli {
    let mut command = Cli::command().display_name(file_name());
    if let Ok(program) = env::var(PROGRAM) {
        command.set_bin_name(program);
    }
    let matches = command.get_matches_mut();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

async fn run(cli: Cli) -> Result<ExitCode, CliError> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => {
            let (config, log) = settings()?;
            Box::pin(serve::run(config, &log)).await?;
        }
        Command::Migrate => migrate::run(&settings()?.0).await?,
        Command::Leads(arguments) => leads::run(arguments, &settings()?.0).await?,
        Command::Outbox(arguments) => outbox::run(arguments, &settings()?.0).await?,
        Command::Desk(arguments) => desk::run(arguments, &settings()?.0).await?,
        // This command ran before, without this system.
        Command::DecodePhoto { .. } => {}
        // The check reports unusable settings itself.
        Command::Check(arguments) => return check::run(&arguments, Config::load()).await,
    }
    Ok(ExitCode::SUCCESS)
}

/// Loads the settings and starts the log. The log ends when its writer is dropped.
fn settings() -> Result<(Config, LogWriter), CliError> {
    let config = Config::load()?;
    let log = log::init(&config.log)?;
    Ok((config, log))
}

#[derive(Debug, Error)]
pub enum CliError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Log(#[from] TryInitError),
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(transparent)]
    Migration(#[from] MigrationError),
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(
        "the database has no tables yet: start the server or run `{}`, or set DATABASE_URL to the site's database",
        command_line("migrate")
    )]
    NoTables,
    #[error("the database query failed")]
    Query(#[from] diesel::result::Error),
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error("{} cannot be written", .0.display())]
    File(PathBuf, #[source] io::Error),
    #[error("DESK_EMAILS does not contain this address: add it and restart the server")]
    NotOfTheDesk,
    #[error(transparent)]
    Erasure(#[from] ErasureError),
}

async fn connect(config: &Config) -> Result<AsyncPgConnection, CliError> {
    let mut connection = database::connect(&config.database.url).await?;
    // The table of migrations cannot be read in an empty database.
    if migrations::lacking(&mut connection).await.is_err() {
        return Err(CliError::NoTables);
    }
    Ok(connection)
}
