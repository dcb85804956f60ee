//! The reasons why an email was not sent.

use std::io;

use lettre::transport::smtp::response::Severity;
use thiserror::Error;

use crate::{
    observability::error_chain::chain,
    outbox::outcome::{DeliveryFailure, FailureClass},
};

/// The reason why an email was not sent. Its text contains no address, because it is logged.
#[derive(Debug, Error)]
pub enum MailError {
    #[error("the message could not be built")]
    Unwritable(#[from] lettre::error::Error),
    #[error("the mail server does not support addresses with non-ASCII characters (SMTPUTF8)")]
    NeedsUnicode,
    #[error("the mail server replied {0}")]
    Refused(lettre::transport::smtp::response::Code),
    /// The mail server broke off, or its reply does not follow the protocol. The reply's text is
    /// not kept, because it may be any bytes and may repeat a visitor's text.
    #[error("the mail server closed the connection, or its reply could not be read")]
    NoAnswer,
    #[error("the mail server could not be reached")]
    Smtp(#[source] lettre::transport::smtp::Error),
    #[error("the mail server took too long")]
    TimedOut,
    #[error("the email could not be written to the outbox folder")]
    File(#[from] io::Error),
}

/// The reply codes for a refused login (RFC 4954, section 6).
const LOGIN_REFUSED: [u16; 4] = [530, 534, 535, 538];

impl From<MailError> for DeliveryFailure {
    fn from(cause: MailError) -> Self {
        let class = match &cause {
            MailError::Unwritable(_) => FailureClass::Unwritable,
            MailError::NeedsUnicode => FailureClass::Refused,
            MailError::Refused(code) => match code.severity {
                _ if LOGIN_REFUSED.contains(&u16::from(*code)) => FailureClass::Login,
                Severity::PermanentNegativeCompletion => FailureClass::Refused,
                _ => FailureClass::Deferred,
            },
            MailError::NoAnswer | MailError::Smtp(_) | MailError::TimedOut => {
                FailureClass::Unreachable
            }
            MailError::File(_) => FailureClass::Folder,
        };
        Self::new(class, chain(&cause))
    }
}

impl From<lettre::transport::smtp::Error> for MailError {
    fn from(cause: lettre::transport::smtp::Error) -> Self {
        // A mail server's text often repeats addresses; its code is enough.
        match cause.status() {
            Some(code) => Self::Refused(code),
            None if cause.is_response() => Self::NoAnswer,
            None => Self::Smtp(cause),
        }
    }
}
