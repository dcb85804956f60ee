//! Logs outages of the database.

use std::cell::Cell;

use tracing::{info, warn};

use crate::{database::StoreError, observability::error_chain::chain};

/// Logs when the outbox becomes unavailable, and when it is available again. Not at each attempt:
/// the database may be unavailable for long.
#[derive(Default)]
pub(super) struct OutageLog {
    is_out: Cell<bool>,
}

impl OutageLog {
    /// Returns the value, and logs when a failure follows a success, or the reverse.
    pub(super) fn observe<T>(&self, outcome: Result<T, StoreError>) -> Option<T> {
        match outcome {
            Ok(value) => {
                if self.is_out.replace(false) {
                    info!("the outbox is reached again");
                }
                Some(value)
            }
            Err(cause) => {
                if !self.is_out.replace(true) {
                    warn!(cause = chain(&cause), "the outbox is not reached");
                }
                None
            }
        }
    }
}
