//! Errors of the intake.

use std::sync::Arc;

use thiserror::Error;
use validator_wasm::Rejection;

use crate::database::StoreError;

/// Why leads were not saved.
#[derive(Debug, Error)]
pub enum LeadError {
    /// The rules or the cooldown refuse a lead.
    #[error("{}", .0.title)]
    Rejected(Rejection),
    /// The idempotency key belongs to leads with other content.
    #[error("the idempotency key belongs to another request")]
    IdempotencyKeyUsed,
    /// Too many leads came from the address within this hour.
    #[error("too many leads came from the address")]
    RateLimited,
    /// The database is unavailable, or a statement failed.
    #[error(transparent)]
    NotSaved(#[from] SaveError),
}

impl From<StoreError> for LeadError {
    fn from(cause: StoreError) -> Self {
        Self::NotSaved(SaveError::Store(Arc::new(cause)))
    }
}

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

impl SaveError {
    /// Whether the database is unavailable, as opposed to a fault in this program.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Store(cause) => cause.is_outage(),
            Self::QueueFull | Self::WriterEnded => true,
        }
    }
}
