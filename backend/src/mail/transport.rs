//! How a mail goes: by SMTP, or, when no server is set, into a folder as an `.eml` file that any
//! mail program opens.

use std::{io, path::PathBuf, time::Duration};

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Tokio1Executor, message::Mailbox,
    transport::smtp::response::Severity,
};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;
use tokio::{task::spawn_blocking, time::timeout};

use super::{folder, message::Mail};
use crate::{config, store::outbox::failure::FailureClass};

/// How long it may take to be connected to the mail server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a mail may take in all. It is many times what a slow mail server needs.
pub const MAIL_TIMEOUT: Duration = Duration::from_mins(1);

/// The folder in `DATA_DIR` that mails go to when no server is set.
pub const OUTBOX: &str = "outbox";

/// Why a mail did not go. The text names no address: it is logged.
#[derive(Debug, Error)]
pub enum MailError {
    /// The message could not be put together.
    #[error("the message could not be put together")]
    Message(#[from] lettre::error::Error),
    /// The mail server answered no.
    #[error("the mail server answered {0}")]
    Refused(lettre::transport::smtp::response::Code),
    /// The mail server was not reached, or took too long.
    #[error("the mail server was not reached")]
    Smtp(#[source] lettre::transport::smtp::Error),
    /// The mail server took longer than [`MAIL_TIMEOUT`].
    #[error("the mail server took too long")]
    TimedOut,
    /// The file could not be written.
    #[error("the mail could not be written to the outbox")]
    File(#[from] io::Error),
}

/// What a mail server answers to a login that it does not take (RFC 4954, section 6).
const LOGIN_REFUSED: [u16; 4] = [530, 534, 535, 538];

impl MailError {
    /// What kind of failure it is.
    #[must_use]
    pub fn class(&self) -> FailureClass {
        match self {
            Self::Message(_) => FailureClass::Unwritable,
            Self::Refused(code) if LOGIN_REFUSED.contains(&u16::from(*code)) => FailureClass::Login,
            Self::Refused(code) if code.severity == Severity::PermanentNegativeCompletion => {
                FailureClass::Refused
            }
            Self::Refused(_) => FailureClass::Deferred,
            Self::Smtp(_) | Self::TimedOut => FailureClass::Unreachable,
            Self::File(_) => FailureClass::Folder,
        }
    }
}

impl From<lettre::transport::smtp::Error> for MailError {
    fn from(cause: lettre::transport::smtp::Error) -> Self {
        // A mail server's words tend to repeat addresses; its code says enough.
        match cause.status() {
            Some(code) => Self::Refused(code),
            None => Self::Smtp(cause),
        }
    }
}

/// Sends mails to the owner, and to nobody else.
pub struct Mailer {
    from: Mailbox,
    to: Mailbox,
    transport: Transport,
}

enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

impl Mailer {
    /// A mailer as configured; `outbox` is where mails go when no mail server is set.
    ///
    /// # Errors
    /// [`MailError::Smtp`] when the certificates that TLS needs cannot be loaded.
    pub fn new(config: &config::Mail, outbox: PathBuf) -> Result<Self, MailError> {
        let transport = match &config.smtp_url {
            Some(url) => Transport::Smtp(smtp(url)?),
            None => Transport::Folder(outbox),
        };
        Ok(Self {
            from: config.from.clone(),
            to: config.to.clone(),
            transport,
        })
    }

    /// Sees whether the mail server is reached and lets this program in. No mail is sent.
    ///
    /// # Errors
    /// [`MailError`].
    pub async fn reach(&self) -> Result<(), MailError> {
        if let Transport::Smtp(smtp) = &self.transport {
            timeout(CONNECT_TIMEOUT, smtp.test_connection())
                .await
                .map_err(|_| MailError::TimedOut)??;
        }
        Ok(())
    }

    /// Sends a mail.
    ///
    /// # Errors
    /// [`MailError`].
    pub async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = mail.message(&self.from, &self.to)?;
        match &self.transport {
            Transport::Smtp(smtp) => {
                timeout(MAIL_TIMEOUT, smtp.send(message))
                    .await
                    .map_err(|_| MailError::TimedOut)??;
            }
            Transport::Folder(folder) => {
                let (folder, id) = (folder.clone(), mail.id());
                spawn_blocking(move || folder::write(&folder, id, &message.formatted()))
                    .await
                    .map_err(io::Error::from)??;
            }
        }
        Ok(())
    }
}

/// Each mail has a connection of its own. lettre's pool takes back the connection of a mail that was
/// given up half-way: the next mail would read that one's replies as its own, and pass for sent.
fn smtp(
    url: &SecretString,
) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
        .map(|builder| builder.timeout(Some(CONNECT_TIMEOUT)).build())
}
