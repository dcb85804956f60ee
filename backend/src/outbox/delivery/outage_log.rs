//! Logs outages of the database.

use std::cell::Cell;

use tracing::{info, warn};

use crate::{database::StoreError, observability::error_chain::chain};

/// Logs when the outbox becomes unavailable and when it is available again. It does not log each
/// attempt, because an outage may be long.
#[derive(Default)]
pub(super) struct OutageLog {
    is_out: Cell<bool>,
}

impl OutageLog {
    /// Returns the value. Logs the first failure after a success, and the first success after a failure.
    pub(super) fn observe<T>(&self, outcome: Result<T, StoreError>) -> Option<T> {
        let was_out = self.is_out.replace(outcome.is_err());
        match &outcome {
            Ok(_) if was_out => info!("the outbox is available again"),
            Err(cause) if !was_out => warn!(cause = chain(cause), "the outbox is unavailable"),
            _ => {}
        }
        outcome.ok()
    }
}
