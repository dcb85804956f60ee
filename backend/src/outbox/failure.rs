//! Why an attempt to send a message of the outbox failed.

use std::time::Duration;

use crate::database::text_enum::text_enum;

/// Why an attempt to send a message of the outbox failed.
#[derive(Clone, Debug)]
pub struct DeliveryFailure {
    /// The class, by which failures are counted.
    pub class: FailureClass,
    /// The failure in words, without data of the visitor.
    pub description: String,
    /// The HTTP status of the response to a webhook or a push message.
    pub http_status: Option<u16>,
    /// How long the receiver asks to wait before a retry.
    pub retry_after: Option<Duration>,
}

impl DeliveryFailure {
    /// A failure without a response to a request.
    pub(crate) fn new(class: FailureClass, description: impl Into<String>) -> Self {
        Self {
            class,
            description: description.into(),
            http_status: None,
            retry_after: None,
        }
    }
}

text_enum! {
    /// Classes of failures: each requires a different action of the owner.
    pub enum FailureClass {
        /// The mail server or the receiver of the request cannot be reached, or does not respond in time.
        Unreachable = "unreachable",
        /// The mail server refuses the login.
        Login = "login",
        /// The mail server refuses the mail for now (a 4xx reply), or the receiver responds with
        /// 5xx or 429.
        Deferred = "deferred",
        /// The mail server refuses the mail (a 5xx reply): a full mailbox, a wrong address, the
        /// sender's reputation. Or the receiver responds with any other status.
        Refused = "refused",
        /// The webhook's receiver wants no more webhooks (410).
        Gone = "gone",
        /// Requests may not be sent to the webhook's address.
        Address = "address",
        /// The mail cannot be written to the folder.
        Folder = "folder",
        /// The message cannot be composed.
        Unwritable = "unwritable",
        /// The program panicked or died while sending the message.
        Crashed = "crashed",
    }
}
