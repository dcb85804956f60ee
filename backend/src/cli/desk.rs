//! `backend desk`: signs in to the owner's desk without an email, and signs everybody out.

use std::io::{self, Write};

use super::{CliError, connect, plain_text::count};
use crate::{
    config::Config,
    desk::{
        self,
        tables::links::{LINK_TIMEOUT, make_link},
    },
    leads::log::{self, COMMAND_LINE, DeskAct},
};
use clap::{Args, Subcommand};
use contact_data::EmailAddress;

#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a single-use link that signs in one of the desk's people.
    Link {
        /// The person's email address.
        email: String,
    },
    /// End the sessions of a person, or of everybody, for example if a phone is lost.
    SignOut(SignOutArguments),
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct SignOutArguments {
    /// The person's email address, even if the person no longer belongs to the desk.
    email: Option<EmailAddress>,
    /// End everybody's sessions.
    #[arg(long)]
    all: bool,
}

pub async fn run(arguments: Arguments, config: &Config) -> Result<(), CliError> {
    match arguments.command {
        Command::Link { email } => link(&email, config).await,
        Command::SignOut(SignOutArguments { email, .. }) => sign_out(email, config).await,
    }
}

async fn link(email: &str, config: &Config) -> Result<(), CliError> {
    let person = config.desk.person(email).ok_or(CliError::NotOfTheDesk)?;
    let mut connection = connect(config).await?;
    let link = make_link(&mut connection, &config.server.public_url, person, None).await?;
    let mut out = io::stdout().lock();
    writeln!(out, "{link}")?;
    writeln!(
        out,
        "The link works once, within {} minutes.",
        LINK_TIMEOUT.as_secs() / 60
    )?;
    Ok(())
}

async fn sign_out(email: Option<EmailAddress>, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    let mailbox = email.as_ref().map(EmailAddress::mailbox);
    let ended = desk::revoke(&mut connection, mailbox).await?;
    log::record_at_desk(&mut connection, COMMAND_LINE, DeskAct::SignOutEverywhere).await?;
    writeln!(
        io::stdout().lock(),
        "{} ended. Unused links no longer work.",
        count(ended, "session")
    )?;
    Ok(())
}
