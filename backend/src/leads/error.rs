//! Errors of the intake.

use std::sync::Arc;

use thiserror::Error;

use crate::{database::StoreError, web::error::RequestError};

/// Why a submission could not be saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The database did not save it. Submissions of one batch share the cause.
    #[error(transparent)]
    Store(#[from] Arc<StoreError>),
    /// More submissions wait to be saved than the queue holds.
    #[error("too many leads wait to be saved")]
    QueueFull,
    /// The writer has ended, with the process.
    #[error("leads are not saved any more")]
    WriterEnded,
}

impl From<SaveError> for RequestError {
    fn from(cause: SaveError) -> Self {
        match cause {
            SaveError::Store(cause) => Self::Database(cause),
            SaveError::QueueFull | SaveError::WriterEnded => Self::Overloaded(Box::new(cause)),
        }
    }
}
