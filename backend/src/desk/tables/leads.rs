//! Leads as the desk changes them: their state is in columns of `site_forms`.

use std::cmp::Reverse;

use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::{
    dsl::sql,
    prelude::*,
    result::Error as DieselError,
    select, sql_query,
    sql_types::{BigInt, Bool, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Event, State, Status, fold};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::{Estimate, Lead, PLACEHOLDER_EMAIL};

use crate::{
    config::calendar,
    database::{outbox_kind::Kind, schema::site_forms},
    leads::{
        lead_records::{self, CLASS, Extent, HIDDEN, LeadRecord, Position, VISIBLE},
        log,
        site_forms::EstimateColumns,
    },
    outbox::{entries::count_undelivered, verdict},
    privacy::personal_data::PersonalDataMatcher,
    web::{error::RequestError, transaction::Rollback},
};

/// Reads a lead with its full texts. Fails if it does not exist.
pub async fn find(connection: &mut AsyncPgConnection, id: Uuid) -> Result<LeadRecord, Rollback> {
    let mut leads = lead_records::by_id(connection, vec![id], Extent::Whole).await?;
    Ok(leads.remove(&id).ok_or_else(RequestError::not_found)?)
}

/// The most events of a lead.
const MAX_EVENTS: i32 = 500;

/// Records an event of a lead, and the state that follows from all its events. Returns the lead, its events, the
/// latest first, and whether its mail may be due now.
pub async fn append(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    mut event: Event,
) -> Result<(LeadRecord, Vec<Event>, bool), Rollback> {
    verdict::lock(connection, id).await?;
    // Of two concurrent events, the second waits here for the first.
    site_forms::table
        .find(id)
        .select(site_forms::id)
        .for_update()
        .execute(connection)
        .await?;
    let lead = find(connection, id).await?;
    let refused = |status, sentence| Err(RequestError::new(status, sentence).into());
    match log::lead_of(connection, event.id).await? {
        Some(of) if of == Some(id) => {
            return Ok((lead, log::of_lead(connection, id).await?, false));
        }
        Some(_) => return refused(StatusCode::CONFLICT, "This happened to another request."),
        None if lead.events >= MAX_EVENTS => {
            let sentence = "A request has at most 500 entries.";
            return refused(StatusCode::UNPROCESSABLE_ENTITY, sentence);
        }
        None => {}
    }
    let old = &lead.state;
    if let Act::Released { was_suspect } = &mut event.act {
        *was_suspect = old.suspect;
    }
    log::append(connection, id, &event).await?;
    let events = log::of_lead(connection, id).await?;
    let saved = lead_log::Lead {
        created_at: lead.lead.created_at,
        emergency: lead.estimate.is_emergency(),
        suspect: old.suspect,
    };
    let new = fold(&saved, None, &events, &calendar::days(&events));
    save(connection, id, new.clone()).await?;
    let is_due = judge(connection, &lead, &new).await?;
    // Its mail may have another state now.
    Ok((find(connection, id).await?, events, is_due))
}

/// Parameters: the lead; its new state, as JSON. `as_typed` keeps the customer's own words for what is corrected.
const SAVE: &str = r#"
    UPDATE site_forms SET
        (status, suspect, note, answered_at, next_at, calls, taken_by, quoted, quoted_at, won,
            closed_at, visit_at, visit_by, lost_reason)
        = (new.status, new.suspect, new.note, "answeredAt", "nextAt", new.calls, "takenBy",
            new.quoted, "quotedAt", new.won, "closedAt", "visitAt", "visitBy", "lostReason"),
        full_name = coalesce(correction->>'name', as_typed->>'name', full_name),
        phone = coalesce(correction->>'phone', as_typed->>'phone', phone),
        email = coalesce(correction->>'email', as_typed->>'email', email),
        address = coalesce(correction->>'address', as_typed->>'address', address),
        service = coalesce(correction->>'service', as_typed->>'service', service),
        as_typed = (
            SELECT jsonb_object_agg(key, value)
            FROM jsonb_each(jsonb_build_object('name', full_name, 'phone', phone, 'email', email,
                'address', address, 'service', service) || coalesce(as_typed, '{}'))
            WHERE correction ? key),
        events = events + 1,
        changed_at = greatest(changed_at + interval '1 microsecond', clock_timestamp())
    FROM jsonb_to_record($2::jsonb) AS new (
        status text, suspect boolean, note text, "answeredAt" timestamptz, "nextAt" timestamptz,
        calls timestamptz[], "takenBy" text, quoted integer, "quotedAt" timestamptz, won integer,
        "closedAt" timestamptz, "visitAt" timestamptz, "visitBy" text, "lostReason" text,
        correction jsonb)
    WHERE id = $1"#;

async fn save(connection: &mut AsyncPgConnection, id: Uuid, mut state: State) -> QueryResult<()> {
    if let Some(email) = state.correction.email.as_mut().filter(|it| it.is_empty()) {
        PLACEHOLDER_EMAIL.clone_into(email);
    }
    let state = serde_json::to_string(&state)
        .map_err(|cause| DieselError::SerializationError(cause.into()))?;
    sql_query(SAVE)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(state)
        .execute(connection)
        .await
        .map(drop)
}

/// Stops, holds or releases a lead's messages by its new state. Returns whether its mail may be due now.
async fn judge(
    connection: &mut AsyncPgConnection,
    lead: &LeadRecord,
    new: &State,
) -> QueryResult<bool> {
    let (id, old) = (lead.lead.id, &lead.state);
    let was_spam = old.status == Status::Spam.name();
    match (new.status == Status::Spam, new.suspect) {
        (is_spam, is_suspect) if (is_spam, is_suspect) == (was_spam, old.suspect) => Ok(false),
        (true, _) if was_spam => Ok(false),
        (true, _) => verdict::stop(connection, id).await.map(|()| false),
        (false, true) => {
            let is_quiet = !lead.estimate.is_emergency();
            verdict::hold(connection, id, is_quiet).await?;
            Ok(!is_quiet)
        }
        (false, false) if old.suspect => verdict::release(connection, id).await.map(|()| true),
        (false, false) => verdict::resume(connection, id).await.map(|()| true),
    }
}

const ENTER: &str = "
    INSERT INTO site_forms (
        id, full_name, email, phone, message, site_name, service, urgency, address, details,
        emergency, source)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'call')
    ON CONFLICT (id) DO NOTHING";

/// Saves the lead of a caller. Only an emergency has a mail: somebody has spoken with the caller of any other. Returns
/// whether its id is new.
pub async fn enter(
    connection: &mut AsyncPgConnection,
    who: &str,
    id: Uuid,
    at: DateTime<Utc>,
    lead: &Lead,
    estimate: &Estimate,
) -> Result<bool, Rollback> {
    let columns = EstimateColumns::of(estimate);
    let inserted = sql_query(ENTER)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(&lead.full_name)
        .bind::<Text, _>(&lead.email)
        .bind::<Text, _>(&lead.phone)
        .bind::<Text, _>(&lead.message)
        .bind::<Text, _>(&lead.site_name)
        .bind::<Text, _>(columns.service)
        .bind::<Text, _>(columns.urgency)
        .bind::<Text, _>(columns.address)
        .bind::<Text, _>(columns.details)
        .bind::<Bool, _>(columns.emergency)
        .execute(connection)
        .await?;
    if inserted == 0 {
        return Ok(false);
    }
    let event = Event {
        id,
        at,
        who: who.to_owned(),
        act: Act::Entered,
    };
    append(connection, id, event).await?;
    if columns.emergency {
        verdict::release(connection, id).await?;
    }
    Ok(true)
}

/// The leads among which a person's other leads are found: an index would cost time for every saved lead.
const NEWEST: &str = "created_at > coalesce(
    (SELECT created_at FROM site_forms ORDER BY created_at DESC OFFSET 10000 LIMIT 1), '-infinity')";

/// The most other leads of a person.
const MAX_RELATED: usize = 10;

/// Reads other leads with the same telephone number or e-mail address, the newest first: at most ten.
pub async fn related(
    connection: &mut AsyncPgConnection,
    lead: &LeadRecord,
) -> QueryResult<Vec<LeadRecord>> {
    let mut person = PersonalDataMatcher::default();
    person.add(&lead.lead.email, &lead.lead.phone);
    let newest = site_forms::table
        .filter(sql::<Bool>(NEWEST))
        .filter(site_forms::id.ne(lead.lead.id))
        .filter(site_forms::status.ne(Status::Spam.name()))
        .order(site_forms::created_at.desc())
        .into_boxed();
    let ids = person.requests(connection, newest, MAX_RELATED).await?;
    lead_records::in_order(connection, ids, Extent::List).await
}

/// The most visits in a calendar: the latest.
const MAX_VISITS: i64 = 1_000;

/// Reads the leads with a visit in the last month or ahead, the latest first.
pub async fn visits(connection: &mut AsyncPgConnection) -> QueryResult<Vec<LeadRecord>> {
    let ids = site_forms::table
        .filter(sql::<Bool>("visit_at > now() - interval '1 month'"))
        .filter(sql::<Bool>(VISIBLE))
        .filter(site_forms::status.ne(Status::Lost.name()))
        .order(sql::<Timestamptz>("visit_at DESC"))
        .select(site_forms::id)
        .limit(MAX_VISITS)
        .load(connection)
        .await?;
    lead_records::in_order(connection, ids, Extent::Message).await
}

/// Where the next [`changes`] begin: no later than the oldest transaction that writes, since a lead has the time at
/// which its transaction began, and can be read when that has ended. Postgres shows the transactions of one's own
/// role, which all backend processes have. One that has written nothing yet is younger than ten seconds.
const NEXT: &str = "
    SELECT least(now() - interval '10 s', min(xact_start) - interval '1 ms')
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL";

/// The most leads in one response.
const MAX_CHANGES: usize = 200;

/// The most leads that are counted, so that counting has a constant cost.
const MAX_COUNTED: i64 = 1_000;

/// Returns the query for the leads that are new or were changed. Parameters: since when; how many. Each part reads
/// one index, from its end.
fn changed() -> String {
    let parts = ["created_at", "changed_at", "photos_at"].map(|time| {
        format!(
            "(SELECT id, created_at AS at FROM site_forms WHERE {time} > $1 ORDER BY {time} DESC LIMIT $2)"
        )
    });
    parts.join(" UNION ")
}

/// How much waits for the owner. Of 1,000 leads and more, a count is 1,000.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskCounts {
    /// Leads that are due now.
    #[schema(maximum = 1_000)]
    now: i64,
    /// Emergencies among them in which nobody was reached.
    #[schema(maximum = 1_000)]
    emergencies: i64,
    /// Leads that are due later.
    #[schema(maximum = 1_000)]
    later: i64,
    /// Suspect leads that nobody has marked as spam.
    #[schema(maximum = 1_000)]
    spam: i64,
    /// Mails that were given up or whose last attempt failed.
    undelivered: usize,
}

/// Where the next changes begin, the leads that were changed, whether there were more, and the counts.
pub type Changes = (DateTime<Utc>, Vec<LeadRecord>, bool, DeskCounts);

/// Reads the leads that are new or were changed since a time, the latest first; without one, only the counts. Call
/// it in a transaction.
pub async fn changes(
    connection: &mut AsyncPgConnection,
    since: Option<DateTime<Utc>>,
) -> QueryResult<Changes> {
    // Before the leads are read, so that a transaction that ends in between is not missed.
    let at = sql::<Timestamptz>(NEXT).get_result(connection).await?;
    let mut found = Vec::new();
    if let Some(since) = since {
        let most = i64::try_from(MAX_CHANGES).unwrap_or(i64::MAX);
        let changed: Vec<Position> = sql_query(changed())
            .bind::<Timestamptz, _>(since)
            .bind::<BigInt, _>(most + 1)
            .load(connection)
            .await?;
        let ids = changed.iter().map(|lead| lead.id).collect();
        found = lead_records::in_order(connection, ids, Extent::List).await?;
    }
    found.sort_by_key(|lead| {
        let Position { at, id } = lead.position();
        Reverse((lead.changed_at.unwrap_or_default().max(at), id))
    });
    let more = found.len() > MAX_CHANGES;
    found.truncate(MAX_CHANGES);
    Ok((at, found, more, count(connection).await?))
}

async fn count(connection: &mut AsyncPgConnection) -> QueryResult<DeskCounts> {
    lead_records::plan_list(connection).await?;
    let at_most = |condition: &str| {
        sql::<BigInt>(&format!(
            "(SELECT count(*) FROM (
                SELECT FROM site_forms WHERE {condition} LIMIT {MAX_COUNTED}) AS lead)"
        ))
    };
    // Naming the classes lets Postgres use the index.
    let waiting = |classes: &str, when: &str| {
        at_most(&format!(
            "next_at IS NOT NULL AND {VISIBLE} AND {CLASS} IN ({classes}) {when}"
        ))
    };
    let counts: (i64, i64, i64, i64) = select((
        waiting("0, 2, 3", "AND next_at <= now()"),
        waiting("1", ""),
        waiting("0, 2, 3", "AND next_at > now()"),
        at_most(&format!("{HIDDEN} AND status <> 'spam'")),
    ))
    .get_result(connection)
    .await?;
    let (others, emergencies, later, spam) = counts;
    let mails = count_undelivered(connection, &Kind::TO_OWNER).await?;
    Ok(DeskCounts {
        now: (emergencies + others).min(MAX_COUNTED),
        emergencies,
        later,
        spam,
        undelivered: mails.dead + mails.failing,
    })
}
