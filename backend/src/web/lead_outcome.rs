//! The outcome of a lead, as a metric's label.

use validator_wasm::RejectionCode;

use crate::{database::text_enum::text_enum, observability::metrics::Metrics};

text_enum! {
    pub enum LeadOutcome {
        /// Saved, and the owner is notified at once.
        Saved = "saved",
        /// Saved, and the owner is notified in a digest.
        Suspect = "suspect",
        /// Saved before, under the same idempotency key.
        Repeated = "repeated",
        /// Saved before, under the same idempotency key, and given other words.
        Changed = "changed",
        MissingInformation = "missing_information",
        BlockedEmail = "blocked_email",
        PromotionalMessage = "promotional_message",
        /// Refused: the session's last request is less than 30 seconds old.
        Cooldown = "cooldown",
        /// Refused: the address has reached its rate limit.
        RateLimited = "flooded",
        /// Refused: the idempotency key is another message's id.
        KeyUsed = "key_used",
        Outage = "outage",
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
