//! The owner's desk: who may sign in, their links and sessions, and what they see of leads.
//!
//! A link and a session each have a [`Token`]; the database stores only its hash. People sign in
//! with a link or a [`Code`] from their mailbox; there is no password. The intake
//! ([`leads`](crate::leads)) does not know the desk.

mod code;
pub mod figures;

pub(crate) mod http;
pub mod lead;
pub mod links;
mod mailbox_limits;
pub(crate) mod routes;
pub(crate) mod tables;
mod token;
pub mod visit;

use std::{path::PathBuf, sync::Arc, time::Instant};

use diesel::{
    QueryResult, sql_query,
    sql_types::{Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use self::{
    links::LinkRequests,
    tables::{
        links::{self as saved_links, CodeHashes},
        sessions::{self, Session},
    },
};
use crate::{
    config::{self, DeskPerson},
    database::{Store, StoreError},
    leads::{
        delivery_notifier::DeliveryNotifier,
        log::{self, DeskAct},
    },
    site::DESK_PAGE,
    web::networks::Network,
};
pub use code::Code;
pub use mailbox_limits::MailboxLimits;
pub use token::Token;

/// The desk of a running server.
pub struct Desk {
    /// Who may sign in.
    pub people: config::Desk,
    /// `PUBLIC_URL`, which links begin with.
    pub public_url: String,
    /// Asks for links.
    pub links: LinkRequests,
    /// Limits how many codes are tried for a mailbox.
    pub code_limits: MailboxLimits,
    /// Wakes the delivery.
    pub notifier: Arc<DeliveryNotifier>,
    /// The folder of mails where no mail server is set.
    pub mail_folder: PathBuf,
    /// The public key of the server's push messages, as browsers get it. `None` if it sends none.
    pub push_key: Option<String>,
}

/// Makes a link that signs a person in. The token is in the fragment: no server or proxy logs it.
pub async fn make_link(
    connection: &mut AsyncPgConnection,
    public_url: &str,
    person: &DeskPerson,
    code: Option<&CodeHashes>,
) -> QueryResult<String> {
    let token = Token::generate();
    saved_links::insert(connection, &token.hash(), &person.key(), code).await?;
    Ok(format!("{public_url}{DESK_PAGE}#sign-in={}", token.text()))
}

impl Desk {
    /// Signs in as [`sign_in`](Self::sign_in) does, with the code of a link's mail, typed in the browser that
    /// asked for the link. Returns `None` also if too many codes were tried for the link or the mailbox.
    pub async fn sign_in_by_code(
        &self,
        store: &Store,
        request: &Token,
        code: &Code,
        networks: &[Network],
    ) -> Result<Option<(Session, Token)>, StoreError> {
        let hashes = CodeHashes {
            request: request.hash(),
            code: code.hash(request),
        };
        let tried = store
            .run(async |connection| saved_links::try_code(connection, &hashes).await)
            .await?;
        let Some(tried) = tried else {
            return Ok(None);
        };
        let is_within_limit = (self.code_limits).admit(&tried.address, networks, Instant::now());
        if !(tried.is_right == Some(true) && is_within_limit) {
            return Ok(None);
        }
        self.sign_in(store, &tried.token_hash).await
    }

    /// Signs in with a link, given the hash of its token. Returns a session and its token; `None` if the
    /// link was used, has expired, never existed, or its address does not belong to the desk any more.
    pub async fn sign_in(
        &self,
        store: &Store,
        link: &[u8],
    ) -> Result<Option<(Session, Token)>, StoreError> {
        store
            .run(async |connection| {
                let address = saved_links::redeem(connection, link).await?;
                let Some(address) = address.filter(|it| self.people.person(it).is_some()) else {
                    return Ok(None);
                };
                let token = Token::generate();
                let session = sessions::insert(connection, &token.hash(), address).await?;
                let who = &session.address;
                log::record_at_desk(connection, who, DeskAct::SignIn).await?;
                Ok(Some((session, token)))
            })
            .await
    }

    /// Finds the session of a token, if its person still belongs to the desk.
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

    /// Ends a session, or all sessions of its person.
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
                    return log::record_at_desk(connection, who, DeskAct::SignOutEverywhere).await;
                }
                sessions::end(connection, session.id).await?;
                log::record_at_desk(connection, who, DeskAct::SignOut).await
            })
            .await
    }
}

/// Ends all sessions, links and calendar addresses of an address in lower case, or everybody's. Returns
/// the number of sessions.
pub async fn revoke(
    connection: &mut AsyncPgConnection,
    address: Option<&str>,
) -> QueryResult<usize> {
    let mut ended = 0;
    for table in ["desk_links", "desk_calendars", "desk_sessions"] {
        ended = sql_query(format!(
            "DELETE FROM {table} WHERE address = coalesce($1, address)"
        ))
        .bind::<Nullable<Text>, _>(address)
        .execute(connection)
        .await?;
    }
    Ok(ended)
}
