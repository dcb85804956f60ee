//! Connections to the mail server, kept from one mail to the next.
//!
//! lettre speaks the protocol. Its own pool is not used: it uses the connection of a mail again that
//! timed out half-way, so that the next mail reads the replies to that one as its own, and counts as
//! sent. And its transport writes the end of a mail apart from its text, which waits up to 40 ms for
//! the server's delayed acknowledgement of the text (RFC 1122, section 4.2.3.4).

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use lettre::{
    Message,
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::DEFAULT_MECHANISMS,
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
    },
};
use tokio::time::{Instant, sleep, timeout};

use super::error::MailError;
use crate::config::{SmtpEncryption, SmtpServer};

/// How long a connection is kept for the next mail.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a mail may take up to its text, the connecting included: many times what a slow mail server
/// needs.
const MAIL_TIMEOUT: Duration = Duration::from_mins(1);

/// How long the answer to a mail's text and end may take. Some servers search the whole mail first; one
/// that is left too early delivers the mail twice (RFC 5321, section 4.5.3.2.6).
const ANSWER_TIMEOUT: Duration = Duration::from_mins(10);

/// How long the parting from a mail server may take.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A mail server, and the connections to it.
pub(super) struct MailServer {
    pub server: SmtpServer,
    idle: Arc<Idle>,
}

impl MailServer {
    /// Knows a server, and is not connected to it yet.
    pub fn new(server: SmtpServer) -> Self {
        let idle = Arc::default();
        Self { server, idle }
    }

    /// Connects, logs in, and parts again.
    ///
    /// # Errors
    /// When the server is not reached, refuses the login, or takes too long.
    pub async fn test(&self) -> Result<(), MailError> {
        let tested = timeout(CONNECT_TIMEOUT, async {
            self.connect().await?.quit().await
        });
        tested.await.map_err(|_| MailError::TimedOut)??;
        Ok(())
    }

    /// Sends a mail: over a connection that is idle, or a new one. Once its end was sent, the server may
    /// have it, whatever the answer is: it is not sent again here (RFC 5321, section 4.5.3.2.6).
    ///
    /// # Errors
    /// When the server is not reached, refuses the mail, or takes too long.
    pub async fn send(&self, message: &Message) -> Result<(), MailError> {
        let (envelope, content) = (message.envelope(), message.formatted());
        let text = str::from_utf8(&content).ok().filter(|text| text.is_ascii());
        let begun = timeout(MAIL_TIMEOUT, async {
            match text {
                Some(_) => self.begin(envelope).await,
                None => self.connect().await,
            }
        });
        // A connection is not put back unless its mail was sent, not even when this future is
        // dropped in the middle.
        let mut connection = begun.await.map_err(|_| MailError::TimedOut)??;
        let ended = timeout(ANSWER_TIMEOUT, async {
            match text {
                // Text and end in one write; a line that begins with a dot gets another one (RFC 5321,
                // section 4.5.2).
                Some(text) => {
                    let text = text.replace("\r\n.", "\r\n..");
                    connection.command(format!("{text}\r\n.\r\n")).await
                }
                // A visitor's address may have other letters: the server has to know them.
                None => connection.send(envelope, &content).await,
            }
        });
        match ended.await.map_err(|_| MailError::TimedOut)? {
            Ok(_) => {
                self.keep(connection);
                Ok(())
            }
            Err(cause) => {
                quit(connection).await;
                Err(cause.into())
            }
        }
    }

    /// A connection on which a mail was begun.
    async fn begin(&self, envelope: &Envelope) -> Result<AsyncSmtpConnection, Error> {
        // A failure on a used connection may be about the connection: the server allows it no more
        // mails, or is restarting. What a new one brings counts.
        if let Some((connection, _)) = with_idle(&self.idle, Vec::pop)
            && let Ok(connection) = begin(connection, envelope).await
        {
            return Ok(connection);
        }
        begin(self.connect().await?, envelope).await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let SmtpServer {
            host,
            port,
            encryption,
            credentials,
            client_name,
        } = &self.server;
        let tls = || TlsParameters::new(host.clone());
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            (host.as_str(), *port),
            Some(CONNECT_TIMEOUT),
            client_name,
            (*encryption == SmtpEncryption::Implicit)
                .then(tls)
                .transpose()?,
            None,
        )
        .await?;
        if *encryption == SmtpEncryption::Required
            || *encryption == SmtpEncryption::Opportunistic && connection.can_starttls()
        {
            connection.starttls(tls()?, client_name).await?;
        }
        if let Some(credentials) = credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    /// Keeps a connection for [`IDLE_TIMEOUT`], or until a mail takes it.
    fn keep(&self, connection: AsyncSmtpConnection) {
        with_idle(&self.idle, |idle| idle.push((connection, Instant::now())));
        let idle = Arc::clone(&self.idle);
        tokio::spawn(async move {
            sleep(IDLE_TIMEOUT).await;
            let is_old = |(_, since): &mut (_, Instant)| since.elapsed() >= IDLE_TIMEOUT;
            let old: Vec<_> = with_idle(&idle, |idle| idle.extract_if(.., is_old).collect());
            for (connection, _) in old {
                quit(connection).await;
            }
        });
    }
}

/// The connections that no mail uses at the moment, each with the time of its last mail, the latest at
/// the end.
type Idle = Mutex<Vec<(AsyncSmtpConnection, Instant)>>;

fn with_idle<T>(
    idle: &Idle,
    work: impl FnOnce(&mut Vec<(AsyncSmtpConnection, Instant)>) -> T,
) -> T {
    work(&mut idle.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Begins a mail: names its sender and recipients, and announces its text. After a failure the connection
/// is closed.
async fn begin(
    mut connection: AsyncSmtpConnection,
    envelope: &Envelope,
) -> Result<AsyncSmtpConnection, Error> {
    let begun = async {
        let sender = envelope.from().cloned();
        connection.command(Mail::new(sender, Vec::new())).await?;
        for recipient in envelope.to() {
            let recipient = Rcpt::new(recipient.clone(), Vec::new());
            connection.command(recipient).await?;
        }
        connection.command(Data).await
    };
    match begun.await {
        Ok(_) => Ok(connection),
        Err(cause) => {
            quit(connection).await;
            Err(cause)
        }
    }
}

/// Parts from a mail server.
async fn quit(mut connection: AsyncSmtpConnection) {
    drop(timeout(QUIT_TIMEOUT, connection.abort()).await);
}
