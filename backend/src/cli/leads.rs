//! `backend leads`: saved estimate requests, for the owner and for programs.

mod erase;
mod export;
mod list;

use super::{CliError, values};
use crate::{
    config::Config,
    leads::lead_records::{self, LeadRecord, Selection},
};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use futures_util::{Stream, StreamExt};

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
    /// Print the requests, the newest first.
    List(list::ListArguments),
    /// Write the requests to a CSV file for a spreadsheet program, the newest first.
    Export(export::ExportArguments),
    /// Erase the data of a person, or old data.
    Erase(erase::EraseArguments),
}

/// The options that select the leads to print or export.
#[derive(Args)]
struct Which {
    /// Only requests from this day or later, such as 2026-11-01.
    #[arg(long, value_name = "DAY", value_parser = values::day)]
    since: Option<DateTime<Utc>>,
    /// Only this many requests, the newest.
    #[arg(long, value_name = "NUMBER", value_parser = values::limit, allow_negative_numbers = true)]
    limit: Option<u32>,
    /// Only requests that may be spam.
    #[arg(long)]
    suspect: bool,
}

impl Which {
    fn stream(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> impl Stream<Item = QueryResult<LeadRecord>> {
        let selection = Selection {
            only_suspect: self.suspect,
            since: self.since,
            ..Selection::default()
        };
        let most = self.limit.and_then(|limit| usize::try_from(limit).ok());
        lead_records::newest_first(connection, selection).take(most.unwrap_or(usize::MAX))
    }

    fn is_narrowed(&self) -> bool {
        self.suspect || self.since.is_some() || self.limit.is_some()
    }
}

pub async fn run(arguments: Arguments, config: &Config) -> Result<(), CliError> {
    match arguments.command.unwrap_or(Command::List(arguments.list)) {
        Command::List(arguments) => list::run(&arguments, config).await,
        Command::Export(arguments) => export::run(&arguments, config).await,
        Command::Erase(arguments) => erase::run(arguments, config).await,
    }
}
