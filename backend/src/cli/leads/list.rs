//! `backend leads list`.

use std::io::{self, BufWriter, Write};

use super::Which;
use crate::{
    cli::{
        CliError, connect,
        listing::{self, Listed},
        plain_text::{count, heading, strip_control_chars},
    },
    command_line::command_line,
    config::Config,
    leads::{lead_records::LeadRecord, spam::explain},
    message_kind::{Kind, MessageState},
    outbox::entries,
};
use clap::Args;
use serde::Serialize;

#[derive(Args)]
pub struct ListArguments {
    /// Print a JSON array, with all columns of the requests.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: Which,
}

pub async fn run(arguments: &ListArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    let mut out = BufWriter::new(io::stdout().lock());
    let leads = arguments.which.stream(&mut connection);
    let number = listing::print(leads, arguments.json, &mut out).await?;
    match (number, arguments.which.is_narrowed()) {
        _ if arguments.json => {}
        (0, true) => writeln!(out, "No matching requests.")?,
        (0, false) => writeln!(out, "No requests yet.")?,
        (_, true) => writeln!(out, "{number} shown.")?,
        (_, false) => writeln!(out, "{number} in total.")?,
    }
    out.flush()?;

    let kinds = Kind::lasting_mails();
    let dead = entries::count_undelivered(&mut connection, &kinds, MessageState::Dead).await?;
    if dead > 0 {
        let dead = count(dead, "email");
        let notice = format!(
            "{dead} did not reach the owner: see `{}`.",
            command_line("outbox")
        );
        // Standard output contains only JSON.
        let to: &mut dyn Write = if arguments.json {
            &mut io::stderr()
        } else {
            &mut out
        };
        writeln!(to, "{notice}")?;
    }
    out.flush()?;
    Ok(())
}

impl Listed for LeadRecord {
    fn json(&self) -> &impl Serialize {
        &self.lead
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let lead = &self.lead;
        let heading = heading(lead.created_at, &lead.full_name, &lead.phone, &lead.email);
        writeln!(out, "{heading}")?;
        if self.state.suspect {
            let signals = strip_control_chars(&explain(&self.signals));
            writeln!(out, "    May be spam: {signals}")?;
        }
        for line in lead.message.lines() {
            writeln!(out, "    {}", strip_control_chars(line))?;
        }
        writeln!(out)
    }
}
