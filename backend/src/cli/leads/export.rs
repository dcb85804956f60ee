//! `backend leads export`: a CSV file (RFC 4180) for a spreadsheet program.
//!
//! It begins with a byte order mark: without it Excel reads UTF-8 as the system's old code page,
//! and Jürgen is garbled. Programs that would stumble over the mark have `leads list --json`.

mod cell;

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    pin::pin,
};

use backend::{
    config::{Config, time_zone},
    spam::explain,
    store::lead_records::LeadRecord,
};
use clap::Args;
use csv::{Terminator, Writer, WriterBuilder};
use diesel_async::AsyncPgConnection;
use futures_util::TryStreamExt;
use tempfile::NamedTempFile;

use super::Which;
use crate::cli::{
    CliError, connect,
    plain_text::{count, mail_state},
};

/// The arguments of `export`.
#[derive(Args)]
pub struct ExportArguments {
    /// The file, which only its owner may read; standard output when it is left out.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    which: Which,
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The columns, in the order of their importance for the owner. The first one's name ends in the zone
/// of its times.
const COLUMNS: [&str; 23] = [
    "Received",
    "Name",
    "Phone",
    "Email",
    "Service",
    "Urgency",
    "Property address",
    "Project details",
    "Status",
    "Note",
    "May be spam",
    "Unusual",
    "Mail to the owner",
    "Site",
    "Came from",
    "City",
    "State",
    "Country",
    "Browser",
    "Visitor",
    "Session",
    "Address hash",
    "Id",
];

/// Exports the leads.
pub async fn run(arguments: &ExportArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    let which = &arguments.which;
    let Some(path) = &arguments.output else {
        // A pipe that is closed early is no failure: see `main`.
        write(
            &mut connection,
            which,
            io::stdout().lock(),
            CliError::Output,
        )
        .await?;
        return Ok(());
    };
    let failed = |source| CliError::File {
        path: path.clone(),
        source,
    };
    let draft = draft_beside(path).map_err(failed)?;
    let number = write(&mut connection, which, draft.as_file(), failed).await?;
    draft.as_file().sync_all().map_err(failed)?;
    draft.persist(path).map_err(|cause| failed(cause.error))?;
    let requests = count(number, "request");
    writeln!(io::stdout(), "{requests} in {}.", path.display())?;
    Ok(())
}

/// Creates a temporary file, readable by its owner alone, in the folder of the file that it will
/// replace when it is complete.
fn draft_beside(path: &Path) -> io::Result<NamedTempFile> {
    match fs::symlink_metadata(path) {
        // A device such as `/dev/stdout` must not be replaced by a file.
        Ok(there) if !there.is_file() => {
            return Err(io::Error::other("what has that name is no ordinary file"));
        }
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        _ => {}
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    NamedTempFile::new_in(folder).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => io::Error::other("there is no such folder"),
        // Without the name of the temporary file, which nobody knows.
        kind => kind.into(),
    })
}

/// Writes the leads. Returns how many they were.
async fn write(
    connection: &mut AsyncPgConnection,
    which: &Which,
    to: impl Write,
    failed: impl Fn(io::Error) -> CliError,
) -> Result<usize, CliError> {
    let refused = |cause: csv::Error| {
        failed(match cause.into_kind() {
            csv::ErrorKind::Io(cause) => cause,
            other => io::Error::other(format!("{other:?}")),
        })
    };
    let mut to = BufWriter::new(to);
    to.write_all(BYTE_ORDER_MARK).map_err(&failed)?;
    let mut table = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .from_writer(to);
    let received = format!("{} ({})", COLUMNS[0], time_zone::name());
    let titles = [&*received].into_iter().chain(COLUMNS[1..].iter().copied());
    table.write_record(titles).map_err(refused)?;
    let mut leads = pin!(which.stream(connection));
    let mut number = 0;
    while let Some(record) = leads.try_next().await? {
        write_row(&mut table, &record).map_err(refused)?;
        number += 1;
    }
    table.flush().map_err(&failed)?;
    Ok(number)
}

fn write_row(table: &mut Writer<impl Write>, record: &LeadRecord) -> csv::Result<()> {
    fn text(column: Option<&String>) -> &str {
        column.map_or("", String::as_str)
    }
    let lead = &record.lead;
    let estimate = lead.estimate();
    let row: [&str; COLUMNS.len()] = [
        &time_zone::second(lead.created_at),
        &lead.full_name,
        &lead.phone,
        &estimate.email,
        &estimate.service,
        estimate.borrowed().urgency_label(),
        &estimate.address,
        &estimate.message,
        &record.status,
        &record.note,
        if record.suspect { "yes" } else { "no" },
        &explain(&record.signals),
        record.mail.as_deref().map_or("sent", mail_state),
        &lead.site_name,
        text(lead.referrer.as_ref()),
        text(lead.city.as_ref()),
        text(lead.state.as_ref()),
        text(lead.country.as_ref()),
        text(lead.ua.as_ref()),
        text(lead.visitor_id.as_ref()),
        text(lead.session_id.as_ref()),
        text(lead.ip_hash.as_ref()),
        &lead.id.to_string(),
    ];
    for value in row {
        table.write_field(&*cell::escape_formula(value))?;
    }
    table.write_record(None::<&[u8]>)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::draft_beside;

    #[test]
    fn only_an_ordinary_file_is_replaced() {
        let folder = TempDir::new().unwrap();
        assert!(draft_beside(folder.path()).is_err());
        assert!(draft_beside("/dev/null".as_ref()).is_err());
        assert!(draft_beside(&folder.path().join("leads.csv")).is_ok());
    }
}
