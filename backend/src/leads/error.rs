//! Errors of the intake.

use std::sync::Arc;

use thiserror::Error;

use crate::{database::StoreError, web::error::RequestError};

/// Why a submission was not saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The database did not save it. Submissions of one batch share the cause.
    #[error(transparent)]
    Store(#[from] Arc<StoreError>),
    /// The queue of submissions to be saved is full.
    #[error("too many leads wait to be saved")]
    QueueFull,
    /// The writer has ended, together with the process.
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
