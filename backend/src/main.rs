//! The command line: `backend serve`, `backend migrate`, `backend leads list`.

mod leads;

use std::{io, process::ExitCode};

use backend::{
    config::{Config, ConfigError},
    metrics::listener,
    startup::{Application, StartupError},
    store::{
        ConnectError,
        migrations::{self, MigrationError},
    },
    telemetry,
};
use clap::{Parser, Subcommand};
use thiserror::Error;
use tokio::signal::unix::{SignalKind, signal};
use tracing::info;
use tracing_subscriber::util::TryInitError;

/// The server of the site, and what its owner needs beside it.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site (what happens when no command is given).
    Serve,
    /// Bring the database to the schema that this program expects, and stop.
    Migrate,
    /// Saved estimate requests.
    #[command(subcommand)]
    Leads(leads::Command),
}

#[actix_web::main]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough (`| head`) is no failure.
        Err(Failure::Output(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{}", telemetry::chain(&failure));
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<(), Failure> {
    let config = Config::load()?;
    telemetry::init(&config.log)?;
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve(config).await,
        Command::Migrate => {
            for migration in migrations::run(&config.database.url).await? {
                println!("migration {migration} run");
            }
            Ok(())
        }
        Command::Leads(command) => leads::run(command, &config.database.url).await,
    }
}

async fn serve(config: Config) -> Result<(), Failure> {
    let application = Application::build(config).await?;
    // Programs that start this one wait for this line: it goes to standard output, whatever LOG is.
    println!("listening on http://{}", application.address());
    println!(
        "metrics on http://{}{}",
        application.metrics_address(),
        listener::PATH
    );
    let handle = application.handle();
    let mut terminate = signal(SignalKind::terminate())?;
    actix_web::rt::spawn(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        info!("stopping: requests under way are brought to their end");
        handle.stop(true).await;
    });
    application.run().await?;
    info!("stopped");
    Ok(())
}

/// Why a command failed.
#[derive(Debug, Error)]
enum Failure {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Log(#[from] TryInitError),
    #[error(transparent)]
    Startup(#[from] StartupError),
    #[error(transparent)]
    Migration(#[from] MigrationError),
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("the database did not answer the query")]
    Query(#[from] diesel::result::Error),
    #[error(transparent)]
    Output(#[from] io::Error),
}
