//! `backend outbox`: messages that have not reached the owner, or the receiver of webhooks.

use std::io::{self, BufWriter, Write};

use super::{
    CliError, connect,
    listing::{self, Listed},
    plain_text::{count, strip_control_chars},
    values,
};
use crate::{
    command_line::command_line,
    company::time_zone::minute,
    config::Config,
    leads::log::COMMAND_LINE,
    message_kind::{Kind, MessageState},
    outbox::{
        entries::{self, OutboxEntry},
        send_again::{SendAgain, send_again},
    },
};
use clap::{Args, Subcommand};
use diesel_async::AsyncConnection;
use serde::Serialize;
use uuid::Uuid;

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
    /// Print the messages that were not sent, the oldest first, with the people to call.
    List(ListArguments),
    /// Send emails and webhooks again, at once. Fix the cause first: the command `check` checks the
    /// mail server and the receiver of webhooks. A webhook that was already sent is sent again too.
    Retry(RetryArguments),
}

#[derive(Args)]
struct ListArguments {
    /// Print a JSON array, without names and phone numbers.
    #[arg(long)]
    json: bool,
    /// Include the messages that were sent.
    #[arg(long)]
    all: bool,
}

#[derive(Args)]
struct RetryArguments {
    /// The emails and webhooks, by the ids that the list shows.
    #[arg(value_name = "ID", required_unless_present = "dead", value_parser = values::mail_id)]
    ids: Vec<Uuid>,
    /// All messages that were given up.
    #[arg(long, conflicts_with = "ids")]
    dead: bool,
}

pub async fn run(arguments: Arguments, config: &Config) -> Result<(), CliError> {
    match arguments.command.unwrap_or(Command::List(arguments.list)) {
        Command::List(arguments) => list(&arguments, config).await,
        Command::Retry(arguments) => retry(arguments, config).await,
    }
}

async fn list(arguments: &ListArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    let listed = entries::oldest_first(&mut connection, arguments.all).await?;
    let mut out = BufWriter::new(io::stdout().lock());
    let number = listing::print(listed, arguments.json, &mut out).await?;
    match number {
        _ if arguments.json => {}
        0 if arguments.all => writeln!(out, "No messages yet.")?,
        0 if config.mail.server.is_none() => writeln!(out, "No messages are waiting.")?,
        0 => writeln!(out, "No messages are waiting: all were sent.")?,
        _ => writeln!(out, "{number} in total.")?,
    }
    if !arguments.json {
        print_lack_of_server(&mut out, config)?;
    }
    out.flush()?;
    Ok(())
}

/// Prints where emails are written if there is no mail server.
fn print_lack_of_server(out: &mut impl Write, config: &Config) -> io::Result<()> {
    if config.mail.server.is_some() {
        return Ok(());
    }
    writeln!(
        out,
        "No mail server is set, so nobody receives these emails: each one listed as sent is a file in {}. \
         Set SMTP_URL.",
        config.mail_folder().display()
    )
}

impl Listed for OutboxEntry {
    fn json(&self) -> &impl Serialize {
        self
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let about = match self.caller() {
            Some((name, phone)) => format!("{name}  {phone}"),
            None => self.title().to_owned(),
        };
        let about = strip_control_chars(&about);
        writeln!(out, "{}  {about}", minute(self.created_at))?;
        writeln!(out, "    {} {}", self.kind.facts().noun, self.id)?;
        let state = self.state.label();
        let attempts = count(usize::try_from(self.attempts).unwrap_or(0), "attempt");
        let due = minute(self.due_at);
        match self.state {
            MessageState::Pending if self.attempts == 0 => writeln!(out, "    {state}, due {due}")?,
            MessageState::Pending => {
                writeln!(out, "    {state} after {attempts}, retry due {due}")?;
            }
            MessageState::Dead => writeln!(out, "    {state} after {attempts}")?,
            MessageState::Quarantined if self.kind == Kind::Lead => {
                writeln!(out, "    {state}: may be spam")?;
            }
            MessageState::Quarantined => writeln!(out, "    {state}: sent without a request")?,
            MessageState::InDigest | MessageState::Sent | MessageState::Stopped => {
                match self.http_status {
                    Some(status) => writeln!(out, "    {state}, response {status}")?,
                    None => writeln!(out, "    {state}")?,
                }
            }
        }
        if let Some(failure) = &self.failure {
            writeln!(out, "    {}", strip_control_chars(failure))?;
        }
        writeln!(out)
    }
}

async fn retry(arguments: RetryArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    let asked = arguments.ids.len();
    let which = if arguments.dead {
        SendAgain::Dead
    } else {
        SendAgain::These(arguments.ids)
    };
    let due = connection
        .transaction(async |connection| send_again(connection, &which, COMMAND_LINE).await)
        .await?;
    let mut out = io::stdout().lock();
    let others = format!(
        "were sent already, belong to a digest, or do not exist: see `{}`.",
        command_line("outbox --all")
    );
    match due {
        0 if arguments.dead => writeln!(out, "No messages were given up.")?,
        0 => writeln!(out, "Nothing to send: these messages {others}")?,
        1 => writeln!(out, "1 message is due now: the running server sends it.")?,
        _ => writeln!(
            out,
            "{due} messages are due now: the running server sends them."
        )?,
    }
    if (1..asked).contains(&due) {
        writeln!(out, "The others {others}")?;
    }
    print_lack_of_server(&mut out, config)?;
    Ok(())
}
