//! Leads as the desk changes them: their state is in columns of `site_forms`.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{now, sql},
    prelude::*,
    select, sql_query,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;
use validator_wasm::{Estimate, Lead};

pub use super::edit::{Change, Edit};
use crate::{
    database::{desk_status::Status, outbox_kind::Kind, schema::site_forms},
    leads::{
        audit::{self, Action},
        lead_records::{self, CLASS, Extent, HIDDEN, LeadRecord, Position, VISIBLE},
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

/// The outcome of a change.
#[derive(Clone, Debug)]
pub enum ChangeOutcome {
    /// The lead is as requested.
    Done(Box<LeadRecord>),
    /// It has another version: nothing was changed.
    Conflict(Box<LeadRecord>),
    /// There is no such lead.
    NotFound,
}

/// Changes a lead that still has this version. Call it in a transaction.
pub async fn change(
    connection: &mut AsyncPgConnection,
    who: &str,
    id: Uuid,
    version: i32,
    change: &Change,
) -> QueryResult<ChangeOutcome> {
    verdict::lock(connection, id).await?;
    // Of two concurrent changes, the second waits here for the first.
    let time: Option<DateTime<Utc>> = site_forms::table
        .find(id)
        .select(now.into_sql::<Timestamptz>())
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let lead = find(connection, id).await?;
    let Some((time, lead)) = time.zip(lead) else {
        return Ok(ChangeOutcome::NotFound);
    };
    if lead.version != version {
        return Ok(ChangeOutcome::Conflict(Box::new(lead)));
    }
    let old = &lead.state;
    let new = old.after(change, who, lead.lead.created_at, time);
    if new == *old {
        return Ok(ChangeOutcome::Done(Box::new(lead)));
    }
    sql_query(CHANGE)
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(&new.status)
        .bind::<Bool, _>(new.suspect)
        .bind::<Text, _>(&new.note)
        .bind::<Nullable<Timestamptz>, _>(new.answered_at)
        .bind::<Nullable<Timestamptz>, _>(new.next_at)
        .bind::<Array<Timestamptz>, _>(&new.calls)
        .bind::<Nullable<Text>, _>(&new.taken_by)
        .bind::<Nullable<Integer>, _>(new.quoted)
        .bind::<Nullable<Integer>, _>(new.won)
        .bind::<Nullable<Timestamptz>, _>(new.visit_at)
        .bind::<Nullable<Text>, _>(&new.visit_by)
        .bind::<Nullable<Text>, _>(&new.lost_reason)
        .execute(connection)
        .await?;
    let is_quiet = !lead.estimate.is_emergency();
    match change {
        Change::Customer => verdict::release(connection, id).await?,
        Change::Unsure => verdict::hold(connection, id, is_quiet).await?,
        _ if new.status == old.status => {}
        _ if new.status == Status::Spam.name() => verdict::stop(connection, id).await?,
        _ if old.status != Status::Spam.name() => {}
        _ if new.suspect => verdict::hold(connection, id, is_quiet).await?,
        _ => verdict::resume(connection, id).await?,
    }
    for entry in old.history(&new, change) {
        audit::record(connection, who, Some(id), entry).await?;
    }
    // Its mail may have another state now.
    let lead = find(connection, id).await?.map(Box::new);
    Ok(lead.map_or(ChangeOutcome::NotFound, ChangeOutcome::Done))
}

/// Parameters: the lead, and its new values.
const CHANGE: &str = "
    UPDATE site_forms SET
        status = $2, suspect = $3, note = $4, answered_at = $5, next_at = $6, calls = $7,
        taken_by = $8, quoted = $9, won = $10, visit_at = $11, visit_by = $12, lost_reason = $13,
        version = version + 1, changed_at = now()
    WHERE id = $1";

const ENTER: &str = "
    INSERT INTO site_forms (
        id, full_name, email, phone, message, site_name, service, urgency, address, details,
        emergency, next_at, status, calls, answered_at, source)
    VALUES (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'called', ARRAY[now()], now(), 'call')
    ON CONFLICT (id) DO NOTHING";

/// Saves a lead of somebody who called, without a mail. `estimate` is the form, as the row has it;
/// `next_at` is when the lead is due next. Returns whether its id is new. Call it in a transaction.
pub async fn enter(
    connection: &mut AsyncPgConnection,
    who: &str,
    id: Uuid,
    lead: &Lead,
    estimate: &Estimate,
    next_at: DateTime<Utc>,
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
        .bind::<Timestamptz, _>(next_at)
        .execute(connection)
        .await?;
    if inserted == 0 {
        return Ok(false);
    }
    audit::record(connection, who, Some(id), Action::Entered).await?;
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
#[derive(Clone, Debug, Queryable)]
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
            "next_at IS NOT NULL AND {VISIBLE} AND {CLASS} IN ({classes}) AND next_at {when} now()"
        ))
    };
    select((
        waiting("0, 1, 2, 3", "<="),
        waiting("1, 2", "<="),
        waiting("0, 1, 2, 3", ">"),
        at_most(&format!("{HIDDEN} AND status <> 'spam'")),
    ))
    .get_result(connection)
    .await
}
