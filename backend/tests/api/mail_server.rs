//! An SMTP server: the protocol is the `mailin` crate's, the sockets are ours.

use std::{
    io,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use mailin::{
    Action, Handler, Response, SessionBuilder,
    response::{AUTHENTICATION_REQUIRED, INTERNAL_ERROR, NO_MAILBOX, OK, START_DATA},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// A mail as it was received.
#[derive(Clone, Debug, Default)]
pub struct Received {
    pub sender: String,
    pub recipients: Vec<String>,
    pub content: String,
}

/// How the server treats mails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Temper {
    /// It takes them.
    Friendly,
    /// It knows no recipient.
    Refusing,
    /// It asks to come again later.
    Busy,
    /// It takes nothing without a login.
    Locked,
    /// It hangs up in the middle of a mail.
    Dropping,
}

pub struct MailServer {
    pub url: String,
    temper: Arc<Mutex<Temper>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl MailServer {
    pub async fn start(temper: Temper) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let mails = Arc::clone(&received);
        let temper = Arc::new(Mutex::new(temper));
        let current = Arc::clone(&temper);
        tokio::spawn(async move {
            while let Ok((stream, address)) = listener.accept().await {
                let session = Session {
                    temper: *current.lock().unwrap(),
                    mail: Received::default(),
                    received: Arc::clone(&mails),
                };
                tokio::spawn(converse(stream, address.ip(), session));
            }
        });
        Self {
            url,
            temper,
            received,
        }
    }

    /// How mails are treated from now on.
    pub fn turn(&self, temper: Temper) {
        *self.temper.lock().unwrap() = temper;
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

struct Session {
    temper: Temper,
    mail: Received,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Handler for Session {
    fn mail(&mut self, _: IpAddr, _: &str, from: &str) -> Response {
        from.clone_into(&mut self.mail.sender);
        OK
    }

    fn rcpt(&mut self, to: &str) -> Response {
        match self.temper {
            Temper::Refusing => return NO_MAILBOX,
            Temper::Busy => return INTERNAL_ERROR,
            Temper::Locked => return AUTHENTICATION_REQUIRED,
            Temper::Friendly | Temper::Dropping => {}
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
        self.received.lock().unwrap().push(mail);
        OK
    }
}

async fn converse(stream: TcpStream, client: IpAddr, handler: Session) -> io::Result<()> {
    let drops = handler.temper == Temper::Dropping;
    let mut session = SessionBuilder::new("mail.example").build(client, handler);
    let mut stream = BufReader::new(stream);
    let mut response = session.greeting();
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
        if drops && response.code == START_DATA.code {
            return Ok(());
        }
        response = session.process(&line);
    }
}
