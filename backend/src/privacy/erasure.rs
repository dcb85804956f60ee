//! Erases a person's data or old data: the rows, and the email files if no mail server is set.

use std::{
    collections::{BTreeSet, HashSet},
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use chrono::{DateTime, Utc};
use diesel::{
    delete,
    dsl::{now, sql},
    pg::Pg,
    prelude::*,
    select, sql_query,
    sql_types::{Array, Bool, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{TryStreamExt, future::ready};
use thiserror::Error;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    personal_data::{Matches, PersonalDataMatcher},
    pruning::LOG_KEPT,
};
use crate::{
    command_line::command_line,
    database::{
        interval::ago,
        schema::{desk_events, outbox, phone_clicks, site_forms},
    },
    leads::log::{self, DeskAct},
    message_kind::MessageState,
    outbox::mail::{error::MailError, folder},
    photos::photo_records,
};

#[derive(Debug, Error)]
pub enum ErasureError {
    #[error(
        "the role of DATABASE_URL may not erase requests: run `{}` with the DATABASE_URL of the tables' owner",
        command_line("leads erase")
    )]
    NotPermitted,
    #[error(
        "one of the emails is being sent right now: try again in {seconds} seconds; nothing was erased"
    )]
    MailBeingSent { seconds: u64 },
    #[error(
        "the emails in DATA_DIR cannot be erased: check that this program may write there, then try again; nothing was erased from the database"
    )]
    MailFolder(#[source] MailError),
    #[error("the database query failed")]
    Query(#[from] diesel::result::Error),
}

/// Identifies a person. A request belongs to the person if it matches `contacts` or `requests`, and `only`.
#[derive(Clone, Debug, Default)]
pub struct Person {
    pub contacts: PersonalDataMatcher,
    /// Requests of the person's, even if their addresses and numbers are not valid or only look alike.
    pub requests: HashSet<Uuid>,
    /// The requests that belong to the person, of those that match and those that look alike, because
    /// households share a number. `None` for all that match.
    pub only: Option<HashSet<Uuid>>,
}

#[derive(Clone, Debug)]
pub enum ErasureScope {
    /// A person's requests, and all other data of their senders.
    Person(Person),
    /// Rows older than this, each by its own age: at most as many of each kind as the number says.
    OlderThan(Duration, i64),
}

#[derive(Clone, Debug, HasQuery)]
#[diesel(table_name = site_forms, check_for_backend(diesel::pg::Pg))]
pub struct Found {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    visitor_id: Option<String>,
    session_id: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub leads: Vec<Found>,
    /// Other requests that may be the person's: their addresses or numbers only look alike.
    pub alike: Vec<Found>,
    pub clicks: Vec<Uuid>,
    /// The requests' emails and webhooks, and notes about the person.
    pub mails: Vec<Uuid>,
    pub photos: usize,
    /// The email files, which exist if no mail server is set.
    pub files: Vec<PathBuf>,
    /// The number of requests that the owner has not been notified of.
    pub unannounced: usize,
    /// The remaining lease of one of the emails, or of a digest with one of them.
    pub leased_for: Option<Duration>,
}

impl Plan {
    pub fn is_empty(&self) -> bool {
        self.leads.is_empty() && self.clicks.is_empty() && self.mails.is_empty()
    }

    pub fn add(&mut self, piece: Self) {
        self.leads.extend(piece.leads);
        self.alike.extend(piece.alike);
        self.clicks.extend(piece.clicks);
        self.mails.extend(piece.mails);
        self.files.extend(piece.files);
        self.photos += piece.photos;
        self.unannounced += piece.unannounced;
    }
}

/// Returns whether the connection's role may erase. Fails if the database has no tables yet.
pub(crate) async fn is_permitted(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    select(sql::<Bool>("has_table_privilege('site_forms', 'DELETE')"))
        .get_result(connection)
        .await
}

/// Finds the data to be erased. Call it in a transaction: until that ends, none of the emails is leased.
pub async fn find(
    connection: &mut AsyncPgConnection,
    scope: &ErasureScope,
    folder: &Path,
) -> Result<Plan, ErasureError> {
    let (found, clicks) = match scope {
        ErasureScope::OlderThan(age, limit) => old(connection, *age, *limit).await?,
        ErasureScope::Person(person) => of_person(connection, person).await?,
    };
    let lead_ids: Vec<Uuid> = found.leads.iter().map(|lead| lead.id).collect();
    let ids = [&found.mails[..], &lead_ids].concat();
    // Locking may wait, so clicks and photos are read after it.
    let mails = lock(connection, &ids, &lead_ids).await?;
    let digest_ids: Vec<Uuid> = mails.iter().filter_map(|mail| mail.digest_id).collect();
    let digests = lock(connection, &digest_ids, &[]).await?;
    let leased_until = mails
        .iter()
        .chain(&digests)
        .filter_map(|it| it.leased_until);
    let time: DateTime<Utc> = select(now.into_sql::<Timestamptz>())
        .get_result(connection)
        .await?;
    let sent_digests: HashSet<Uuid> = digests
        .iter()
        .filter(|it| it.state == MessageState::Sent)
        .map(|it| it.id)
        .collect();
    let is_told = |mail: &LockedMessage| match mail.state {
        MessageState::InDigest => mail.digest_id.is_some_and(|it| sent_digests.contains(&it)),
        // The owner marked the lead as spam.
        state => matches!(state, MessageState::Sent | MessageState::Stopped),
    };
    let lead_mails: BTreeSet<Uuid> = lead_ids.iter().copied().collect();
    let (folder, filed) = (folder.to_owned(), BTreeSet::from_iter(ids));
    Ok(Plan {
        clicks: clicks.load(connection).await?,
        photos: photo_records::of_leads(connection, &lead_ids).await?.len(),
        files: in_folder(move || folder::files_of(&folder, &filed)).await?,
        unannounced: mails
            .iter()
            .filter(|mail| lead_mails.contains(&mail.id))
            .filter(|mail| !is_told(mail))
            .count(),
        leased_for: leased_until
            .max()
            .and_then(|until| (until - time).to_std().ok()),
        mails: mails.iter().map(|mail| mail.id).collect(),
        ..found
    })
}

/// Erases the plan's data, and records who did it. Call it in the transaction of [`find`].
///
/// # Errors
/// When the role may not erase, an email is being sent, a query fails, or a file cannot be erased. In
/// that case some of the files may be erased: call both functions again, as long as the rows exist.
pub async fn erase(
    connection: &mut AsyncPgConnection,
    plan: &Plan,
    who: &str,
) -> Result<(), ErasureError> {
    if !is_permitted(connection).await? {
        return Err(ErasureError::NotPermitted);
    }
    if let Some(lease) = plan.leased_for {
        return Err(ErasureError::MailBeingSent {
            seconds: lease.as_secs() + 1,
        });
    }
    let leads: Vec<Uuid> = plan.leads.iter().map(|lead| lead.id).collect();
    for (statement, ids) in [
        ("DELETE FROM outbox WHERE id = ANY ($1)", &plan.mails),
        ("DELETE FROM phone_clicks WHERE id = ANY ($1)", &plan.clicks),
        ("DELETE FROM site_forms WHERE id = ANY ($1)", &leads),
        // Deleted after the leads: a photo that was being added when they were locked exists by now.
        ("DELETE FROM lead_photos WHERE lead_id = ANY ($1)", &leads),
        ("DELETE FROM appointments WHERE lead_id = ANY ($1)", &leads),
        // Erases the content of the events, but keeps the fact that something was done.
        (
            "UPDATE desk_events SET data = '{}' WHERE lead_id = ANY ($1)",
            &leads,
        ),
    ] {
        sql_query(statement)
            .bind::<Array<SqlUuid>, _>(ids)
            .execute(connection)
            .await?;
    }
    let is_old = desk_events::at.lt(ago(LOG_KEPT));
    delete(desk_events::table.filter(desk_events::lead_id.eq_any(&leads).and(is_old)))
        .execute(connection)
        .await?;
    if !plan.is_empty() {
        let act = DeskAct::Erase { leads: leads.len() };
        log::record_at_desk(connection, who, act).await?;
    }
    let files = plan.files.clone();
    // Runs before the commit.
    in_folder(move || files.iter().try_for_each(fs::remove_file)).await
}

/// Works in the folder of emails, on a thread that may wait for the disk.
async fn in_folder<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, ErasureError> {
    let done = spawn_blocking(work).await.map_err(io::Error::other);
    done.flatten()
        .map_err(|cause| ErasureError::MailFolder(cause.into()))
}

/// The requests and notes that are searched for directly, and the query for clicks. The requests' emails and
/// photos follow from them.
type Rows = (Plan, phone_clicks::BoxedQuery<'static, Pg, SqlUuid>);

async fn old(connection: &mut AsyncPgConnection, age: Duration, limit: i64) -> QueryResult<Rows> {
    let leads = Found::query()
        .filter(site_forms::created_at.le(ago(age)))
        .order((site_forms::created_at, site_forms::id))
        .limit(limit)
        .load(connection)
        .await?;
    let mails = outbox::table
        .filter(outbox::text.is_not_null())
        .filter(outbox::created_at.le(ago(age)))
        .select(outbox::id)
        .limit(limit)
        .load(connection)
        .await?;
    let clicks = phone_clicks::table
        .filter(phone_clicks::created_at.le(ago(age)))
        .select(phone_clicks::id)
        .limit(limit)
        .into_boxed();
    let found = Plan {
        leads,
        mails,
        ..Plan::default()
    };
    Ok((found, clicks))
}

async fn of_person(connection: &mut AsyncPgConnection, person: &Person) -> QueryResult<Rows> {
    let Matches { sure, mut alike } = person.contacts.requests(connection, None).await?;
    let mut ids: HashSet<Uuid> = sure.into_iter().chain(person.requests.clone()).collect();
    if let Some(only) = &person.only {
        ids.extend(&alike);
        ids.retain(|id| only.contains(id));
    }
    alike.retain(|id| !ids.contains(id));
    let leads = by_id(connection, ids.into_iter().collect()).await?;
    let alike = by_id(connection, alike).await?;
    let mut matcher = contacts(&leads);
    let mut others = Vec::new();
    if person.only.is_some() {
        // Contacts that other requests share may be in the data of other people.
        let mut ids = matcher.requests(connection, None).await?.sure;
        ids.retain(|id| leads.iter().all(|lead| lead.id != *id));
        others = by_id(connection, ids).await?;
        let shared = contacts(&others);
        matcher.emails.retain(|it| !shared.emails.contains(it));
        matcher.phones.retain(|it| !shared.phones.contains(it));
    } else {
        matcher.emails.extend(person.contacts.emails.clone());
        matcher.phones.extend(person.contacts.phones.clone());
    }
    let browsers = |of_lead: fn(&Found) -> Option<&str>| {
        let shared: HashSet<_> = others.iter().filter_map(of_lead).collect();
        leads
            .iter()
            .filter_map(of_lead)
            .filter(|id| !id.is_empty() && !shared.contains(id))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let visitors = browsers(|lead| lead.visitor_id.as_deref());
    let sessions = browsers(|lead| lead.session_id.as_deref());
    let is_theirs = phone_clicks::visitor_id
        .eq_any(visitors)
        .or(phone_clicks::session_id.eq_any(sessions));
    let clicks = phone_clicks::table
        .filter(is_theirs)
        .select(phone_clicks::id)
        .into_boxed();
    // A digest has no text until it is sent.
    let mails = outbox::table
        .filter(outbox::text.is_not_null())
        .select((outbox::id, outbox::subject, outbox::text))
        .load_stream::<(Uuid, Option<String>, Option<String>)>(connection)
        .await?
        .try_filter_map(|(id, subject, text)| {
            let is_theirs = [subject, text].iter().flatten().any(|it| matcher.is_in(it));
            ready(Ok(is_theirs.then_some(id)))
        })
        .try_collect()
        .await?;
    let found = Plan {
        leads,
        alike,
        mails,
        ..Plan::default()
    };
    Ok((found, clicks))
}

async fn by_id(connection: &mut AsyncPgConnection, ids: Vec<Uuid>) -> QueryResult<Vec<Found>> {
    Found::query()
        .filter(site_forms::id.eq_any(ids))
        .order((site_forms::created_at, site_forms::id))
        .load(connection)
        .await
}

fn contacts(leads: &[Found]) -> PersonalDataMatcher {
    let mut contacts = PersonalDataMatcher::default();
    for lead in leads {
        contacts.add(&lead.email, &lead.phone);
    }
    contacts
}

/// A locked message. No process can lease it before the transaction ends.
#[derive(HasQuery)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct LockedMessage {
    id: Uuid,
    state: MessageState,
    leased_until: Option<DateTime<Utc>>,
    digest_id: Option<Uuid>,
}

/// Locks the messages with these ids or of these leads. (Sent messages are in no index, so this
/// reads the whole table.)
async fn lock(
    connection: &mut AsyncPgConnection,
    ids: &[Uuid],
    leads: &[Uuid],
) -> QueryResult<Vec<LockedMessage>> {
    LockedMessage::query()
        .filter(outbox::id.eq_any(ids).or(outbox::lead_id.eq_any(leads)))
        .order(outbox::id)
        .for_update()
        .load(connection)
        .await
}
