//! Erases a person's data, or old data: the rows, and the mails' files where no mail server is set.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use diesel_async::AsyncPgConnection;
use thiserror::Error;
use tokio::task::spawn_blocking;

use super::erased_rows::{self, Plan, Selection};
use crate::outbox::mail::{error::MailError, folder};

/// Why nothing was erased.
#[derive(Debug, Error)]
pub enum ErasureError {
    /// The database's role may not erase.
    #[error(
        "the role of DATABASE_URL may not erase requests: run `backend leads erase` with the DATABASE_URL of the tables' owner"
    )]
    NotPermitted,
    /// A mail that is to be erased is leased.
    #[error(
        "one of the mails is being sent right now: try again in {seconds} seconds; nothing was erased"
    )]
    MailBeingSent {
        /// Seconds until the lease ends.
        seconds: u64,
    },
    /// The folder of mails cannot be read or cleared.
    #[error(
        "the mails in DATA_DIR cannot be erased: see that this program may write there, then try again; nothing was erased from the database"
    )]
    MailFolder(#[source] MailError),
    /// A query failed.
    #[error("the database did not answer the query")]
    Query(#[from] diesel::result::Error),
}

/// What is to be erased.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The rows.
    pub plan: Plan,
    /// The files of mails, where no mail server is set.
    pub files: Vec<PathBuf>,
}

/// Finds what is to be erased, in the database and in the folder of mails. Call it in a transaction:
/// until that ends, none of the mails is leased.
///
/// # Errors
/// When a query fails, or the folder cannot be read.
pub async fn find(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    folder: &Path,
) -> Result<Findings, ErasureError> {
    let plan = erased_rows::plan(connection, selection).await?;
    let leads = plan.leads.iter().map(|lead| lead.id).collect();
    let folder = folder.to_owned();
    let files = in_folder(move || folder::files_of(&folder, &leads)).await?;
    Ok(Findings { plan, files })
}

/// Erases what was found. Call it in the transaction of [`find`].
///
/// # Errors
/// When the role may not, one of the mails is being sent, a query fails, or a file cannot be erased.
/// Some of the files may be erased then: as long as the rows exist, it can be repeated, and finds the
/// others.
pub async fn erase(
    connection: &mut AsyncPgConnection,
    Findings { plan, files }: &Findings,
) -> Result<(), ErasureError> {
    if !erased_rows::is_permitted(connection).await? {
        return Err(ErasureError::NotPermitted);
    }
    if let Some(lease) = plan.leased_for {
        return Err(ErasureError::MailBeingSent {
            seconds: lease.as_secs() + 1,
        });
    }
    erased_rows::erase(connection, plan).await?;
    let files = files.clone();
    // Before the commit.
    in_folder(move || files.iter().try_for_each(fs::remove_file)).await
}

/// Does work in the folder of mails, on a thread that may wait for the disk.
async fn in_folder<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, ErasureError> {
    let done = spawn_blocking(work).await.map_err(io::Error::other);
    done.flatten()
        .map_err(|cause| ErasureError::MailFolder(cause.into()))
}
