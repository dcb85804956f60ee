//! The command line; `backend --help` lists the commands. Each is a file in `cli`.

mod cli;

use std::{io, mem, process::ExitCode};

use actix_web::rt::System;
use backend::{
    config::Config,
    observability::{
        error_chain::chain,
        log::{self, LogWriter},
    },
};
use clap::{Parser, Subcommand};
use cli::{CliError, check, leads, migrate, outbox, serve};

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
    /// Run the migrations that the database lacks, and stop.
    Migrate,
    /// Saved estimate requests: list (the default), export, erase.
    Leads(leads::Arguments),
    /// Mails that have not reached the owner: list (the default), retry.
    Outbox(outbox::Arguments),
    /// Check the settings and services, and what is left to do before the site goes public. No mail
    /// is sent.
    Check(check::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let system = System::new();
    let outcome = system.block_on(run(cli));
    // Dropping it waits for its blocking threads: the lookup of a host name would delay the end of
    // the process.
    mem::forget(system);
    match outcome {
        Ok(code) => code,
        // A pipe that is closed early (`| head`) is no failure.
        Err(CliError::Output(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{}", chain(&failure));
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<ExitCode, CliError> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => {
            let (config, log) = settings()?;
            serve::run(config, &log).await?;
        }
        Command::Migrate => {
            let (config, _log) = settings()?;
            migrate::run(&config).await?;
        }
        Command::Leads(arguments) => {
            let (config, _log) = settings()?;
            leads::run(arguments, &config).await?;
        }
        Command::Outbox(arguments) => {
            let (config, _log) = settings()?;
            outbox::run(arguments, &config).await?;
        }
        // The check reports unusable settings itself.
        Command::Check(arguments) => return check::run(&arguments, Config::load()).await,
    }
    Ok(ExitCode::SUCCESS)
}

/// Loads the settings and starts the log, which ends when its writer is dropped.
fn settings() -> Result<(Config, LogWriter), CliError> {
    let config = Config::load()?;
    let log = log::init(&config.log)?;
    Ok((config, log))
}
