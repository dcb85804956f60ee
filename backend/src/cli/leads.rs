//! `backend leads`: saved estimate requests, for the owner and for programs.

mod erase;
mod export;
mod list;

use backend::config::Config;
use clap::{Args, Subcommand};

use super::CliError;

/// The arguments of `leads`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: list::ListArguments,
}

#[derive(Subcommand)]
enum Command {
    /// Print them, the newest first.
    List(list::ListArguments),
    /// Write them into a CSV file for a spreadsheet program, the newest first.
    Export(export::ExportArguments),
    /// Erase the data of a person, or old data.
    Erase(erase::EraseArguments),
}

/// Runs the command.
pub async fn run(arguments: Arguments, config: &Config) -> Result<(), CliError> {
    match arguments.command.unwrap_or(Command::List(arguments.list)) {
        Command::List(arguments) => list::run(&arguments, config).await,
        Command::Export(arguments) => export::run(&arguments, config).await,
        Command::Erase(arguments) => erase::run(arguments, config).await,
    }
}
