//! Leads as the desk changes them: their state is in columns of `site_forms`.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::sql,
    prelude::*,
    select, sql_query,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Event, LostReason, State, Status, fold};
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
    outbox::{
        entries::{Undelivered, count_undelivered},
        verdict,
    },
    privacy::personal_data::PersonalDataMatcher,
};

/// Reads a lead with its full texts.
pub async fn find(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<LeadRecord>> {
    let mut leads = lead_records::by_id(connection, vec![id], Extent::Whole).await?;
    Ok(leads.remove(&id))
}

/// Reads what was typed first of what was corrected of a lead, as JSON.
pub async fn as_typed(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<String>> {
    site_forms::table
        .find(id)
        .select(sql::<Nullable<Text>>("as_typed::text"))
        .first(connection)
        .await
}

/// What came of an event.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is recorded, or was before: the lead and its events, the latest first; and whether its mail may be
    /// due now.
    Recorded(Box<LeadRecord>, Vec<Event>, bool),
    /// There is no such lead.
    NotFound,
    /// It is an event of something else.
    OfAnother,
    /// The lead has too many events.
    TooMany,
}

/// The most events of a lead.
pub const MAX_EVENTS: i32 = 500;

/// Records an event of a lead, unless it is recorded, and what the lead is by all its events. Call it in a
/// transaction.
pub async fn append(
    connection: &mut AsyncPgConnection,
    id: Uuid,
    mut event: Event,
) -> QueryResult<Outcome> {
    verdict::lock(connection, id).await?;
    // Of two concurrent events, the second waits here for the first.
    let locked: Option<Uuid> = site_forms::table
        .find(id)
        .select(site_forms::id)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let lead = match locked {
        Some(_) => find(connection, id).await?,
        None => None,
    };
    let Some(lead) = lead else {
        return Ok(Outcome::NotFound);
    };
    match log::lead_of(connection, event.id).await? {
        Some(of) if of == Some(id) => {
            let events = log::of_lead(connection, id).await?;
            return Ok(Outcome::Recorded(Box::new(lead), events, false));
        }
        Some(_) => return Ok(Outcome::OfAnother),
        None if lead.events >= MAX_EVENTS => return Ok(Outcome::TooMany),
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
    save(connection, id, &new).await?;
    let is_due = judge(connection, &lead, &new).await?;
    // Its mail may have another state now.
    let lead = find(connection, id).await?.map(Box::new);
    Ok(lead.map_or(Outcome::NotFound, |lead| {
        Outcome::Recorded(lead, events, is_due)
    }))
}

/// Parameters: the lead, and its new state. What was typed first of what is corrected is kept.
const SAVE: &str = "
    UPDATE site_forms SET
        status = $2, suspect = $3, note = $4, answered_at = $5, next_at = $6, calls = $7,
        taken_by = $8, quoted = $9, quoted_at = $10, won = $11, closed_at = $12, visit_at = $13,
        visit_by = $14, lost_reason = $15,
        full_name = coalesce($16, as_typed->>'name', full_name),
        phone = coalesce($17, as_typed->>'phone', phone),
        email = coalesce($18, as_typed->>'email', email),
        address = coalesce($19, as_typed->>'address', address),
        service = coalesce($20, as_typed->>'service', service),
        as_typed = nullif(jsonb_strip_nulls(jsonb_build_object(
            'name', CASE WHEN $16 IS NOT NULL THEN coalesce(as_typed->>'name', full_name) END,
            'phone', CASE WHEN $17 IS NOT NULL THEN coalesce(as_typed->>'phone', phone) END,
            'email', CASE WHEN $18 IS NOT NULL THEN coalesce(as_typed->>'email', email) END,
            'address', CASE WHEN $19 IS NOT NULL THEN coalesce(as_typed->>'address', address) END,
            'service', CASE WHEN $20 IS NOT NULL THEN coalesce(as_typed->>'service', service) END
        )), '{}'),
        events = events + 1,
        changed_at = greatest(changed_at + interval '1 microsecond', clock_timestamp())
    WHERE id = $1";

async fn save(connection: &mut AsyncPgConnection, id: Uuid, state: &State) -> QueryResult<()> {
    let cents = |amount: Option<u32>| amount.and_then(|amount| i32::try_from(amount).ok());
    let typed = &state.correction;
    let email = typed.email.as_deref();
    sql_query(SAVE)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(state.status.name())
        .bind::<Bool, _>(state.suspect)
        .bind::<Text, _>(&state.note)
        .bind::<Nullable<Timestamptz>, _>(state.answered_at)
        .bind::<Nullable<Timestamptz>, _>(state.next_at)
        .bind::<Array<Timestamptz>, _>(&state.calls)
        .bind::<Nullable<Text>, _>(&state.taken_by)
        .bind::<Nullable<Integer>, _>(cents(state.quoted))
        .bind::<Nullable<Timestamptz>, _>(state.quoted_at)
        .bind::<Nullable<Integer>, _>(cents(state.won))
        .bind::<Nullable<Timestamptz>, _>(state.closed_at)
        .bind::<Nullable<Timestamptz>, _>(state.visit_at)
        .bind::<Nullable<Text>, _>(&state.visit_by)
        .bind::<Nullable<Text>, _>(state.lost_reason.map(LostReason::name))
        .bind::<Nullable<Text>, _>(&typed.name)
        .bind::<Nullable<Text>, _>(&typed.phone)
        .bind::<Nullable<Text>, _>(
            email.map(|it| if it.is_empty() { PLACEHOLDER_EMAIL } else { it }),
        )
        .bind::<Nullable<Text>, _>(&typed.address)
        .bind::<Nullable<Text>, _>(&typed.service)
        .execute(connection)
        .await
        .map(drop)
}

/// Applies to a lead's mails and webhook that it is spam, or suspect, or neither any more. Returns whether
/// its mail may be due now.
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

/// Saves a lead of somebody who called, at a time. `estimate` is the form, as the row has it. Only an
/// emergency has a mail: the caller of any other was spoken with. Returns whether its id is new.
/// Call it in a transaction.
pub async fn enter(
    connection: &mut AsyncPgConnection,
    who: &str,
    id: Uuid,
    at: DateTime<Utc>,
    lead: &Lead,
    estimate: &Estimate,
) -> QueryResult<bool> {
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

/// The newest leads, among which a person's other leads are found: an index would cost time for every saved lead.
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

/// The visits for a calendar: those of the last month, and as many that are ahead as a company can make in a year.
const VISITS: &str = "visit_at > now() - interval '1 month'";

/// The most visits in a calendar: the latest.
const MAX_VISITS: i64 = 1_000;

/// Reads the leads with a visit in the last month or ahead, the latest first.
pub async fn visits(connection: &mut AsyncPgConnection) -> QueryResult<Vec<LeadRecord>> {
    let ids = site_forms::table
        .filter(sql::<Bool>(VISITS))
        .filter(sql::<Bool>(VISIBLE))
        .filter(site_forms::status.ne(Status::Lost.name()))
        .order(sql::<Timestamptz>("visit_at DESC"))
        .select(site_forms::id)
        .limit(MAX_VISITS)
        .load(connection)
        .await?;
    lead_records::in_order(connection, ids, Extent::Message).await
}

/// Where the next [`changes`] begin. A lead's time is the beginning of its transaction, but it can be
/// read only when that has ended, which may take long: a commit waits for a standby without a limit. So
/// the next changes begin no later than the oldest transaction that writes. Postgres shows the
/// transactions of one's own role, which all backend processes have. One that has written nothing yet
/// is younger than ten seconds: leads that were changed in that time are read several times.
const NEXT: &str = "
    SELECT least(now() - interval '10 s', min(xact_start) - interval '1 ms')
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL";

/// The most leads in one response.
const MAX_CHANGES: usize = 200;

/// The most leads that are counted, so that counting has a constant cost.
pub const MAX_COUNTED: i64 = 1_000;

/// What is new.
#[derive(Clone, Debug)]
pub struct Changes {
    /// Where the next changes begin.
    pub at: DateTime<Utc>,
    /// Leads that are new or were changed, the latest first.
    pub leads: Vec<LeadRecord>,
    /// Whether there were more.
    pub more: bool,
    /// The numbers of leads.
    pub counts: Counts,
    /// Mails that were not delivered.
    pub undelivered: Undelivered,
}

/// Parameters: the time; how many. Each part reads one index, from its end.
const CHANGED: &str = "
    (SELECT id FROM site_forms WHERE created_at > $1 ORDER BY created_at DESC LIMIT $2)
    UNION
    (SELECT id FROM site_forms WHERE changed_at > $1 ORDER BY changed_at DESC LIMIT $2)
    UNION
    (SELECT id FROM site_forms WHERE photos_at > $1 ORDER BY photos_at DESC LIMIT $2)";

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// The numbers of leads, at most [`MAX_COUNTED`] each.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Those that are due now.
    pub now: i64,
    /// Emergencies among them in which nobody was reached.
    pub emergencies: i64,
    /// Those that are due later.
    pub later: i64,
    /// Suspect ones that nobody has marked as spam.
    pub spam: i64,
}

/// Reads what is new since a time; without one, only the counts. Call it in a transaction.
pub async fn changes(
    connection: &mut AsyncPgConnection,
    since: Option<DateTime<Utc>>,
) -> QueryResult<Changes> {
    // Before the leads are read, so that a transaction that ends in between is not missed.
    let at = sql::<Timestamptz>(NEXT).get_result(connection).await?;
    let mut found = Vec::new();
    if let Some(since) = since {
        let most = i64::try_from(MAX_CHANGES).unwrap_or(i64::MAX);
        let changed: Vec<Found> = sql_query(CHANGED)
            .bind::<Timestamptz, _>(since)
            .bind::<BigInt, _>(most + 1)
            .load(connection)
            .await?;
        if !changed.is_empty() {
            let ids = changed.into_iter().map(|lead| lead.id).collect();
            found = lead_records::in_order(connection, ids, Extent::List).await?;
        }
    }
    found.sort_by_key(|lead| {
        let Position { at, id } = lead.position();
        Reverse((lead.changed_at.unwrap_or_default().max(at), id))
    });
    let more = found.len() > MAX_CHANGES;
    found.truncate(MAX_CHANGES);
    Ok(Changes {
        at,
        leads: found,
        more,
        counts: count(connection).await?,
        undelivered: count_undelivered(connection, &Kind::TO_OWNER).await?,
    })
}

async fn count(connection: &mut AsyncPgConnection) -> QueryResult<Counts> {
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
    Ok(Counts {
        now: (emergencies + others).min(MAX_COUNTED),
        emergencies,
        later,
        spam,
    })
}
