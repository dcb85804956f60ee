//! Why an attempt to send a message of the outbox failed.

use std::time::Duration;

/// Why an attempt to send a message of the outbox failed.
#[derive(Clone, Debug)]
pub struct DeliveryFailure {
    /// The class, by which failures are counted.
    pub class: FailureClass,
    /// The failure in words, without data of the visitor.
    pub description: String,
    /// The status (HTTP) of the answer to a webhook or a push message.
    pub http_status: Option<u16>,
    /// How long their receiver asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl DeliveryFailure {
    /// Whether a push service says that the browser is subscribed no longer (RFC 8030, section 7.3).
    #[must_use]
    pub fn is_of_ended_subscription(&self) -> bool {
        matches!(self.http_status, Some(404 | 410))
    }
}

/// Classes of failures: each needs another action of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureClass {
    /// The mail server or the webhook's receiver is not reached, or does not answer in time.
    Unreachable,
    /// The mail server refuses the login.
    Login,
    /// The mail server refuses the mail for now (a 4xx reply), or the receiver the webhook (5xx or
    /// 429).
    Deferred,
    /// The mail server refuses the mail (a 5xx reply): a full mailbox, a wrong address, the
    /// sender's reputation. Or the receiver refuses the webhook (any other status).
    Refused,
    /// The webhook's receiver wants no more of them (410).
    Gone,
    /// The webhook's address is none that it may be sent to.
    Address,
    /// The mail cannot be written to the folder.
    Folder,
    /// The message cannot be composed.
    Unwritable,
    /// The program panicked or died at the mail.
    Crashed,
}

impl FailureClass {
    /// All classes.
    pub const ALL: [Self; 9] = [
        Self::Unreachable,
        Self::Login,
        Self::Deferred,
        Self::Refused,
        Self::Gone,
        Self::Address,
        Self::Folder,
        Self::Unwritable,
        Self::Crashed,
    ];

    /// The name in the database and in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Login => "login",
            Self::Deferred => "deferred",
            Self::Refused => "refused",
            Self::Gone => "gone",
            Self::Address => "address",
            Self::Folder => "folder",
            Self::Unwritable => "unwritable",
            Self::Crashed => "crashed",
        }
    }
}
