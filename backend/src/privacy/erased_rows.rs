//! Erases a person's data, or old data, from all tables.

use std::{collections::HashSet, time::Duration};

use chrono::{DateTime, Utc};
use diesel::{
    delete,
    dsl::{now, sql},
    prelude::*,
    select, sql_query,
    sql_types::{Array, Bool, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{TryStreamExt, future::ready};
use serde::Serialize;
use uuid::Uuid;

use super::personal_data::PersonalDataMatcher;
use crate::{
    database::{
        interval::ago,
        outbox_kind::{Kind, State},
        postgrest_time::as_postgrest_writes_it,
        schema::{lead_photos, outbox, phone_clicks, sent_texts, site_forms},
    },
    photos::photo_records::{self, PhotoRecord},
};

/// Identifies a person. A request that matches `contacts` or `request` is theirs, within `only`.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Their address and their numbers.
    pub contacts: PersonalDataMatcher,
    /// A request of theirs, even if its address and number are not valid.
    pub request: Option<Uuid>,
    /// Of the requests that match, those that are theirs. `None` for all: households share a number.
    pub only: Option<HashSet<Uuid>>,
}

/// Selects the data to be erased.
#[derive(Clone, Debug)]
pub enum Selection {
    /// The requests of a person, and all other data of their senders.
    Person(Person),
    /// All older rows, each by its own age.
    OlderThan(Duration),
}

/// A request that is to be erased.
#[derive(Clone, Debug, HasQuery)]
#[diesel(table_name = site_forms, check_for_backend(diesel::pg::Pg))]
#[expect(missing_docs, reason = "the columns are documented in schema.sql")]
pub struct Found {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    visitor_id: Option<String>,
    session_id: Option<String>,
}

/// The rows to be erased.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The requests.
    pub leads: Vec<Found>,
    /// Clicks on a call button.
    pub clicks: Vec<Uuid>,
    /// Mails and webhooks: the requests' own, and notes about the person.
    pub mails: Vec<Uuid>,
    /// The digests that list one of the mails.
    pub digests: Vec<Uuid>,
    /// Hashes of texts that are stored with the person's telephone number.
    pub texts: Vec<Vec<u8>>,
    /// The photos of the requests.
    pub photos: Vec<PhotoRecord>,
    /// How many of the requests the owner has not been notified of.
    pub unannounced: usize,
    /// How long the lease of one of the mails, or of a digest with one of them, still lasts: it may
    /// be being sent now.
    pub leased_for: Option<Duration>,
}

/// Whether the connection's role may erase. Fails when the database has no tables yet.
pub(crate) async fn is_permitted(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
    select(sql::<Bool>("has_table_privilege('site_forms', 'DELETE')"))
        .get_result(connection)
        .await
}

/// Finds the rows to be erased. Call it in a transaction: until that ends, none of the mails is
/// leased.
///
/// # Errors
/// When a query fails.
pub async fn plan(connection: &mut AsyncPgConnection, selection: &Selection) -> QueryResult<Plan> {
    let leads = leads(connection, selection).await?;
    let others = others(connection, selection, &leads).await?;
    let matcher = matcher(selection, &leads, &others);
    let lead_ids: Vec<Uuid> = leads.iter().map(|lead| lead.id).collect();
    let mut ids = notes(connection, selection, &matcher).await?;
    ids.extend(&lead_ids);
    ids.extend(follow_ups(connection, &lead_ids).await?);
    let mails = lock(connection, &ids).await?;
    let digest_ids: Vec<Uuid> = mails.iter().filter_map(|mail| mail.digest_id).collect();
    let digests = lock(connection, &digest_ids).await?;
    let leased_until = mails
        .iter()
        .chain(&digests)
        .filter_map(|it| it.leased_until);
    let time: DateTime<Utc> = select(now.into_sql::<Timestamptz>())
        .get_result(connection)
        .await?;
    let sent_digests: HashSet<Uuid> = digests
        .iter()
        .filter(|digest| digest.state == State::Sent)
        .map(|digest| digest.id)
        .collect();
    let is_told = |mail: &LockedMessage| match mail.state {
        State::InDigest => mail.digest_id.is_some_and(|id| sent_digests.contains(&id)),
        // The owner marked it as spam.
        state => matches!(state, State::Sent | State::Stopped),
    };
    let lead_mails: HashSet<_> = lead_ids.iter().collect();
    Ok(Plan {
        clicks: clicks(connection, selection, &leads, &others).await?,
        texts: texts(connection, &matcher).await?,
        photos: photo_records::of_leads(connection, &lead_ids).await?,
        unannounced: mails
            .iter()
            .filter(|mail| lead_mails.contains(&mail.id))
            .filter(|mail| !is_told(mail))
            .count(),
        leased_for: leased_until
            .max()
            .and_then(|until| (until - time).to_std().ok()),
        mails: mails.iter().map(|mail| mail.id).collect(),
        digests: digest_ids,
        leads,
    })
}

/// Erases the rows of a plan. Call it in the transaction of the [`plan`].
pub(crate) async fn erase(connection: &mut AsyncPgConnection, plan: &Plan) -> QueryResult<()> {
    let leads: Vec<Uuid> = plan.leads.iter().map(|lead| lead.id).collect();
    delete(outbox::table.filter(outbox::id.eq_any(&plan.mails)))
        .execute(connection)
        .await?;
    delete(sent_texts::table.filter(sent_texts::hash.eq_any(&plan.texts)))
        .execute(connection)
        .await?;
    delete(phone_clicks::table.filter(phone_clicks::id.eq_any(&plan.clicks)))
        .execute(connection)
        .await?;
    delete(site_forms::table.filter(site_forms::id.eq_any(&leads)))
        .execute(connection)
        .await?;
    // After the leads: a photo that was being added when they were locked is there by now.
    delete(lead_photos::table.filter(lead_photos::lead_id.eq_any(&leads)))
        .execute(connection)
        .await?;
    // Erases what the events say. That something was done stays.
    sql_query("UPDATE desk_events SET data = '{}' WHERE lead_id = ANY ($1)")
        .bind::<Array<SqlUuid>, _>(&leads)
        .execute(connection)
        .await?;
    Ok(())
}

/// A mail to the owner about a person. The mail about a request has no text of its own: it is
/// composed from the request when it is sent. `schema.sql` documents the columns.
#[derive(Clone, Debug, HasQuery, Serialize)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
pub(crate) struct KeptMail {
    pub id: Uuid,
    #[serde(serialize_with = "as_postgrest_writes_it")]
    pub created_at: DateTime<Utc>,
    pub kind: Kind,
    pub state: State,
    pub subject: Option<String>,
    pub text: Option<String>,
}

/// Reads mails, the earliest first.
pub(crate) async fn mails(
    connection: &mut AsyncPgConnection,
    ids: &[Uuid],
) -> QueryResult<Vec<KeptMail>> {
    KeptMail::query()
        .filter(outbox::id.eq_any(ids))
        .order((outbox::created_at, outbox::id))
        .load(connection)
        .await
}

async fn leads(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
) -> QueryResult<Vec<Found>> {
    let all = Found::query().order((site_forms::created_at, site_forms::id));
    let person = match selection {
        Selection::Person(person) => person,
        Selection::OlderThan(age) => {
            return all
                .filter(site_forms::created_at.le(ago(*age)))
                .load(connection)
                .await;
        }
    };
    let mut leads = with_contacts(connection, &person.contacts).await?;
    if let Some(id) = person.request {
        leads.extend(all.filter(site_forms::id.eq(id)).load(connection).await?);
    }
    if let Some(only) = &person.only {
        leads.retain(|lead| only.contains(&lead.id));
    }
    leads.sort_by_key(|lead| (lead.created_at, lead.id));
    leads.dedup_by_key(|lead| lead.id);
    Ok(leads)
}

/// Reads the requests that have one of these addresses or numbers.
async fn with_contacts(
    connection: &mut AsyncPgConnection,
    contacts: &PersonalDataMatcher,
) -> QueryResult<Vec<Found>> {
    let ids = contacts
        .requests(connection, site_forms::table.into_boxed(), usize::MAX)
        .await?;
    Found::query()
        .filter(site_forms::id.eq_any(ids))
        .load(connection)
        .await
}

/// The addresses and numbers that requests give.
fn contacts(leads: &[Found]) -> PersonalDataMatcher {
    let mut contacts = PersonalDataMatcher::default();
    for lead in leads {
        contacts.add(&lead.email, &lead.phone);
    }
    contacts
}

/// The requests of other people that share an address or a number, if only some requests are the person's.
async fn others(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    leads: &[Found],
) -> QueryResult<Vec<Found>> {
    if !matches!(selection, Selection::Person(Person { only: Some(_), .. })) {
        return Ok(Vec::new());
    }
    let mut others = with_contacts(connection, &contacts(leads)).await?;
    others.retain(|other| leads.iter().all(|lead| lead.id != other.id));
    Ok(others)
}

/// Matches the addresses and numbers that the person gave and nobody else has: data with a shared
/// one may be another person's.
fn matcher(selection: &Selection, leads: &[Found], others: &[Found]) -> PersonalDataMatcher {
    let Selection::Person(person) = selection else {
        return PersonalDataMatcher::default();
    };
    let mut matcher = contacts(leads);
    // If only some requests are theirs, the key that found them may be another person's.
    if person.only.is_none() {
        matcher.emails.extend(person.contacts.emails.clone());
        matcher.phones.extend(person.contacts.phones.clone());
    }
    let shared = contacts(others);
    matcher.emails.retain(|it| !shared.emails.contains(it));
    matcher.phones.retain(|it| !shared.phones.contains(it));
    matcher
}

async fn clicks(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    leads: &[Found],
    others: &[Found],
) -> QueryResult<Vec<Uuid>> {
    let clicks = phone_clicks::table.select(phone_clicks::id);
    if let Selection::OlderThan(age) = selection {
        return clicks
            .filter(phone_clicks::created_at.le(ago(*age)))
            .load(connection)
            .await;
    }
    let ids = |of_lead: fn(&Found) -> Option<&str>| {
        let shared: HashSet<_> = others.iter().filter_map(of_lead).collect();
        let theirs = leads.iter().filter_map(of_lead);
        theirs.filter(move |id| !id.is_empty() && !shared.contains(id))
    };
    let theirs = phone_clicks::visitor_id
        .eq_any(ids(|lead| lead.visitor_id.as_deref()))
        .or(phone_clicks::session_id.eq_any(ids(|lead| lead.session_id.as_deref())));
    clicks.filter(theirs).load(connection).await
}

/// The hashes of the person's texts. (Old ones are pruned within a week.)
async fn texts(
    connection: &mut AsyncPgConnection,
    matcher: &PersonalDataMatcher,
) -> QueryResult<Vec<Vec<u8>>> {
    let candidates: Vec<(Vec<u8>, String)> = sent_texts::table
        .filter(matcher.may_have_phone())
        .select((sent_texts::hash, sent_texts::phone))
        .load(connection)
        .await?;
    let theirs = candidates
        .into_iter()
        .filter(|(_, phone)| matcher.is_of("", phone));
    Ok(theirs.map(|(hash, _)| hash).collect())
}

/// The notes about the person, or old ones. (A digest has no text of its own: it is composed when
/// it is sent.)
async fn notes(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    matcher: &PersonalDataMatcher,
) -> QueryResult<Vec<Uuid>> {
    let notes = outbox::table.filter(outbox::text.is_not_null());
    if let Selection::OlderThan(age) = selection {
        return notes
            .filter(outbox::created_at.le(ago(*age)))
            .select(outbox::id)
            .load(connection)
            .await;
    }
    notes
        .select((outbox::id, outbox::subject, outbox::text))
        .load_stream::<(Uuid, Option<String>, Option<String>)>(connection)
        .await?
        .try_filter_map(|(id, subject, text)| {
            let is_theirs = [subject, text].iter().flatten().any(|it| matcher.is_in(it));
            ready(Ok(is_theirs.then_some(id)))
        })
        .try_collect()
        .await
}

/// What follows from the leads. (Sent messages are in no index, so this reads the whole table.)
async fn follow_ups(connection: &mut AsyncPgConnection, leads: &[Uuid]) -> QueryResult<Vec<Uuid>> {
    outbox::table
        .filter(outbox::lead_id.eq_any(leads))
        .select(outbox::id)
        .load(connection)
        .await
}

/// A message that is locked: no process can lease it before the transaction ends.
#[derive(HasQuery)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct LockedMessage {
    id: Uuid,
    state: State,
    leased_until: Option<DateTime<Utc>>,
    digest_id: Option<Uuid>,
}

async fn lock(connection: &mut AsyncPgConnection, ids: &[Uuid]) -> QueryResult<Vec<LockedMessage>> {
    LockedMessage::query()
        .filter(outbox::id.eq_any(ids))
        .order(outbox::id)
        .for_update()
        .load(connection)
        .await
}
