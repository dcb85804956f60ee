//! Sends emails by SMTP. If no server is set, writes them to a folder as `.eml` files, which any
//! mail program opens.

use std::{io, path::PathBuf};

use lettre::message::Mailbox;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{error::MailError, folder, message::Mail, smtp::MailServer};
use crate::config::{Config, DeskPerson};

/// The numbers of emails and of sign-in emails that are sent at once, each on its own connection.
/// Sign-in emails do not wait for other emails. Public email services allow ten connections, or twenty.
const CONNECTIONS: usize = 8;
const SIGN_IN_CONNECTIONS: usize = 2;

/// Sends emails to the owner (`MAIL_TO`) and to the people of the desk (`DESK_EMAILS`). An outside
/// address gets an [auto-reply](super::auto_reply), or an [estimate](super::estimate) from the desk.
pub struct Mailer {
    from: Mailbox,
    to: Mailbox,
    transport: Transport,
    /// One permit for each email that may be sent at once.
    permits: Semaphore,
    sign_in_permits: Semaphore,
}

pub trait SendMail: Send + Sync + 'static {
    /// Sends an email.
    ///
    /// # Errors
    /// When the email was not sent, as far as is known.
    fn send(&self, mail: &Mail) -> impl Future<Output = Result<(), MailError>> + Send;
}

impl SendMail for Mailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.send_to(mail, &self.to, &self.permits).await
    }
}

enum Transport {
    Smtp(Box<MailServer>),
    Folder(PathBuf),
}

pub fn destination(config: &Config) -> String {
    match &config.mail.server {
        Some(server) => format!("sent through {}", server.host),
        None => format!("written to {}", config.mail_folder().display()),
    }
}

impl Mailer {
    pub fn new(config: &Config) -> Self {
        let mail = &config.mail;
        let transport = match &mail.server {
            Some(server) => {
                let server = MailServer::new(server.clone(), &config.deadlines);
                Transport::Smtp(Box::new(server))
            }
            None => Transport::Folder(config.mail_folder()),
        };
        Self {
            from: mail.from.clone(),
            to: mail.to.clone(),
            transport,
            permits: Semaphore::new(CONNECTIONS),
            sign_in_permits: Semaphore::new(SIGN_IN_CONNECTIONS),
        }
    }

    /// Checks that the mail server accepts a connection and the login. Sends no email.
    ///
    /// # Errors
    /// When the mail server refuses the connection or the login: check `SMTP_URL`.
    pub async fn reach(&self) -> Result<(), MailError> {
        if let Transport::Smtp(smtp) = &self.transport {
            smtp.test().await?;
        }
        Ok(())
    }

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
        // The email's timeouts begin with its turn. The semaphore is never closed.
        let _permit = permits.acquire().await;
        let build = |takes_unicode| mail.message(&self.from, to, takes_unicode);
        match &self.transport {
            Transport::Smtp(smtp) => smtp.send(&build).await?,
            Transport::Folder(folder) => {
                let (folder, name) = (folder.clone(), mail.file.clone());
                let mail = build(true)?.formatted();
                spawn_blocking(move || folder::write(&folder, &name, &mail))
                    .await
                    .map_err(io::Error::from)??;
            }
        }
        Ok(())
    }
}
