//! Why an attempt to send a mail failed.

/// Why an attempt to send a mail failed.
#[derive(Clone, Debug)]
pub struct DeliveryFailure {
    /// The class, by which failures are counted.
    pub class: FailureClass,
    /// The failure in words, without data of the visitor.
    pub description: String,
}

/// Classes of failures: each needs another action of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureClass {
    /// The mail server is not reached, or does not answer in time.
    Unreachable,
    /// The mail server refuses the login.
    Login,
    /// The mail server refuses the mail for now (a 4xx reply).
    Deferred,
    /// The mail server refuses the mail (a 5xx reply): a full mailbox, a wrong address, the
    /// sender's reputation.
    Refused,
    /// The mail cannot be written to the folder.
    Folder,
    /// The mail cannot be composed.
    Unwritable,
    /// The program panicked or died at the mail.
    Crashed,
}

impl FailureClass {
    /// All classes.
    pub const ALL: [Self; 7] = [
        Self::Unreachable,
        Self::Login,
        Self::Deferred,
        Self::Refused,
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
            Self::Folder => "folder",
            Self::Unwritable => "unwritable",
            Self::Crashed => "crashed",
        }
    }
}
