//! `backend outbox`: mails that have not reached the owner.

use std::{
    io::{self, BufWriter, Write},
    pin::pin,
};

use backend::{
    config::Config,
    store::{
        self,
        outbox::undelivered::{self, MailRecord, Retry},
    },
};
use clap::{Args, Subcommand};
use futures_util::TryStreamExt;
use uuid::Uuid;

use super::{
    CliError,
    plain_text::{count, minute, strip_control_chars},
};

/// The arguments of `outbox`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: ListArguments,
}

#[derive(Subcommand)]
enum Command {
    /// Print those that were not sent, the oldest first, with whom to call.
    List(ListArguments),
    /// Retry mails. Mend the cause first: `backend check` checks the mail server.
    Retry(RetryArguments),
}

#[derive(Args)]
struct ListArguments {
    /// As a JSON array, without names and telephone numbers.
    #[arg(long)]
    json: bool,
    /// Also those that were sent.
    #[arg(long)]
    all: bool,
}

#[derive(Args)]
struct RetryArguments {
    /// The mails, by the ids that the list shows.
    #[arg(value_name = "ID", required_unless_present = "dead")]
    ids: Vec<Uuid>,
    /// All dead ones.
    #[arg(long, conflicts_with = "ids")]
    dead: bool,
}

/// Runs the command.
pub async fn run(arguments: Arguments, config: &Config) -> Result<(), CliError> {
    match arguments.command.unwrap_or(Command::List(arguments.list)) {
        Command::List(arguments) => list(&arguments, config).await,
        Command::Retry(arguments) => retry(arguments, config).await,
    }
}

async fn list(arguments: &ListArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = store::connect(&config.database.url).await?;
    let mut mails = pin!(undelivered::oldest_first(&mut connection, arguments.all).await?);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut number = 0;
    while let Some(mail) = mails.try_next().await? {
        if arguments.json {
            out.write_all(if number == 0 { b"[" } else { b",\n" })?;
            serde_json::to_writer(&mut out, &mail).map_err(io::Error::from)?;
        } else {
            print(&mut out, &mail)?;
        }
        number += 1;
    }
    match (arguments.json, number) {
        (true, 0) => writeln!(out, "[]")?,
        (true, _) => writeln!(out, "]")?,
        (false, 0) if arguments.all => writeln!(out, "No mails yet.")?,
        (false, 0) => writeln!(out, "No mail waits: all were sent.")?,
        (false, _) => writeln!(out, "{number} in all.")?,
    }
    out.flush()?;
    Ok(())
}

fn print(out: &mut impl Write, mail: &MailRecord) -> io::Result<()> {
    let about = match (&mail.caller, &mail.subject) {
        (Some((name, phone)), _) => format!(
            "{}  {}",
            strip_control_chars(name),
            strip_control_chars(phone)
        ),
        (None, Some(subject)) => strip_control_chars(subject),
        (None, None) => "several in one mail".to_owned(),
    };
    writeln!(out, "{}  {about}", minute(mail.created_at))?;
    writeln!(out, "    mail {}", mail.id)?;
    let attempts = || match mail.attempts {
        1 => "1 attempt".to_owned(),
        attempts => format!("{attempts} attempts"),
    };
    match &*mail.state {
        "pending" => writeln!(
            out,
            "    {}: due {}, {} so far",
            mail.failure_class.as_ref().map_or("pending", |_| "failing"),
            minute(mail.due_at),
            attempts()
        )?,
        "quarantined" => writeln!(
            out,
            "    quarantined: may be spam, waits for the next digest"
        )?,
        "dead" => writeln!(out, "    dead: given up after {}", attempts())?,
        state => writeln!(out, "    {}", strip_control_chars(state))?,
    }
    if let Some(failure) = &mail.failure {
        writeln!(out, "    {}", strip_control_chars(failure))?;
    }
    writeln!(out)
}

async fn retry(arguments: RetryArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = store::connect(&config.database.url).await?;
    let asked = arguments.ids.len();
    let which = if arguments.dead {
        Retry::Dead
    } else {
        Retry::These(arguments.ids)
    };
    let due = undelivered::retry(&mut connection, &which).await?;
    let mut out = io::stdout().lock();
    match due {
        1 => writeln!(out, "1 mail is due now: the running server sends it.")?,
        due => writeln!(
            out,
            "{} are due now: the running server sends them.",
            count(due, "mail")
        )?,
    }
    if due < asked {
        writeln!(
            out,
            "The others are sent already, wait for a digest, or are not known."
        )?;
    }
    Ok(())
}
