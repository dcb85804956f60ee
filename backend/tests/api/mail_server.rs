//! An SMTP server with the protocol of the `mailin` crate and its own sockets.

use std::{
    io,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use mailin::{
    Action, Handler, Response, SessionBuilder,
    response::{
        AUTHENTICATION_REQUIRED, BAD_MAILBOX, INTERNAL_ERROR, NO_MAILBOX, OK, START_DATA,
        TRANSACTION_FAILED,
    },
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

use crate::until;

/// A mail as the server received it.
#[derive(Clone, Debug, Default)]
pub struct Received {
    pub sender: String,
    pub recipients: Vec<String>,
    /// The extensions that the mail declares.
    pub parameters: Vec<String>,
    pub content: String,
}

/// How the server treats mails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SmtpBehaviour {
    /// Accepts mails that use only the offered extensions.
    Accepts,
    /// Rejects every recipient.
    Refuses,
    /// Defers every mail.
    Defers,
    /// Requires a login.
    WantsLogin,
    /// Refuses service instead of a greeting.
    TurnsAway,
    /// Receives a mail and refuses it.
    RefusesTheText,
    /// Disconnects in the middle of a mail.
    HangsUp,
    /// Receives a mail and disconnects without a reply.
    HangsUpAtTheEnd,
    /// Receives a mail and sends a malformed reply that contains a NUL.
    Mumbles,
    /// Accepts one mail on each connection and disconnects at the next one.
    TakesOneMail,
    /// Receives a mail and sends no reply until [`MailServer::go_on`].
    Stalls,
}

pub struct MailServer {
    pub url: String,
    behaviour: Arc<Mutex<SmtpBehaviour>>,
    received: Arc<Mutex<Vec<Received>>>,
    connections: Arc<AtomicUsize>,
    go_on: Arc<Notify>,
}

impl MailServer {
    pub async fn start(behaviour: SmtpBehaviour) -> Self {
        Self::offering(&["8BITMIME"], behaviour).await
    }

    /// Starts a server that offers these extensions. It rejects mails that need others, and
    /// undeclared non-ASCII mails.
    pub async fn offering(extensions: &'static [&str], behaviour: SmtpBehaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let mails = Arc::clone(&received);
        let behaviour = Arc::new(Mutex::new(behaviour));
        let current = Arc::clone(&behaviour);
        let connections = Arc::new(AtomicUsize::new(0));
        let accepted = Arc::clone(&connections);
        let go_on = Arc::new(Notify::new());
        let signal = Arc::clone(&go_on);
        tokio::spawn(async move {
            while let Ok((stream, address)) = listener.accept().await {
                accepted.fetch_add(1, Ordering::Relaxed);
                let session = Session {
                    behaviour: Arc::clone(&current),
                    parameters: Arc::default(),
                    mail: Received::default(),
                    received: Arc::clone(&mails),
                };
                tokio::spawn(converse(
                    stream,
                    address.ip(),
                    session,
                    extensions,
                    Arc::clone(&signal),
                ));
            }
        });
        Self {
            url,
            behaviour,
            received,
            connections,
            go_on,
        }
    }

    /// Replies to the mails that wait for a reply.
    pub fn go_on(&self) {
        self.go_on.notify_waiters();
    }

    /// Sets the behavior from now on.
    pub fn behave(&self, behaviour: SmtpBehaviour) {
        *self.behaviour.lock().unwrap() = behaviour;
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until the server has received `count` mails; returns them.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        let come = async || Some(self.received()).filter(|mails| mails.len() >= count);
        until(&format!("{count} mails have come"), come).await
    }

    /// Returns the number of connections so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

/// A connection, which may carry several mails.
struct Session {
    behaviour: Arc<Mutex<SmtpBehaviour>>,
    parameters: Arc<Mutex<Vec<String>>>,
    mail: Received,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Handler for Session {
    fn mail(&mut self, _: IpAddr, _: &str, from: &str) -> Response {
        self.mail = Received {
            sender: from.to_owned(),
            parameters: self.parameters.lock().unwrap().clone(),
            ..Received::default()
        };
        OK
    }

    fn rcpt(&mut self, to: &str) -> Response {
        match *self.behaviour.lock().unwrap() {
            SmtpBehaviour::Refuses => return NO_MAILBOX,
            SmtpBehaviour::Defers => return INTERNAL_ERROR,
            SmtpBehaviour::WantsLogin => return AUTHENTICATION_REQUIRED,
            SmtpBehaviour::Accepts
            | SmtpBehaviour::HangsUp
            | SmtpBehaviour::HangsUpAtTheEnd
            | SmtpBehaviour::Mumbles
            | SmtpBehaviour::RefusesTheText
            | SmtpBehaviour::TakesOneMail
            | SmtpBehaviour::TurnsAway
            | SmtpBehaviour::Stalls => {}
        }
        if !to.is_ascii()
            && !self
                .mail
                .parameters
                .iter()
                .any(|parameter| parameter == "SMTPUTF8")
        {
            return BAD_MAILBOX;
        }
        self.mail.recipients.push(to.to_owned());
        OK
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.mail.content.push_str(&String::from_utf8_lossy(bytes));
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        let mail = std::mem::take(&mut self.mail);
        if *self.behaviour.lock().unwrap() == SmtpBehaviour::RefusesTheText {
            return TRANSACTION_FAILED;
        }
        let says = |parameter: &str| mail.parameters.iter().any(|actual| actual == parameter);
        let (head, body) = mail.content.split_once("\r\n\r\n").unwrap();
        if !head.is_ascii() && !says("SMTPUTF8") || !body.is_ascii() && !says("BODY=8BITMIME") {
            return TRANSACTION_FAILED;
        }
        self.received.lock().unwrap().push(mail);
        OK
    }
}

async fn converse(
    stream: TcpStream,
    client: IpAddr,
    handler: Session,
    extensions: &[&str],
    go_on: Arc<Notify>,
) -> io::Result<()> {
    let parameters = Arc::clone(&handler.parameters);
    let behaviour = Arc::clone(&handler.behaviour);
    let mut session = SessionBuilder::new("mail.example").build(client, handler);
    let mut stream = BufReader::new(stream);
    let mut response = match *behaviour.lock().unwrap() {
        SmtpBehaviour::TurnsAway => Response::custom(554, "No service".to_owned()),
        _ => session.greeting(),
    };
    let mut mails = 0;
    loop {
        if response.action != Action::NoReply {
            let mut reply = Vec::new();
            response.write_to(&mut reply)?;
            stream.write_all(&reply).await?;
        }
        if response.action == Action::Close {
            return Ok(());
        }
        let mut line = Vec::new();
        if stream.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let behaviour = *behaviour.lock().unwrap();
        let is_in_data = response.code == START_DATA.code;
        if behaviour == SmtpBehaviour::HangsUp && is_in_data {
            return Ok(());
        }
        if behaviour == SmtpBehaviour::TakesOneMail && mails > 0 && line.starts_with(b"MAIL") {
            return Ok(());
        }
        // mailin supports only 8BITMIME, and can't offer no extension.
        if line.starts_with(b"EHLO") {
            session.process(&line);
            let lines = [&["mail.example"], extensions].concat().join("\r\n250-");
            stream
                .write_all(format!("250-{lines}\r\n").as_bytes())
                .await?;
            response = OK;
            continue;
        }
        if line.starts_with(b"MAIL") {
            let command = String::from_utf8(line).unwrap();
            let mut words = command.split_whitespace().map(str::to_owned);
            let address: Vec<String> = words.by_ref().take(2).collect();
            let needed: Vec<String> = words.collect();
            let is_offered =
                |parameter: &String| extensions.contains(&parameter.trim_start_matches("BODY="));
            if !needed.iter().all(is_offered) {
                response = Response::custom(555, "Unsupported".to_owned());
                continue;
            }
            *parameters.lock().unwrap() = needed;
            line = format!("{}\r\n", address.join(" ")).into_bytes();
        }
        response = session.process(&line);
        if line == b".\r\n" {
            mails += 1;
            match behaviour {
                SmtpBehaviour::Stalls => go_on.notified().await,
                SmtpBehaviour::HangsUpAtTheEnd => return Ok(()),
                SmtpBehaviour::Mumbles => return stream.write_all(b"\0 Jane\0\r\n").await,
                _ => {}
            }
        }
    }
}
