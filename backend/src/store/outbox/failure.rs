//! Why an attempt to send a mail or a webhook failed.

use std::time::Duration;

/// Why an attempt to send a mail or a webhook failed.
#[derive(Clone, Debug)]
pub struct DeliveryFailure {
    /// The class, by which failures are counted.
    pub class: FailureClass,
    /// The failure in words, without data of the visitor.
    pub description: String,
    /// The status (HTTP) of a webhook's answer.
    pub http_status: Option<u16>,
    /// How long the receiver of a webhook asks to be left alone.
    pub retry_after: Option<Duration>,
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
    /// The mail or webhook cannot be composed.
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
