//! The outcome of a lead, as a metric's label.

use validator_wasm::RejectionCode;

/// The outcome of a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadOutcome {
    /// Saved, and the owner is notified at once.
    Saved,
    /// Saved, and the owner is notified in a digest.
    Suspect,
    /// Saved before, under the same idempotency key.
    Repeated,
    /// Refused: a required field is blank.
    MissingInformation,
    /// Refused: the e-mail address is on the block list.
    BlockedEmail,
    /// Refused: the message holds a promotional phrase.
    PromotionalMessage,
    /// Refused: the session's last request is less than 30 seconds old.
    Cooldown,
    /// Refused: the address has reached its rate limit.
    RateLimited,
    /// Refused: the idempotency key belongs to a request with other content.
    KeyUsed,
    /// Not saved: the database is unavailable.
    Outage,
    /// Not saved: a fault in this program.
    Fault,
}

impl LeadOutcome {
    /// All outcomes.
    pub const ALL: [Self; 11] = [
        Self::Saved,
        Self::Suspect,
        Self::Repeated,
        Self::MissingInformation,
        Self::BlockedEmail,
        Self::PromotionalMessage,
        Self::Cooldown,
        Self::RateLimited,
        Self::KeyUsed,
        Self::Outage,
        Self::Fault,
    ];

    /// The value of the label.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Saved => "saved",
            Self::Suspect => "suspect",
            Self::Repeated => "repeated",
            Self::MissingInformation => "missing_information",
            Self::BlockedEmail => "blocked_email",
            Self::PromotionalMessage => "promotional_message",
            Self::Cooldown => "cooldown",
            Self::RateLimited => "flooded",
            Self::KeyUsed => "key_used",
            Self::Outage => "outage",
            Self::Fault => "fault",
        }
    }
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
