//! The command line: `backend --help` lists it. Each command is a file in `cli`.

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
    /// Saved estimate requests: list (when nothing else is said), export, erase.
    Leads(leads::Arguments),
    /// Mails that have not reached the owner: list (when nothing else is said), retry.
    Outbox(outbox::Arguments),
    /// See whether all that the site needs is there, and what is left to do before it goes public.
    /// No mail is sent.
    Check,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let system = System::new();
    let outcome = system.block_on(run(cli));
    // To drop it is to wait for its blocking threads: a host name that is being looked up would keep
    // the process from ending.
    mem::forget(system);
    match outcome {
        Ok(code) => code,
        // A reader that has seen enough (`| head`) is no failure.
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
        // Settings that cannot be used are what it is to find.
        Command::Check => return check::run(Config::load()).await,
    }
    Ok(ExitCode::SUCCESS)
}

/// The settings, and the log, which lasts as long as its writer.
fn settings() -> Result<(Config, LogWriter), CliError> {
    let config = Config::load()?;
    let log = log::init(&config.log)?;
    Ok((config, log))
}
