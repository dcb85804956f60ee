//! Erasing what is known of a person, or what is old, from all tables.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, QueryDsl, QueryResult, Queryable, Selectable,
    SelectableHelper, delete, dsl::now, sql_types::Text,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::TryStreamExt;
use uuid::Uuid;

use super::{
    interval,
    outbox::{IN_DIGEST, LEAD, SENT},
    schema::{outbox, phone_clicks, site_forms},
    timestamptz_pl_interval,
};
use crate::traces::{EmailAddress, PhoneDigits, Traces};

diesel::define_sql_function! {
    /// The text in lower case.
    fn lower(text: Text) -> Text;
}

diesel::define_sql_function! {
    /// The text without spaces at its ends.
    fn btrim(text: Text) -> Text;
}

diesel::define_sql_function! {
    /// The text with what matches the pattern replaced.
    fn regexp_replace(text: Text, pattern: Text, replacement: Text, flags: Text) -> Text;
}

/// What is to be erased.
#[derive(Clone, Debug)]
pub enum Selection {
    /// The requests with this address, and what else is known of who sent them.
    Email(EmailAddress),
    /// The requests with this number, and what else is known of who sent them.
    Phone(PhoneDigits),
    /// All that is older, each thing by its own age.
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

/// What is to be erased, row by row.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The requests.
    pub leads: Vec<Found>,
    /// Clicks on a call button.
    pub clicks: Vec<Uuid>,
    /// Mails: the requests' own, and notes that tell of the person.
    pub mails: Vec<Uuid>,
    /// How many of the requests the owner has not been told of.
    pub untold: usize,
    /// What the person is found by in texts that are kept elsewhere; nothing when all that is old is
    /// erased.
    pub traces: Traces,
}

/// Finds what is to be erased.
///
/// # Errors
/// When a query fails.
pub async fn plan(connection: &mut AsyncPgConnection, selection: &Selection) -> QueryResult<Plan> {
    let leads = leads(connection, selection).await?;
    let traces = traces(selection, &leads);
    let clicks = clicks(connection, selection, &leads).await?;
    let own: Vec<(Uuid, String, Option<Uuid>)> = outbox::table
        .filter(outbox::id.eq_any(leads.iter().map(|lead| lead.id)))
        .select((outbox::id, outbox::state, outbox::digest_id))
        // From here on none is sent, and none goes into a digest.
        .for_update()
        .load(connection)
        .await?;
    let sent_digests: Vec<Uuid> = outbox::table
        .filter(outbox::id.eq_any(own.iter().filter_map(|(.., digest)| *digest)))
        .filter(outbox::state.eq(SENT))
        .select(outbox::id)
        .load(connection)
        .await?;
    let untold = own
        .iter()
        .filter(|(_, state, digest)| match &**state {
            SENT => false,
            IN_DIGEST => digest.is_none_or(|digest| !sent_digests.contains(&digest)),
            _ => true,
        })
        .count();
    let others = others(connection, selection, &traces).await?;
    Ok(Plan {
        untold,
        mails: own.into_iter().map(|(id, ..)| id).chain(others).collect(),
        leads,
        clicks,
        traces,
    })
}

/// Erases it. To be called in a transaction.
///
/// # Errors
/// When a query fails.
pub async fn erase(connection: &mut AsyncPgConnection, plan: &Plan) -> QueryResult<()> {
    delete(outbox::table.filter(outbox::id.eq_any(&plan.mails)))
        .execute(connection)
        .await?;
    let leads = plan.leads.iter().map(|lead| lead.id);
    delete(site_forms::table.filter(site_forms::id.eq_any(leads)))
        .execute(connection)
        .await?;
    delete(phone_clicks::table.filter(phone_clicks::id.eq_any(&plan.clicks)))
        .execute(connection)
        .await?;
    Ok(())
}

async fn leads(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
) -> QueryResult<Vec<Found>> {
    let all = site_forms::table
        .order((site_forms::created_at, site_forms::id))
        .select(Found::as_select());
    match selection {
        Selection::Email(email) => {
            all.filter(lower(btrim(site_forms::email)).eq(lower(email.as_str())))
                .load(connection)
                .await
        }
        Selection::Phone(phone) => {
            let digits = regexp_replace(site_forms::phone, "[^0-9]", "", "g");
            all.filter(digits.eq_any([phone.national().to_owned(), phone.international()]))
                .load(connection)
                .await
        }
        Selection::OlderThan(age) => {
            all.filter(timestamptz_pl_interval(site_forms::created_at, interval(*age)).le(now))
                .load(connection)
                .await
        }
    }
}

/// All addresses and numbers that a person gave.
fn traces(selection: &Selection, leads: &[Found]) -> Traces {
    let mut traces = Traces::default();
    match selection {
        Selection::Email(email) => traces.add_email(email),
        Selection::Phone(phone) => traces.add_phone(phone),
        Selection::OlderThan(_) => return traces,
    }
    for lead in leads {
        if let Ok(email) = lead.email.parse() {
            traces.add_email(&email);
        }
        if let Ok(phone) = lead.phone.parse() {
            traces.add_phone(&phone);
        }
    }
    traces
}

async fn clicks(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    leads: &[Found],
) -> QueryResult<Vec<Uuid>> {
    let clicks = phone_clicks::table.select(phone_clicks::id);
    if let Selection::OlderThan(age) = selection {
        return clicks
            .filter(timestamptz_pl_interval(phone_clicks::created_at, interval(*age)).le(now))
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

/// The notes that hold traces, and, when an age is given, the notes and digests that are older. (A
/// digest is composed when it is sent: it tells of nothing that was erased before.)
async fn others(
    connection: &mut AsyncPgConnection,
    selection: &Selection,
    traces: &Traces,
) -> QueryResult<Vec<Uuid>> {
    let limit = match selection {
        Selection::OlderThan(age) => Some(*age),
        _ => None,
    };
    let mut mails = outbox::table
        .filter(outbox::kind.ne(LEAD))
        .select((
            outbox::id,
            outbox::subject,
            outbox::text,
            timestamptz_pl_interval(outbox::created_at, interval(limit.unwrap_or_default()))
                .le(now),
        ))
        .load_stream::<(Uuid, Option<String>, Option<String>, bool)>(connection)
        .await?;
    let mut found = Vec::new();
    while let Some((id, subject, text, is_old)) = mails.try_next().await? {
        let tells_of = |text: Option<String>| text.is_some_and(|text| traces.are_in(&text));
        if (limit.is_some() && is_old) || tells_of(subject) || tells_of(text) {
            found.push(id);
        }
    }
    Ok(found)
}
