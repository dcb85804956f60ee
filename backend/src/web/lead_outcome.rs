//! The outcome of a lead, as a metric's label.

use validator_wasm::RejectionCode;

use crate::{database::text_enum::text_enum, observability::metrics::Metrics};

text_enum! {
    /// The outcome of a lead.
    pub enum LeadOutcome {
        /// Saved, and the owner is notified at once.
        Saved = "saved",
        /// Saved, and the owner is notified in a digest.
        Suspect = "suspect",
        /// Saved before, under the same idempotency key.
        Repeated = "repeated",
        /// Saved before, under the same idempotency key, and given other words.
        Changed = "changed",
        /// Refused: a required field is blank.
        MissingInformation = "missing_information",
        /// Refused: the email address is on the block list.
        BlockedEmail = "blocked_email",
        /// Refused: the message contains a promotional phrase.
        PromotionalMessage = "promotional_message",
        /// Refused: the session's last request is less than 30 seconds old.
        Cooldown = "cooldown",
        /// Refused: the address has reached its rate limit.
        RateLimited = "flooded",
        /// Refused: the idempotency key is another message's id.
        KeyUsed = "key_used",
        /// Not saved: the database is unavailable.
        Outage = "outage",
        /// Not saved: this program has a fault.
        Fault = "fault",
    }
}

/// Adds the counters of the outcomes, at 0. Otherwise their first step does not show as an increase.
pub fn with_counters(metrics: Metrics) -> Metrics {
    for outcome in LeadOutcome::ALL {
        drop(metrics.leads(outcome.name()));
    }
    metrics
}

impl From<RejectionCode> for LeadOutcome {
    fn from(code: RejectionCode) -> Self {
        match code {
            RejectionCode::MissingInformation => Self::MissingInformation,
            RejectionCode::BlockedEmail => Self::BlockedEmail,
            RejectionCode::PromotionalMessage => Self::PromotionalMessage,
            RejectionCode::Cooldown => Self::Cooldown,
        }
    }
}
