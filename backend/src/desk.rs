//! The owner's desk: sign-in links, sessions, and the desk's view of leads.
//!
//! Each link and each session has a [`Token`]; the database stores only its hash. People sign in
//! with a link or a [`Code`] from their mailbox; there is no password. The intake
//! ([`leads`](crate::leads)) does not know the desk.

mod code;
pub(crate) mod http;
pub mod lead;
pub(crate) mod lead_events;
pub mod links;
mod mailbox_limits;
pub(crate) mod routes;
pub(crate) mod tables;
mod token;
pub mod visit;

use std::{path::PathBuf, sync::Arc};

use diesel::{
    QueryResult, sql_query,
    sql_types::{Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use self::links::LinkRequests;
use crate::{
    config::{self, Config},
    leads::delivery_notifier::DeliveryNotifier,
    outbox::delivery::Senders,
};
pub use code::Code;
pub use mailbox_limits::MailboxLimits;
pub use token::Token;

pub struct Desk {
    pub people: config::Desk,
    /// `PUBLIC_URL`, the beginning of every link.
    pub public_url: String,
    pub links: LinkRequests,
    pub code_limits: MailboxLimits,
    pub notifier: Arc<DeliveryNotifier>,
    pub mail_folder: PathBuf,
    pub senders: Arc<Senders>,
}

impl Desk {
    pub fn new(
        config: &Config,
        links: LinkRequests,
        notifier: &Arc<DeliveryNotifier>,
        senders: &Arc<Senders>,
    ) -> Self {
        Self {
            people: config.desk.clone(),
            public_url: config.server.public_url.clone(),
            links,
            code_limits: MailboxLimits::of_codes(),
            notifier: Arc::clone(notifier),
            mail_folder: config.mail_folder(),
            senders: Arc::clone(senders),
        }
    }
}

/// Ends all sessions, links, and calendar addresses of a mailbox, or everybody's. Returns
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
