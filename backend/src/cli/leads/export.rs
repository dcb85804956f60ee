//! `backend leads export`: a CSV file for a spreadsheet program.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    pin::pin,
};

use super::Which;
use crate::{
    cli::{CliError, connect, plain_text::count},
    config::Config,
    leads::{
        log::{self, COMMAND_LINE, DeskAct},
        spreadsheet::Spreadsheet,
    },
};
use clap::Args;
use diesel_async::AsyncPgConnection;
use futures_util::TryStreamExt;
use tempfile::NamedTempFile;

#[derive(Args)]
pub struct ExportArguments {
    /// The file, which only its owner can read. Without it, the leads are written to standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    which: Which,
}

pub async fn run(arguments: &ExportArguments, config: &Config) -> Result<(), CliError> {
    let mut connection = connect(config).await?;
    log::record_at_desk(&mut connection, COMMAND_LINE, DeskAct::Export).await?;
    let which = &arguments.which;
    let Some(path) = &arguments.output else {
        // A pipe that is closed early is not a failure: see `main`.
        let out = io::stdout().lock();
        return write(&mut connection, which, out, CliError::Output)
            .await
            .map(drop);
    };
    let failed = |cause| CliError::File(path.clone(), cause);
    let draft = draft_beside(path).map_err(failed)?;
    let number = write(&mut connection, which, draft.as_file(), failed).await?;
    draft.as_file().sync_all().map_err(failed)?;
    draft.persist(path).map_err(|cause| failed(cause.error))?;
    let requests = count(number, "request");
    writeln!(io::stdout(), "{requests} in {}.", path.display())?;
    Ok(())
}

/// Creates a temporary file, readable only by its owner, in the folder of the file that it will replace.
fn draft_beside(path: &Path) -> io::Result<NamedTempFile> {
    match fs::symlink_metadata(path) {
        // A device such as `/dev/stdout` must not be replaced by a file.
        Ok(there) if !there.is_file() => {
            return Err(io::Error::other("it is not a regular file"));
        }
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        _ => {}
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    NamedTempFile::new_in(folder).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => io::Error::other("the folder does not exist"),
        // The error leaves out the name of the temporary file, which means nothing to the owner.
        kind => kind.into(),
    })
}

async fn write(
    connection: &mut AsyncPgConnection,
    which: &Which,
    to: impl Write,
    failed: impl Fn(io::Error) -> CliError,
) -> Result<usize, CliError> {
    let mut file = Spreadsheet::begin(BufWriter::new(to)).map_err(&failed)?;
    let mut leads = pin!(which.stream(connection));
    let mut number = 0;
    while let Some(record) = leads.try_next().await? {
        file.write(&record).map_err(&failed)?;
        number += 1;
    }
    file.finish()
        .and_then(|mut to| to.flush())
        .map_err(failed)?;
    Ok(number)
}
