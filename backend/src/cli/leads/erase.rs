//! `backend leads erase`: erases a person's data, or old data.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    time::Duration,
};

use backend::{
    config::Config,
    mail::folder::{self, MailFile},
    store::erasure::{self, Plan, Selection},
    visitor::personal_data::{EmailAddress, PhoneNumber},
};
use clap::Args;
use diesel_async::AsyncConnection;

use crate::cli::{
    CliError, connect, outbox_folder,
    plain_text::{count, heading},
    values,
};

/// The most requests that are shown one by one.
const MAX_SHOWN: usize = 20;

/// The selection of data, and the confirmation.
#[derive(Args)]
pub struct EraseArguments {
    #[command(flatten)]
    whose: Whose,
    /// Erase it. Without this, nothing is erased: only a summary is printed.
    #[arg(long)]
    yes: bool,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Whose {
    /// The requests with this e-mail address, and all other data of their senders.
    #[arg(long, value_name = "ADDRESS")]
    email: Option<EmailAddress>,
    /// The requests with this telephone number, and all other data of their senders. Numbers are
    /// compared by their digits, with or without the country code 1 and an extension.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    phone: Option<PhoneNumber>,
    /// Requests, mails and clicks that are older than this many days.
    #[arg(long, value_name = "DAYS", value_parser = values::days, allow_negative_numbers = true)]
    older_than_days: Option<u32>,
    /// Requests, mails and clicks that are older than the setting `RETENTION_DAYS`.
    #[arg(long)]
    expired: bool,
}

impl Whose {
    fn selection(self, config: &Config) -> Selection {
        match self {
            Self {
                email: Some(email), ..
            } => Selection::Email(email),
            Self {
                phone: Some(phone), ..
            } => Selection::Phone(phone),
            Self {
                older_than_days, ..
            } => {
                let days = older_than_days.unwrap_or(config.retention_days);
                Selection::OlderThan(Duration::from_hours(24 * u64::from(days)))
            }
        }
    }
}

/// Prints the data that is selected, and erases it with `--yes`.
pub async fn run(arguments: EraseArguments, config: &Config) -> Result<(), CliError> {
    let selection = arguments.whose.selection(config);
    let folder = outbox_folder(config);
    let mut connection = connect(config).await?;
    let (plan, files) = connection
        .transaction(async |connection| {
            if !erasure::is_permitted(connection).await? {
                return Err(CliError::NotTheOwner);
            }
            let plan = erasure::plan(connection, &selection).await?;
            let in_folder = |source| CliError::MailFolder {
                path: folder.clone(),
                source,
            };
            let mut files = mail_files(&folder, &selection, &plan).map_err(in_folder)?;
            // A mail that names the person may be about the request of another one.
            let ids = files.iter().filter_map(|file| file.id);
            let staying = erasure::staying(connection, &plan, ids).await?;
            files.retain(|file| file.id.is_none_or(|id| !staying.contains(&id)));
            if arguments.yes {
                if let Some(lease) = plan.leased_for {
                    return Err(CliError::MailBeingSent {
                        seconds: lease.as_secs() + 1,
                    });
                }
                erasure::erase(connection, &plan).await?;
                // Before the commit: as long as the rows exist, the command can be repeated and
                // finds the same files.
                files
                    .iter()
                    .try_for_each(|file| fs::remove_file(&file.path))
                    .map_err(in_folder)?;
            }
            Ok::<_, CliError>((plan, files))
        })
        .await?;
    print(&plan, &files, &folder, arguments.yes)?;
    Ok(())
}

/// The files of the selected mails, where no mail server is set.
fn mail_files(folder: &Path, selection: &Selection, plan: &Plan) -> io::Result<Vec<MailFile>> {
    // A lead's mail has the lead's id. Its row may have been pruned; its file has not.
    let ids = plan.leads.iter().map(|lead| lead.id).collect();
    let age = match selection {
        Selection::OlderThan(age) => Some(*age),
        Selection::Email(_) | Selection::Phone(_) => None,
    };
    folder::files_to_erase(folder, &ids, &plan.matcher, age)
}

fn print(plan: &Plan, files: &[MailFile], folder: &Path, erased: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Plan {
        leads,
        mails,
        clicks,
        texts,
        ..
    } = plan;
    let counts = [
        leads.len(),
        clicks.len(),
        mails.len(),
        texts.len(),
        files.len(),
    ];
    if counts == [0; 5] {
        return writeln!(out, "Nothing matches, so nothing was erased.");
    }
    for lead in leads.iter().take(MAX_SHOWN) {
        let line = heading(lead.created_at, &lead.full_name, &lead.phone, &lead.email);
        writeln!(out, "{line}")?;
    }
    if let Some(more @ 1..) = leads.len().checked_sub(MAX_SHOWN) {
        writeln!(out, "and {more} more")?;
    }
    let things = ["request", "click", "mail", "remembered text", "mail file"];
    let counted: Vec<_> = counts
        .into_iter()
        .zip(things)
        .filter(|(number, _)| *number > 0)
        .map(|(number, thing)| count(number, thing))
        .collect();
    let done = if erased { "Erased" } else { "To be erased" };
    let place = match files {
        [] => String::new(),
        _ => format!(" in {}", folder.display()),
    };
    writeln!(out, "{done}: {}{place}.", counted.join(", "))?;
    if plan.untold > 0 {
        let untold = count(plan.untold, "request");
        writeln!(out, "The owner has had no mail of {untold} among these.")?;
    }
    writeln!(
        out,
        "Out of reach, to be erased by hand: mails in the owner's mailbox and on the mail server, \
         exported files, backups of the database."
    )?;
    if !erased {
        writeln!(out, "Nothing was erased yet: add --yes to erase it.")?;
    }
    Ok(())
}
