//! Erases a person's data, or old data: the rows, and the mails' files where no mail server is set.

use std::{io, path::Path};

use diesel_async::AsyncPgConnection;
use thiserror::Error;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::erased_rows::{self as erasure, Plan, Selection};
use crate::outbox::{
    digest::members,
    mail::{
        digest,
        error::MailError,
        folder::{self, MailFile},
        transport::Mailer,
    },
};

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
    pub files: Vec<MailFile>,
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
    let plan = erasure::plan(connection, selection).await?;
    // A lead's mail has the lead's id. Its row may have been pruned; its file has not.
    let leads = plan.leads.iter().map(|lead| lead.id);
    let mails = plan.mails.iter().chain(&plan.digests).copied();
    let ids = leads.chain(mails).collect();
    let age = match selection {
        Selection::OlderThan(age) => Some(*age),
        Selection::Person(_) => None,
    };
    let (folder, matcher) = (folder.to_owned(), plan.matcher.clone());
    let mut files = in_folder(move || folder::files_to_erase(&folder, &ids, &matcher, age)).await?;
    // A mail that names the person may be about the request of another one.
    let ids = files.iter().filter_map(|file| file.id);
    let staying = erasure::staying(connection, &plan, ids).await?;
    files.retain(|file| file.id.is_none_or(|id| !staying.contains(&id)));
    Ok(Findings { plan, files })
}

/// Erases what was found. A digest that lists others too is written anew, of those. Call it in the
/// transaction of [`find`].
///
/// # Errors
/// When the role may not, one of the mails is being sent, a query fails, or a file cannot be erased.
/// Some of the files may be erased then: as long as the rows exist, it can be repeated, and finds the
/// others.
pub async fn erase(
    connection: &mut AsyncPgConnection,
    Findings { plan, files }: &Findings,
    mailer: &Mailer,
) -> Result<(), ErasureError> {
    if !erasure::is_permitted(connection).await? {
        return Err(ErasureError::NotPermitted);
    }
    if let Some(lease) = plan.leased_for {
        return Err(ErasureError::MailBeingSent {
            seconds: lease.as_secs() + 1,
        });
    }
    erasure::erase(connection, plan).await?;
    let mut changes = Vec::with_capacity(files.len());
    for file in files {
        let left = match file.id {
            Some(id) => left_of(connection, id, mailer).await?,
            None => None,
        };
        changes.push((file.path.clone(), left));
    }
    // Before the commit.
    in_folder(move || {
        changes
            .iter()
            .try_for_each(|(path, left)| folder::erase(path, left.as_deref()))
    })
    .await
}

/// Does work in the folder of mails, on a thread that may wait for the disk.
async fn in_folder<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, ErasureError> {
    let done = spawn_blocking(work).await.map_err(io::Error::other);
    done.flatten()
        .map_err(|cause| ErasureError::MailFolder(cause.into()))
}

/// The mail of a digest, of what it lists still; `None` if it lists nothing, or is no digest.
async fn left_of(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    mailer: &Mailer,
) -> Result<Option<Vec<u8>>, ErasureError> {
    let members = members(connection, id).await?;
    if members.is_empty() {
        return Ok(None);
    }
    let mail = digest::mail(&members, id, None);
    let mail = mailer.format(&mail).map_err(ErasureError::MailFolder)?;
    Ok(Some(mail))
}
