//! Sends mails by SMTP, or, when no server is set, writes them to a folder as `.eml` files that any
//! mail program opens.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use lettre::message::Mailbox;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{error::MailError, folder, message::Mail, smtp::MailServer};
use crate::config::{Config, DeskPerson};

/// How many mails are sent at once, each on its own connection, and how many sign-in mails: these
/// do not wait for other mails. Public mail services allow ten connections, or twenty.
const CONNECTIONS: usize = 8;
const SIGN_IN_CONNECTIONS: usize = 2;

/// The folder in `DATA_DIR` for mails when no server is set.
pub const OUTBOX: &str = "outbox";

/// Sends mails to the owner (`MAIL_TO`) and to the people of the desk (`DESK_EMAILS`). An address
/// from outside gets only one kind of mail: an [auto-reply](super::auto_reply).
pub struct Mailer {
    from: Mailbox,
    to: Mailbox,
    transport: Transport,
    /// One for each mail that may be sent at once.
    permits: Semaphore,
    sign_in_permits: Semaphore,
}

enum Transport {
    Smtp(MailServer),
    Folder(PathBuf),
}

/// Where mails go.
#[derive(Clone, Copy, Debug)]
pub enum Destination<'a> {
    /// To a mail server.
    Server {
        /// Its host.
        host: &'a str,
        /// Whether nobody can read the mails on their way to it.
        is_private: bool,
    },
    /// Into files in this folder: nobody gets them.
    Folder(&'a Path),
}

impl fmt::Display for Destination<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server { host, .. } => write!(f, "sent through {host}"),
            Self::Folder(folder) => write!(f, "written to {}", folder.display()),
        }
    }
}

impl Mailer {
    /// A mailer as configured.
    pub fn new(config: &Config) -> Self {
        let mail = &config.mail;
        let transport = match &mail.server {
            Some(server) => Transport::Smtp(MailServer::new(server.clone())),
            None => Transport::Folder(config.server.data_dir.join(OUTBOX)),
        };
        Self {
            from: mail.from.clone(),
            to: mail.to.clone(),
            transport,
            permits: Semaphore::new(CONNECTIONS),
            sign_in_permits: Semaphore::new(SIGN_IN_CONNECTIONS),
        }
    }

    /// Where mails go.
    pub fn destination(&self) -> Destination<'_> {
        match &self.transport {
            Transport::Smtp(smtp) => Destination::Server {
                host: &smtp.server.host,
                is_private: smtp.server.is_private(),
            },
            Transport::Folder(folder) => Destination::Folder(folder),
        }
    }

    /// Checks that the mail server accepts a connection and the login. No mail is sent.
    ///
    /// # Errors
    /// When it does not: check `SMTP_URL`.
    pub async fn reach(&self) -> Result<(), MailError> {
        if let Transport::Smtp(smtp) = &self.transport {
            smtp.test().await?;
        }
        Ok(())
    }

    /// Sends a mail to the owner, or an auto-reply to the visitor.
    ///
    /// # Errors
    /// When the mail server is not reached or refuses the mail, or when the file cannot be written.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.send_to(mail, &self.to, &self.permits).await
    }

    /// Sends a sign-in mail to a person of the desk.
    pub(crate) async fn send_to_person(
        &self,
        mail: &Mail,
        person: &DeskPerson,
    ) -> Result<(), MailError> {
        let to = Mailbox::new(None, person.address().clone());
        self.send_to(mail, &to, &self.sign_in_permits).await
    }

    async fn send_to(
        &self,
        mail: &Mail,
        to: &Mailbox,
        permits: &Semaphore,
    ) -> Result<(), MailError> {
        // The mail's timeouts begin with its turn. The semaphore is never closed.
        let _permit = permits.acquire().await;
        let build = |takes_unicode| mail.message(&self.from, to, takes_unicode);
        match &self.transport {
            Transport::Smtp(smtp) => smtp.send(build).await?,
            Transport::Folder(folder) => {
                let (folder, name) = (folder.clone(), mail.file().to_owned());
                let mail = build(true)?.formatted();
                spawn_blocking(move || folder::write(&folder, &name, &mail))
                    .await
                    .map_err(io::Error::from)??;
            }
        }
        Ok(())
    }
}
