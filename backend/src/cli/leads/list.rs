//! `backend leads list`.

use std::{
    io::{self, BufWriter, Write},
    pin::pin,
};

use backend::{
    config::{Config, command_line},
    spam::explain,
    store::{lead_records::LeadRecord, outbox::undelivered},
};
use clap::Args;
use futures_util::TryStreamExt;

use super::Which;
use crate::cli::{
    CliError, connect,
    plain_text::{count, heading, strip_control_chars},
};

/// The arguments of `list`.
#[derive(Args)]
pub struct ListArguments {
    /// As a JSON array, with all columns of the request.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: Which,
}

/// Prints the leads.
pub async fn run(arguments: &ListArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    let mut out = BufWriter::new(io::stdout().lock());
    {
        let mut leads = pin!(arguments.which.stream(&mut connection));
        let mut number = 0;
        while let Some(record) = leads.try_next().await? {
            if arguments.json {
                out.write_all(if number == 0 { b"[" } else { b",\n" })?;
                serde_json::to_writer(&mut out, &record.lead).map_err(io::Error::from)?;
            } else {
                print(&mut out, &record)?;
            }
            number += 1;
        }
        match (arguments.json, number) {
            (true, 0) => writeln!(out, "[]")?,
            (true, _) => writeln!(out, "]")?,
            (false, 0) if arguments.which.is_narrowed() => writeln!(out, "No such request.")?,
            (false, 0) => writeln!(out, "No requests yet.")?,
            (false, _) if arguments.which.is_narrowed() => writeln!(out, "{number} shown.")?,
            (false, _) => writeln!(out, "{number} in all.")?,
        }
    }
    out.flush()?;

    let dead = undelivered::count(&mut connection).await?.dead;
    if dead > 0 {
        let dead = count(dead, "mail");
        let notice = format!(
            "{dead} did not reach the owner: see `{}`.",
            command_line("outbox")
        );
        // Standard output holds JSON alone.
        if arguments.json {
            writeln!(io::stderr(), "{notice}")?;
        } else {
            writeln!(out, "{notice}")?;
        }
    }
    out.flush()?;
    Ok(())
}

fn print(out: &mut impl Write, record: &LeadRecord) -> io::Result<()> {
    let lead = &record.lead;
    writeln!(
        out,
        "{}",
        heading(lead.created_at, &lead.full_name, &lead.phone, &lead.email)
    )?;
    if record.suspect {
        let signals = strip_control_chars(&explain(&record.signals));
        writeln!(out, "    May be spam: {signals}")?;
    }
    for line in lead.message.lines() {
        writeln!(out, "    {}", strip_control_chars(line))?;
    }
    writeln!(out)
}
