//! Sends sign-in links in a separate task. Request handlers do the same work for every address, so
//! their responses do not reveal who may sign in.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{sync::mpsc, time::sleep};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use uuid::Uuid;

use super::{
    Token,
    code::Code,
    mailbox_limits::MailboxLimits,
    tables::links::{LINK_TIMEOUT, make_link},
};
use crate::{
    config::{self, Config, DeskPerson},
    database::{Store, migrations::Migrated},
    observability::error_chain::chain,
    outbox::mail::{message::Mail, sign_in, transport::Mailer},
    web::networks::Network,
};

/// The delays before an email with a link is retried. After the last one, the recipient has given up.
const RETRIES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(25)];

/// The capacity of the queue. Most requests are dropped as soon as they are read, because their
/// address is unknown.
const QUEUE_LENGTH: usize = 64;

#[derive(Debug)]
struct LinkRequest {
    address: String,
    networks: Vec<Network>,
    /// The token that the browser sends back with the email's code.
    token: Token,
}

/// Requests sign-in links from any thread.
#[derive(Clone, Debug)]
pub struct LinkRequests(mpsc::Sender<LinkRequest>);

impl LinkRequests {
    /// Requests a link for an address from these networks. Returns the token that the email's code
    /// requires. A full queue is only logged: the response is the same for every address.
    pub fn send(&self, address: String, networks: Vec<Network>) -> Token {
        let token = Token::generate();
        let request = LinkRequest {
            address,
            networks,
            token: token.clone(),
        };
        if self.0.try_send(request).is_err() {
            warn!("too many sign-in links are requested at once: one was not sent");
        }
        token
    }
}

pub struct LinkSender {
    requests: mpsc::Receiver<LinkRequest>,
    people: config::Desk,
    public_url: String,
    mailer: Arc<Mailer>,
    /// A separate connection, so that no request waits for it.
    store: Store,
    limits: MailboxLimits,
}

impl LinkSender {
    /// Creates a link sender and its handle. It sends nothing until the database is `migrated`.
    pub fn new(config: &Config, mailer: &Arc<Mailer>, migrated: &Migrated) -> (LinkRequests, Self) {
        let (sender, requests) = mpsc::channel(QUEUE_LENGTH);
        let link_sender = Self {
            requests,
            people: config.desk.clone(),
            public_url: config.server.public_url.clone(),
            mailer: Arc::clone(mailer),
            store: Store::new(config.database.url.clone(), 1, migrated.clone()),
            limits: MailboxLimits::of_links(),
        };
        (LinkRequests(sender), link_sender)
    }

    pub async fn run(mut self, stop: CancellationToken) {
        while let Some(Some(request)) = stop.run_until_cancelled(self.requests.recv()).await {
            self.send(request).await;
        }
    }

    async fn send(&self, request: LinkRequest) {
        let Some(person) = self.people.person(&request.address) else {
            return;
        };
        if !self
            .limits
            .admit(&person.key(), &request.networks, Instant::now())
        {
            warn!("a mailbox has reached its limit of sign-in links: one was not sent");
            return;
        }
        let code = Code::generate();
        let hashes = code.hashes(&request.token);
        let made = self
            .store
            .run(async |connection| {
                make_link(connection, &self.public_url, person, Some(&hashes)).await
            })
            .await;
        match made {
            Ok(link) => {
                let mailer = Arc::clone(&self.mailer);
                tokio::spawn(mail_link(mailer, link, code, person.clone()));
            }
            Err(cause) => warn!(cause = chain(&cause), "a sign-in link was not created"),
        }
    }
}

/// Sends the email directly, because the outbox would store the token.
async fn mail_link(mailer: Arc<Mailer>, link: String, code: Code, person: DeskPerson) {
    let content = sign_in::compose(&link, &code.in_groups(), LINK_TIMEOUT);
    let mail = Mail::new(content, Uuid::now_v7(), None);
    let mut delays = RETRIES.into_iter();
    while let Err(cause) = mailer.send_to_person(&mail, &person).await {
        let cause = chain(&cause);
        let Some(delay) = delays.next() else {
            warn!(cause, "a sign-in link was not sent");
            return;
        };
        warn!(cause, "a sign-in link was not sent: it will be retried");
        sleep(delay).await;
    }
    info!("a sign-in link was sent");
}
