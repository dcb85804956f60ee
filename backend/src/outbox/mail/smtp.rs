//! Connections to the mail server, kept from one email to the next.
//!
//! lettre implements the protocol. Its own pool is not used: it reuses a connection whose email
//! timed out halfway, so that the next email reads the replies to that one as its own and counts as
//! sent. Also, its transport writes the end of an email separately from its text, which waits up to
//! 40 ms for the server's delayed acknowledgment of the text (RFC 1122, section 4.2.3.4).

use std::sync::Arc;

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::DEFAULT_MECHANISMS,
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{Extension, MailBodyParameter, MailParameter},
    },
};
use parking_lot::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::error::MailError;
use crate::config::{Deadlines, SmtpEncryption, SmtpServer};

pub(super) struct MailServer {
    pub server: SmtpServer,
    idle: Arc<Idle>,
    deadlines: Deadlines,
}

impl MailServer {
    pub fn new(server: SmtpServer, deadlines: &Deadlines) -> Self {
        Self {
            server,
            idle: Arc::default(),
            deadlines: *deadlines,
        }
    }

    /// Connects, logs in, and ends the session.
    pub async fn test(&self) -> Result<(), MailError> {
        let tested = timeout(self.deadlines.smtp_connect, async {
            self.connect().await?.quit().await
        });
        tested.await.map_err(|_| MailError::TimedOut)??;
        Ok(())
    }

    /// Sends an email over an idle connection, or a new one. `build` builds it for that connection's server,
    /// given whether the server supports Unicode in addresses. Once the end of the email is sent, the server
    /// may have it, whatever it replies, so the email is not sent again here (RFC 5321, section 4.5.3.2.6).
    pub async fn send(&self, build: BuildMail<'_>) -> Result<(), MailError> {
        let begun = timeout(self.deadlines.mail, self.begin(build));
        // A connection is put back only after its email was sent, never when this future is dropped
        // halfway.
        let (mut connection, text) = begun.await.map_err(|_| MailError::TimedOut)??;
        // Writes the text and the end at once. A line that begins with a dot gets another dot (RFC
        // 5321, section 4.5.2).
        let text = text.replace("\r\n.", "\r\n..");
        let ended = timeout(
            self.deadlines.mail_reply,
            connection.command(format!("{text}\r\n.\r\n")),
        );
        match ended.await.map_err(|_| MailError::TimedOut)? {
            Ok(_) => {
                self.keep(connection);
                Ok(())
            }
            Err(cause) => {
                quit(connection, &self.deadlines).await;
                Err(cause.into())
            }
        }
    }

    async fn begin(
        &self,
        build: BuildMail<'_>,
    ) -> Result<(AsyncSmtpConnection, String), MailError> {
        // A failure on a used connection may be about the connection: the server allows it no more
        // emails, or is restarting. Only a failure on a new connection counts.
        let idle = self.idle.lock().pop();
        if let Some((connection, _)) = idle
            && let Ok(begun) = begin(connection, build, &self.deadlines).await
        {
            return Ok(begun);
        }
        begin(self.connect().await?, build, &self.deadlines).await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let (server, name) = (&self.server, &self.server.client_name);
        let tls = || TlsParameters::new(server.host.clone());
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            (server.host.as_str(), server.port),
            Some(self.deadlines.smtp_connect),
            name,
            (server.encryption == SmtpEncryption::Implicit)
                .then(tls)
                .transpose()?,
            None,
        )
        .await?;
        if server.encryption == SmtpEncryption::Required
            || server.encryption == SmtpEncryption::Opportunistic && connection.can_starttls()
        {
            connection.starttls(tls()?, name).await?;
        }
        if let Some(credentials) = &server.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    /// Keeps a connection for [`Deadlines::smtp_idle`], or until an email takes it.
    fn keep(&self, connection: AsyncSmtpConnection) {
        self.idle.lock().push((connection, Instant::now()));
        let (idle, deadlines) = (Arc::clone(&self.idle), self.deadlines);
        tokio::spawn(async move {
            sleep(deadlines.smtp_idle).await;
            let old: Vec<_> = (idle.lock())
                .extract_if(.., |(_, since)| since.elapsed() >= deadlines.smtp_idle)
                .collect();
            for (connection, _) in old {
                quit(connection, &deadlines).await;
            }
        });
    }
}

/// The idle connections, each with the time of its last email, the latest at the end.
type Idle = Mutex<Vec<(AsyncSmtpConnection, Instant)>>;

/// Builds an email for a server, given whether the server supports Unicode in addresses.
type BuildMail<'a> = &'a (dyn Fn(bool) -> Result<Message, MailError> + Sync);

/// Begins an email: builds it, sends its sender and recipients, and announces its text. A failure
/// closes the connection.
async fn begin(
    mut connection: AsyncSmtpConnection,
    build: BuildMail<'_>,
    deadlines: &Deadlines,
) -> Result<(AsyncSmtpConnection, String), MailError> {
    let begun = async {
        // A server that offers the first extension has to offer the second (RFC 6531, section 3.1).
        let takes_unicode = [Extension::SmtpUtfEight, Extension::EightBitMime]
            .into_iter()
            .all(|it| connection.server_info().supports_feature(it));
        let message = build(takes_unicode)?;
        let text = String::from_utf8_lossy(&message.formatted()).into_owned();
        let parameters = if text.is_ascii() {
            Vec::new()
        } else {
            let body = MailParameter::Body(MailBodyParameter::EightBitMime);
            vec![MailParameter::SmtpUtfEight, body]
        };
        let envelope = message.envelope();
        let sender = envelope.from().cloned();
        connection.command(Mail::new(sender, parameters)).await?;
        for recipient in envelope.to() {
            let recipient = Rcpt::new(recipient.clone(), Vec::new());
            connection.command(recipient).await?;
        }
        connection.command(Data).await?;
        Ok(text)
    };
    match begun.await {
        Ok(text) => Ok((connection, text)),
        Err(cause) => {
            quit(connection, deadlines).await;
            Err(cause)
        }
    }
}

async fn quit(mut connection: AsyncSmtpConnection, deadlines: &Deadlines) {
    drop(timeout(deadlines.smtp_quit, connection.abort()).await);
}
