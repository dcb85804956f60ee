//! `backend leads`: saved estimate requests, for the owner and for programs.

use std::{
    io::{self, BufWriter, Write},
    pin::pin,
};

use backend::store::{
    self,
    connection::DatabaseUrl,
    site_forms::{self, SiteForm},
};
use futures_util::TryStreamExt;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::Failure;

/// What can be done with leads.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Print them, the newest first.
    List {
        /// As a JSON array, with all columns.
        #[arg(long)]
        json: bool,
    },
}

/// Does it.
pub async fn run(command: Command, database_url: &DatabaseUrl) -> Result<(), Failure> {
    let Command::List { json } = command;
    let mut connection = store::connect(database_url).await?;
    let mut leads = pin!(site_forms::newest_first(&mut connection).await?);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut count = 0;
    while let Some(lead) = leads.try_next().await? {
        if json {
            out.write_all(if count == 0 { b"[" } else { b",\n" })?;
            serde_json::to_writer(&mut out, &lead).map_err(io::Error::from)?;
        } else {
            print(&mut out, &lead)?;
        }
        count += 1;
    }
    match (json, count) {
        (true, 0) => writeln!(out, "[]")?,
        (true, _) => writeln!(out, "]")?,
        (false, 0) => writeln!(out, "No leads yet.")?,
        (false, _) => writeln!(out, "{count} in all.")?,
    }
    out.flush()?;
    Ok(())
}

fn print(out: &mut impl Write, lead: &SiteForm) -> io::Result<()> {
    let email = match &*lead.email {
        PLACEHOLDER_EMAIL => "no e-mail",
        email => email,
    };
    writeln!(
        out,
        "{}  {}  {}  {}",
        lead.created_at.format("%Y-%m-%d %H:%M UTC"),
        harmless(&lead.full_name),
        harmless(&lead.phone),
        harmless(email),
    )?;
    for line in lead.message.lines() {
        writeln!(out, "    {}", harmless(line))?;
    }
    writeln!(out)
}

/// Without the control characters that would let a visitor's text steer the owner's terminal.
fn harmless(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
