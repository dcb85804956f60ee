//! The owner's desk: who may sign in, their links and sessions, and what they see of leads.
//!
//! A link and a session are each a [`Token`]; the database stores its hash alone. Signing in takes a
//! link from one's mailbox; there is no password. The intake ([`leads`](crate::leads)) does not know
//! the desk.

pub mod figures;
pub mod lead;
pub mod person;
mod token;

use std::{path::PathBuf, sync::Arc, time::Duration};

use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use tokio::time::sleep;
use tracing::{info, warn};
use uuid::Uuid;

pub use token::Token;

use crate::{
    config::{self, DeskPerson},
    delivery::DeliveryNotifier,
    mail::{
        message::Mail,
        sign_in,
        transport::{MailError, Mailer},
    },
    observability::error_chain::chain,
    store::{
        Store, StoreError,
        desk::{
            audit::{self, Action},
            links::{self, LINK_TIMEOUT},
            sessions::{self, Session},
        },
        rate_limits,
    },
    visitor::RateLimit,
};

/// The path of the desk's page.
pub const PAGE: &str = "/desk";

/// How long to wait before a mail with a link is tried again. Later its reader has given up.
const RETRIES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(25)];

/// The desk of a running server.
pub struct Desk {
    /// Who may sign in.
    pub people: config::Desk,
    /// `PUBLIC_URL`, to which links lead.
    pub public_url: String,
    /// Sends links.
    pub mailer: Arc<Mailer>,
    /// Wakes the delivery.
    pub notifier: Arc<DeliveryNotifier>,
    /// The folder of mails where no mail server is set.
    pub mail_folder: PathBuf,
    /// The public key of the server's push messages, as browsers are given it. `None` if it sends none.
    pub push_key: Option<String>,
}

/// Makes a link that signs somebody in.
///
/// The token is behind the fragment, which browsers send to nobody: it is in no log of a server or a
/// proxy.
///
/// # Errors
/// When the query fails.
pub async fn make_link(
    connection: &mut AsyncPgConnection,
    public_url: &str,
    person: &DeskPerson,
) -> QueryResult<String> {
    let token = Token::generate();
    links::insert(connection, &token.hash(), &person.key()).await?;
    Ok(format!("{public_url}{PAGE}#sign-in={}", token.text()))
}

impl Desk {
    /// Sends a link to an address, if it is one of the desk's people and their mailbox is within its
    /// limit. What fails is logged: who asked for the link has had an answer, which must be the same
    /// for every address.
    pub async fn send_link(&self, store: &Store, address: &str, mailbox: RateLimit) {
        let Some(person) = self.people.person(address) else {
            return;
        };
        let link = store
            .run(async |connection| {
                Ok(if rate_limits::admit(connection, &mailbox).await? {
                    Some(make_link(connection, &self.public_url, person).await?)
                } else {
                    None
                })
            })
            .await;
        match link {
            Ok(Some(link)) => self.mail_link(&link, person).await,
            Ok(None) => warn!("a mailbox has had enough links to the desk within this hour"),
            Err(cause) => warn!(cause = chain(&cause), "a link to the desk was not made"),
        }
    }

    /// Sends the mail at once: the outbox would keep the token.
    async fn mail_link(&self, link: &str, person: &DeskPerson) {
        let content = sign_in::compose(link, LINK_TIMEOUT);
        let mail = Mail::new(content, Uuid::now_v7(), None);
        let mut sent = self.mailer.send_to_person(&mail, person).await;
        for delay in RETRIES {
            let Err(cause) = &sent else { break };
            warn!(
                cause = chain(cause),
                "a link to the desk was not sent: it is tried again"
            );
            sleep(delay).await;
            sent = self.mailer.send_to_person(&mail, person).await;
        }
        report(sent);
    }

    /// Uses a link. Returns a session and its token; `None` if the link was used, has expired, never
    /// was, or its address is the desk's no longer.
    ///
    /// # Errors
    /// When the database is unavailable or a query fails.
    pub async fn sign_in(
        &self,
        store: &Store,
        link: &Token,
    ) -> Result<Option<(Session, Token)>, StoreError> {
        store
            .run(async |connection| {
                let address = links::redeem(connection, &link.hash()).await?;
                let Some(address) = address.filter(|it| self.people.person(it).is_some()) else {
                    return Ok(None);
                };
                let token = Token::generate();
                let session = sessions::insert(connection, &token.hash(), address).await?;
                let who = &session.address;
                audit::record(connection, who, None, Action::SignIn).await?;
                Ok(Some((session, token)))
            })
            .await
    }

    /// Finds the session of a token, if its person is one of the desk's still.
    ///
    /// # Errors
    /// When the database is unavailable or a query fails.
    pub async fn session(
        &self,
        store: &Store,
        token: &Token,
    ) -> Result<Option<Session>, StoreError> {
        let found = store
            .run(async |connection| sessions::find(connection, &token.hash()).await)
            .await?;
        Ok(found.filter(|session| self.people.person(&session.address).is_some()))
    }

    /// Ends a session, or all of its person.
    ///
    /// # Errors
    /// When the database is unavailable or a query fails.
    pub async fn sign_out(
        &self,
        store: &Store,
        session: &Session,
        everywhere: bool,
    ) -> Result<(), StoreError> {
        let who = &*session.address;
        store
            .run(async |connection| {
                if everywhere {
                    revoke(connection, Some(who)).await?;
                    return audit::record(connection, who, None, Action::SignOutEverywhere).await;
                }
                sessions::end(connection, session.id).await?;
                audit::record(connection, who, None, Action::SignOut).await
            })
            .await
    }
}

/// Ends all sessions and links of an address in lower case, or everybody's. Returns how many sessions.
///
/// # Errors
/// When a query fails.
pub async fn revoke(
    connection: &mut AsyncPgConnection,
    address: Option<&str>,
) -> QueryResult<usize> {
    links::delete_of(connection, address).await?;
    sessions::end_of(connection, address).await
}

fn report(sent: Result<(), MailError>) {
    match sent {
        Ok(()) => info!("a link to the desk was sent"),
        Err(cause) => warn!(cause = chain(&cause), "a link to the desk was not sent"),
    }
}
