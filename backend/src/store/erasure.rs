//! Erases a person's data, or old data, from all tables.

pub mod personal_data;

use std::{collections::HashSet, time::Duration};

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, QueryDsl, QueryResult, Queryable,
    Selectable, SelectableHelper, delete,
    dsl::{now, sql},
    select,
    sql_types::{Bool, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::{TryStreamExt, future::ready};
use serde::Serialize;
use uuid::Uuid;

use personal_data::{EmailAddress, PersonalDataMatcher, PhoneNumber};

use super::{
    interval::{interval, timestamptz_mi_interval},
    outbox::kind::{Kind, State},
    schema::{cooldowns, idempotency_keys, outbox, phone_clicks, sent_texts, site_forms},
    site_forms::as_postgrest_writes_it,
};

diesel::define_sql_function! {
    /// The text in lower case.
    fn lower(text: Text) -> Text;
}

diesel::define_sql_function! {
    /// The text without spaces at its ends.
    fn btrim(text: Text) -> Text;
}

diesel::define_sql_function! {
    /// The `~` of a text and a regular expression, by its name in Postgres.
    fn textregexeq(text: Text, pattern: Text) -> Bool;
}

/// What a person is known by. A request that has one of these is theirs.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Their address.
    pub email: Option<EmailAddress>,
    /// Their number.
    pub phone: Option<PhoneNumber>,
    /// A request of theirs, also if its address and number are no such.
    pub request: Option<Uuid>,
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
#[derive(Clone, Debug, Queryable, Selectable)]
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
    /// Hashes of texts that are stored with the person's telephone number.
    pub texts: Vec<Vec<u8>>,
    /// How many of the requests the owner has not been notified of.
    pub untold: usize,
    /// The rest of the lease of one of the mails, or of a digest with one of them: it may be sent
    /// at this moment.
    pub leased_for: Option<Duration>,
    /// Matches the person's data in texts outside the database. Empty when old rows are erased.
    pub matcher: PersonalDataMatcher,
}

/// Whether the connection's role may erase.
///
/// # Errors
/// When the query fails; also when the database has no tables yet.
pub async fn is_permitted(connection: &mut AsyncPgConnection) -> QueryResult<bool> {
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
    let matcher = matcher(selection, &leads);
    let mut ids = notes(connection, selection, &matcher).await?;
    ids.extend(leads.iter().map(|lead| lead.id));
    ids.extend(follow_ups(connection, &leads).await?);
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
        state => state == State::Sent,
    };
    let lead_ids: HashSet<Uuid> = leads.iter().map(|lead| lead.id).collect();
    Ok(Plan {
        clicks: clicks(connection, selection, &leads).await?,
        texts: texts(connection, &matcher).await?,
        untold: mails
            .iter()
            .filter(|mail| lead_ids.contains(&mail.id))
            .filter(|mail| !is_told(mail))
            .count(),
        leased_for: leased_until
            .max()
            .and_then(|until| (until - time).to_std().ok()),
        mails: mails.iter().map(|mail| mail.id).collect(),
        leads,
        matcher,
    })
}

/// Which of these leads stay when a plan is carried out.
///
/// # Errors
/// When the query fails.
pub async fn staying(
    connection: &mut AsyncPgConnection,
    plan: &Plan,
    leads: impl IntoIterator<Item = Uuid>,
) -> QueryResult<HashSet<Uuid>> {
    let erased = plan.leads.iter().map(|lead| lead.id);
    let saved: Vec<Uuid> = site_forms::table
        .filter(site_forms::id.eq_any(leads))
        .select(site_forms::id)
        .load(connection)
        .await?;
    let erased: HashSet<Uuid> = erased.collect();
    Ok(saved
        .into_iter()
        .filter(|id| !erased.contains(id))
        .collect())
}

/// Erases the rows of a plan. Call it in the transaction of the [`plan`].
///
/// # Errors
/// When a query fails.
pub async fn erase(connection: &mut AsyncPgConnection, plan: &Plan) -> QueryResult<()> {
    let leads: Vec<Uuid> = plan.leads.iter().map(|lead| lead.id).collect();
    let sessions = plan
        .leads
        .iter()
        .filter_map(|lead| lead.session_id.as_deref());
    delete(outbox::table.filter(outbox::id.eq_any(&plan.mails)))
        .execute(connection)
        .await?;
    delete(idempotency_keys::table.filter(idempotency_keys::lead_id.eq_any(&leads)))
        .execute(connection)
        .await?;
    delete(cooldowns::table.filter(cooldowns::session_id.eq_any(sessions)))
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
    Ok(())
}

/// A mail to the owner about a person. The mail about a request is composed of it when it is sent, and
/// has no text of its own.
#[derive(Clone, Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
#[expect(missing_docs, reason = "the columns are documented in schema.sql")]
pub struct KeptMail {
    pub id: Uuid,
    #[serde(serialize_with = "as_postgrest_writes_it")]
    pub created_at: DateTime<Utc>,
    pub kind: Kind,
    pub state: State,
    pub subject: Option<String>,
    pub text: Option<String>,
}

/// Reads mails, the earliest first.
///
/// # Errors
/// When the query fails.
pub async fn mails(connection: &mut AsyncPgConnection, ids: &[Uuid]) -> QueryResult<Vec<KeptMail>> {
    outbox::table
        .filter(outbox::id.eq_any(ids))
        .order((outbox::created_at, outbox::id))
        .select(KeptMail::as_select())
        .load(connection)
        .await
}

async fn leads(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
) -> QueryResult<Vec<Found>> {
    let all = site_forms::table
        .order((site_forms::created_at, site_forms::id))
        .select(Found::as_select());
    let person = match selection {
        Selection::Person(person) => person,
        Selection::OlderThan(age) => {
            return all
                .filter(site_forms::created_at.le(timestamptz_mi_interval(now, interval(*age))))
                .load(connection)
                .await;
        }
    };
    let mut leads: Vec<Found> = Vec::new();
    if let Some(email) = &person.email {
        let has_email = lower(btrim(site_forms::email)).eq(lower(email.as_str()));
        leads.extend(all.filter(has_email).load(connection).await?);
    }
    if let Some(phone) = &person.phone {
        let has_phone = textregexeq(site_forms::phone, phone.loose_pattern());
        let found: Vec<Found> = all.filter(has_phone).load(connection).await?;
        let theirs = |lead: &Found| lead.phone.parse().as_ref() == Ok(phone);
        leads.extend(found.into_iter().filter(theirs));
    }
    if let Some(id) = person.request {
        leads.extend(all.filter(site_forms::id.eq(id)).load(connection).await?);
    }
    leads.sort_by_key(|lead| (lead.created_at, lead.id));
    leads.dedup_by_key(|lead| lead.id);
    Ok(leads)
}

/// Matches all addresses and numbers that a person gave.
fn matcher(selection: &Selection, leads: &[Found]) -> PersonalDataMatcher {
    let mut matcher = PersonalDataMatcher::default();
    let Selection::Person(person) = selection else {
        return matcher;
    };
    if let Some(email) = &person.email {
        matcher.add_email(email);
    }
    if let Some(phone) = &person.phone {
        matcher.add_phone(phone.clone());
    }
    for lead in leads {
        if let Ok(email) = lead.email.parse() {
            matcher.add_email(&email);
        }
        if let Ok(phone) = lead.phone.parse() {
            matcher.add_phone(phone);
        }
    }
    matcher
}

async fn clicks(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    leads: &[Found],
) -> QueryResult<Vec<Uuid>> {
    let clicks = phone_clicks::table.select(phone_clicks::id);
    if let Selection::OlderThan(age) = selection {
        return clicks
            .filter(phone_clicks::created_at.le(timestamptz_mi_interval(now, interval(*age))))
            .load(connection)
            .await;
    }
    let known = |id: &&str| !id.is_empty();
    let visitors = leads.iter().filter_map(|lead| lead.visitor_id.as_deref());
    let sessions = leads.iter().filter_map(|lead| lead.session_id.as_deref());
    let theirs = phone_clicks::visitor_id
        .eq_any(visitors.filter(known))
        .or(phone_clicks::session_id.eq_any(sessions.filter(known)));
    clicks.filter(theirs).load(connection).await
}

/// The hashes of the person's texts. (Old ones are pruned within a week.)
async fn texts(
    connection: &mut AsyncPgConnection,
    matcher: &PersonalDataMatcher,
) -> QueryResult<Vec<Vec<u8>>> {
    let Some(pattern) = matcher.loose_phone_pattern() else {
        return Ok(Vec::new());
    };
    let candidates: Vec<(Vec<u8>, String)> = sent_texts::table
        .filter(textregexeq(sent_texts::phone, pattern))
        .select((sent_texts::hash, sent_texts::phone))
        .load(connection)
        .await?;
    Ok(candidates
        .into_iter()
        .filter(|(_, phone)| matcher.is_phone(phone))
        .map(|(hash, _)| hash)
        .collect())
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
            .filter(outbox::created_at.le(timestamptz_mi_interval(now, interval(*age))))
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

/// What follows from the leads. (Sent ones are in no index, so that the table is read.)
async fn follow_ups(connection: &mut AsyncPgConnection, leads: &[Found]) -> QueryResult<Vec<Uuid>> {
    outbox::table
        .filter(outbox::lead_id.eq_any(leads.iter().map(|lead| lead.id)))
        .select(outbox::id)
        .load(connection)
        .await
}

/// A message that is locked: no process can lease it before the transaction ends.
#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct LockedMessage {
    id: Uuid,
    state: State,
    leased_until: Option<DateTime<Utc>>,
    digest_id: Option<Uuid>,
}

async fn lock(connection: &mut AsyncPgConnection, ids: &[Uuid]) -> QueryResult<Vec<LockedMessage>> {
    outbox::table
        .filter(outbox::id.eq_any(ids))
        .order(outbox::id)
        .select(LockedMessage::as_select())
        .for_update()
        .load(connection)
        .await
}
