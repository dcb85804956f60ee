//! Connections to the mail server, kept from one mail to the next.
//!
//! lettre speaks the protocol. Its own pool is not used: it uses the connection of a mail again that
//! timed out half-way, so that the next mail reads the replies to that one as its own, and counts as
//! sent. And its transport writes the end of a mail apart from its text, which waits up to 40 ms for
//! the server's delayed acknowledgement of the text (RFC 1122, section 4.2.3.4).

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::DEFAULT_MECHANISMS,
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
    },
};
use tokio::time::{Instant, sleep, timeout};

use crate::config::{SmtpEncryption, SmtpServer};

/// How long a connection is kept for the next mail, at least; it is closed after twice as long.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the parting from a mail server may take.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A mail server, and the connections to it.
pub(super) struct MailServer {
    pub server: SmtpServer,
    connect_timeout: Duration,
    idle: Arc<IdleConnections>,
}

impl MailServer {
    /// Knows a server, and is not connected to it yet.
    pub fn new(server: SmtpServer, connect_timeout: Duration) -> Self {
        Self {
            server,
            connect_timeout,
            idle: Arc::default(),
        }
    }

    /// Connects, logs in, and parts again.
    ///
    /// # Errors
    /// When the server is not reached, or refuses the login.
    pub async fn test(&self) -> Result<(), Error> {
        self.connect().await?.quit().await.map(drop)
    }

    /// Sends a mail: over a connection that is idle, or a new one.
    ///
    /// # Errors
    /// When the server is not reached or refuses the mail.
    pub async fn send(&self, message: &Message) -> Result<(), Error> {
        // A connection is not put back unless its mail was sent, not even when this future is
        // dropped in the middle.
        if let Some(mut connection) = self.idle.take()
            && transfer(&mut connection, message).await.is_ok()
        {
            self.idle.put_back(connection);
            return Ok(());
        }
        // A failure on a used connection may be about the connection: the server allows it no more
        // mails, or is restarting. What a new one brings counts.
        let mut connection = self.connect().await?;
        transfer(&mut connection, message).await?;
        self.idle.put_back(connection);
        Ok(())
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
            Some(self.connect_timeout),
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
}

/// The connections that no mail uses at the moment.
#[derive(Default)]
struct IdleConnections(Mutex<Idle>);

#[derive(Default)]
struct Idle {
    /// Each with the time of its last mail, the latest at the end.
    connections: Vec<(AsyncSmtpConnection, Instant)>,
    /// Whether a task closes them when their time has come.
    is_watched: bool,
}

impl IdleConnections {
    fn take(&self) -> Option<AsyncSmtpConnection> {
        let (connection, _) = self.lock().connections.pop()?;
        Some(connection)
    }

    fn put_back(self: &Arc<Self>, connection: AsyncSmtpConnection) {
        let mut idle = self.lock();
        idle.connections.push((connection, Instant::now()));
        if !idle.is_watched {
            idle.is_watched = true;
            tokio::spawn(Arc::clone(self).close_in_time());
        }
    }

    /// Closes the connections that were idle for [`IDLE_TIMEOUT`], until there are none.
    async fn close_in_time(self: Arc<Self>) {
        loop {
            sleep(IDLE_TIMEOUT).await;
            let old: Vec<_> = {
                let mut idle = self.lock();
                idle.is_watched = !idle.connections.is_empty();
                if !idle.is_watched {
                    return;
                }
                let is_old = |(_, since): &mut (_, Instant)| since.elapsed() >= IDLE_TIMEOUT;
                idle.connections.extract_if(.., is_old).collect()
            };
            for (mut connection, _) in old {
                drop(timeout(QUIT_TIMEOUT, connection.quit()).await);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Idle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Transfers a mail. After a failure the connection is closed.
async fn transfer(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), Error> {
    let content = message.formatted();
    let Some(text) = str::from_utf8(&content).ok().filter(|text| text.is_ascii()) else {
        // A visitor's address may have other letters: the server has to know them.
        return connection
            .send(message.envelope(), &content)
            .await
            .map(drop);
    };
    let transferred = transfer_ascii(connection, message, text).await;
    if transferred.is_err() {
        connection.abort().await;
    }
    transferred
}

async fn transfer_ascii(
    connection: &mut AsyncSmtpConnection,
    message: &Message,
    text: &str,
) -> Result<(), Error> {
    let envelope = message.envelope();
    connection
        .command(Mail::new(envelope.from().cloned(), Vec::new()))
        .await?;
    for recipient in envelope.to() {
        connection
            .command(Rcpt::new(recipient.clone(), Vec::new()))
            .await?;
    }
    connection.command(Data).await?;
    // Text and end in one write; a line that begins with a dot gets another one (RFC 5321, section
    // 4.5.2).
    let text = text.replace("\r\n.", "\r\n..");
    connection.command(format!("{text}\r\n.\r\n")).await?;
    Ok(())
}
