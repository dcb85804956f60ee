//! The failure of an attempt to send a message of the outbox.

use std::time::Duration;

use crate::database::text_enum::text_enum;

/// The failure of an attempt to send a message of the outbox.
#[derive(Clone, Debug)]
pub struct DeliveryFailure {
    /// The class that the failure is counted in.
    pub class: FailureClass,
    /// A description of the failure, without the visitor's data.
    pub description: String,
    /// The HTTP status of the response to a webhook or a push message.
    pub http_status: Option<u16>,
    /// The delay before a retry that the receiver requests.
    pub retry_after: Option<Duration>,
}

impl DeliveryFailure {
    /// Creates a failure without an HTTP response.
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
    /// Classes of failures. Each requires a different action by the owner.
    pub enum FailureClass {
        /// The mail server or the HTTP receiver cannot be reached, or does not respond in time.
        Unreachable = "unreachable",
        /// The mail server refuses the login.
        Login = "login",
        /// The mail server refuses the email for now (a 4xx reply), or the receiver responds with
        /// 5xx or 429.
        Deferred = "deferred",
        /// The mail server refuses the email (a 5xx reply) because of a full mailbox, a wrong
        /// address, or the sender's reputation. Or the receiver responds with any other status.
        Refused = "refused",
        /// The receiver accepts no more webhooks (410), or is no longer that of `WEBHOOK_URL`.
        Gone = "gone",
        /// The server may not send requests to the webhook's address.
        Address = "address",
        /// The email cannot be written to the folder.
        Folder = "folder",
        /// The message cannot be composed.
        Unwritable = "unwritable",
        /// The program panicked or died while sending the message.
        Crashed = "crashed",
    }
}
