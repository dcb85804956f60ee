//! `backend leads erase`: erases a person's data, or old data.

use std::{
    io::{self, Write},
    path::Path,
    time::Duration,
};

use crate::{
    cli::{
        CliError, connect,
        plain_text::{count, heading},
        values,
    },
    config::Config,
    leads::log::COMMAND_LINE,
    privacy::{
        erasure::{self, ErasureError, ErasureScope, Found, Person, Plan},
        personal_data::PersonalDataMatcher,
    },
};
use clap::Args;
use diesel_async::AsyncConnection;
use uuid::Uuid;

/// The most requests that are erased in one transaction because of their age.
const PIECE: i64 = 1_000;

const MAX_SHOWN: usize = 20;

#[derive(Args)]
pub struct EraseArguments {
    #[command(flatten)]
    target: Target,
    /// Erase this request too, which may be the person's. The option can be repeated.
    #[arg(long, value_name = "ID", conflicts_with_all = ["older_than_days", "expired"])]
    also: Vec<Uuid>,
    /// Erase the data. Without this option, nothing is erased, and only a summary is printed.
    #[arg(long)]
    yes: bool,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Target {
    /// Erase the requests with this email address, and all other data of their senders.
    #[arg(long, value_name = "ADDRESS", value_parser = |typed: &str| PersonalDataMatcher::of(typed, ""))]
    email: Option<PersonalDataMatcher>,
    /// Erase the requests with this phone number, in any spelling, and all other data of their senders.
    /// If the text has several numbers, each counts.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = |typed: &str| PersonalDataMatcher::of("", typed))]
    phone: Option<PersonalDataMatcher>,
    /// Erase requests, emails, and clicks that are older than this many days.
    #[arg(long, value_name = "DAYS", value_parser = values::days, allow_negative_numbers = true)]
    older_than_days: Option<u32>,
    /// Erase requests, emails, and clicks that are older than the setting `RETENTION_DAYS`.
    #[arg(long)]
    expired: bool,
}

impl Target {
    fn scope(self, also: Vec<Uuid>, config: &Config, piece: i64) -> ErasureScope {
        match self {
            Self {
                email: None,
                phone: None,
                older_than_days,
                ..
            } => {
                let days = older_than_days.unwrap_or(config.retention_days);
                ErasureScope::OlderThan(Duration::from_hours(24 * u64::from(days)), piece)
            }
            Self { email, phone, .. } => ErasureScope::Person(Person {
                contacts: email.or(phone).unwrap_or_default(),
                requests: also.into_iter().collect(),
                only: None,
            }),
        }
    }
}

/// Prints the selected data, and erases it with `--yes`.
pub async fn run(arguments: EraseArguments, config: &Config) -> Result<(), CliError> {
    let most = if arguments.yes { PIECE } else { i64::MAX };
    let scope = (arguments.target).scope(arguments.also, config, most);
    let folder = config.mail_folder();
    let mut connection = connect(config).await?;
    let is_in_pieces = arguments.yes && matches!(scope, ErasureScope::OlderThan(..));
    let mut found = Plan::default();
    loop {
        let piece = connection
            .transaction(async |connection| {
                let plan = erasure::find(connection, &scope, &folder).await?;
                if arguments.yes {
                    erasure::erase(connection, &plan, COMMAND_LINE).await?;
                }
                Ok::<_, ErasureError>(plan)
            })
            .await?;
        let is_last = !is_in_pieces || piece.is_empty();
        found.add(piece);
        if is_last {
            break;
        }
    }
    print(&found, &folder, arguments.yes)?;
    Ok(())
}

fn print(plan: &Plan, folder: &Path, erased: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let counted: Vec<_> = [
        (plan.leads.len(), "request"),
        (plan.photos, "photo"),
        (plan.clicks.len(), "click"),
        (plan.mails.len(), "email"),
        (plan.files.len(), "email file"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, thing)| count(number, thing))
    .collect();
    let line = |lead: &Found| heading(lead.created_at, &lead.full_name, &lead.phone, &lead.email);
    if let number @ 1.. = plan.alike.len() {
        let more = count(number, "more request");
        writeln!(out, "{more} may be this person's (--also ID erases it):")?;
        for lead in &plan.alike {
            writeln!(out, "{}  {}", lead.id, line(lead))?;
        }
    }
    if plan.is_empty() {
        return writeln!(out, "Nothing matches, so nothing was erased.");
    }
    for lead in plan.leads.iter().take(MAX_SHOWN) {
        writeln!(out, "{}", line(lead))?;
    }
    if let Some(more @ 1..) = plan.leads.len().checked_sub(MAX_SHOWN) {
        writeln!(out, "and {more} more")?;
    }
    let done = if erased { "Erased" } else { "To be erased" };
    let place = if plan.files.is_empty() {
        String::new()
    } else {
        format!(" in {}", folder.display())
    };
    writeln!(out, "{done}: {}{place}.", counted.join(", "))?;
    if plan.unannounced > 0 {
        let unannounced = count(plan.unannounced, "request");
        writeln!(
            out,
            "The owner has not received an email about {unannounced} of these."
        )?;
    }
    writeln!(
        out,
        "This command cannot erase these, so erase them by hand: emails in the owner's mailbox and \
         on the mail server, exported files, data of programs that receive webhooks, and backups \
         of the database."
    )?;
    if !erased {
        writeln!(out, "Nothing was erased yet: add --yes to erase.")?;
    }
    Ok(())
}
