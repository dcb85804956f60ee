//! Leads as the desk changes them: their state is in columns of `site_forms`.

use std::{cmp::Reverse, time::Duration};

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, IntoSql, OptionalExtension, QueryDsl, QueryResult, QueryableByName,
    dsl::{now, sql},
    select, sql_query,
    sql_types::{BigInt, Nullable, Timestamptz, Uuid as SqlUuid},
    update,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    audit::{self, Action},
    status::Status,
};
use crate::store::{
    interval::{interval, timestamptz_mi_interval},
    lead_records::{self, Folder, LeadRecord, Position, Selection},
    outbox::{
        entries::{Undelivered, count_undelivered},
        kind::Kind,
        verdict,
    },
    schema::site_forms,
};

/// Reads the leads with these ids, the newest first.
async fn with_ids(
    connection: &mut AsyncPgConnection,
    ids: Vec<Uuid>,
) -> QueryResult<Vec<LeadRecord>> {
    let selection = Selection {
        ids: Some(ids),
        ..Selection::default()
    };
    lead_records::read(connection, &selection, None, i64::MAX).await
}

/// Reads a lead.
///
/// # Errors
/// When the query fails.
pub async fn find(connection: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<LeadRecord>> {
    Ok(with_ids(connection, vec![id]).await?.pop())
}

/// What is to become of a lead.
#[derive(Clone, Debug)]
pub enum Change {
    /// Another status, another note, or both.
    Edit {
        /// The status, if it is to be set.
        status: Option<Status>,
        /// The note, if it is to be set.
        note: Option<String>,
    },
    /// It is a customer's.
    Customer,
    /// It is spam.
    Spam,
}

/// The outcome of a change.
#[derive(Clone, Debug)]
pub enum ChangeOutcome {
    /// The lead is as it was asked to be.
    Done(Box<LeadRecord>),
    /// It has another version: nothing was changed.
    Conflict(Box<LeadRecord>),
    /// There is no such lead.
    NotFound,
}

/// Changes a lead that still has this version. Call it in a transaction.
///
/// # Errors
/// When a query fails.
pub async fn change(
    connection: &mut AsyncPgConnection,
    who: &str,
    id: Uuid,
    version: i32,
    change: &Change,
) -> QueryResult<ChangeOutcome> {
    // Of two changes at the same time, the second waits here for the first.
    let locked: Option<Uuid> = site_forms::table
        .find(id)
        .select(site_forms::id)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let Some(lead) = (match locked {
        Some(id) => find(connection, id).await?,
        None => None,
    }) else {
        return Ok(ChangeOutcome::NotFound);
    };
    if lead.version != version {
        return Ok(ChangeOutcome::Conflict(Box::new(lead)));
    }
    let old = lead.status.parse().unwrap_or(Status::New);
    let (status, suspect, note) = match change {
        Change::Edit { status, note } => (
            status.unwrap_or(old),
            lead.suspect,
            note.as_ref().unwrap_or(&lead.note),
        ),
        Change::Customer => (Status::New, false, &lead.note),
        Change::Spam => (Status::Spam, lead.suspect, &lead.note),
    };
    if status == old && suspect == lead.suspect && *note == lead.note {
        return Ok(ChangeOutcome::Done(Box::new(lead)));
    }
    let answered_at = sql::<Nullable<Timestamptz>>(if status.folder() == Folder::Answered {
        "coalesce(answered_at, now())"
    } else {
        "NULL"
    });
    update(site_forms::table.find(id))
        .set((
            site_forms::status.eq(status.name()),
            site_forms::suspect.eq(suspect),
            site_forms::note.eq(note),
            site_forms::version.eq(version.wrapping_add(1)),
            site_forms::answered_at.eq(answered_at),
            site_forms::changed_at.eq(now.into_sql::<Nullable<Timestamptz>>()),
        ))
        .execute(connection)
        .await?;
    let verdict = match change {
        Change::Customer => {
            verdict::release(connection, id).await?;
            Some(Action::Customer { old })
        }
        _ if status == Status::Spam && old != Status::Spam => {
            verdict::stop(connection, id).await?;
            Some(Action::Spam { old })
        }
        _ if old == Status::Spam && status != old => {
            verdict::resume(connection, id).await?;
            Some(Action::Status { old, new: status })
        }
        _ => (status != old).then_some(Action::Status { old, new: status }),
    };
    let noted = (*note != lead.note).then_some(Action::Note);
    for action in verdict.into_iter().chain(noted) {
        audit::record(connection, who, Some(id), action).await?;
    }
    Ok(find(connection, id)
        .await?
        .map_or(ChangeOutcome::NotFound, |lead| {
            ChangeOutcome::Done(Box::new(lead))
        }))
}

/// How far back [`changes`] begins. A lead has the time at which its transaction began, and can be read
/// when that has ended: a transaction may take this long, and no reader misses its lead. Leads that were
/// changed within this time are read several times.
const OVERLAP: Duration = Duration::from_secs(10);

/// The most leads of one answer.
const MAX_CHANGES: usize = 200;

/// The most leads that are counted, so that counting costs the same however many there are.
pub const MAX_COUNTED: i64 = 1_000;

/// What is new.
#[derive(Clone, Debug)]
pub struct Changes {
    /// From where to go on.
    pub at: DateTime<Utc>,
    /// Leads that are new or were changed, the latest first.
    pub leads: Vec<LeadRecord>,
    /// Whether there were more.
    pub more: bool,
    /// Open leads; at most [`MAX_COUNTED`].
    pub open: i64,
    /// Suspect leads that nobody has marked as spam; at most [`MAX_COUNTED`].
    pub spam: i64,
    /// Mails that were not delivered.
    pub undelivered: Undelivered,
}

/// Parameters: the time; how many. Each part reads one index, from its end.
const CHANGED: &str = "
    (SELECT id FROM site_forms WHERE created_at > $1 ORDER BY created_at DESC LIMIT $2)
    UNION
    (SELECT id FROM site_forms WHERE changed_at > $1 ORDER BY changed_at DESC LIMIT $2)";

/// Parameter: how many at most.
const COUNTS: &str = "
    SELECT
        (SELECT count(*) FROM (
            SELECT FROM site_forms WHERE status = 'new' AND NOT suspect LIMIT $1) AS lead) AS open,
        (SELECT count(*) FROM (
            SELECT FROM site_forms WHERE suspect AND status <> 'spam' LIMIT $1) AS lead) AS spam";

#[derive(QueryableByName)]
struct Changed {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    open: i64,
    #[diesel(sql_type = BigInt)]
    spam: i64,
}

/// Reads what is new since a time; without one, the counts alone.
///
/// # Errors
/// When a query fails.
pub async fn changes(
    connection: &mut AsyncPgConnection,
    since: Option<DateTime<Utc>>,
) -> QueryResult<Changes> {
    let at = select(timestamptz_mi_interval(now, interval(OVERLAP)))
        .get_result(connection)
        .await?;
    let mut found = Vec::new();
    if let Some(since) = since {
        let most = i64::try_from(MAX_CHANGES).unwrap_or(i64::MAX);
        let changed: Vec<Changed> = sql_query(CHANGED)
            .bind::<Timestamptz, _>(since)
            .bind::<BigInt, _>(most + 1)
            .load(connection)
            .await?;
        let ids: Vec<Uuid> = changed.into_iter().map(|lead| lead.id).collect();
        if !ids.is_empty() {
            found = with_ids(connection, ids).await?;
        }
    }
    found.sort_by_key(|lead| {
        let Position { created_at, id } = lead.position();
        Reverse((lead.changed_at.unwrap_or_default().max(created_at), id))
    });
    let more = found.len() > MAX_CHANGES;
    found.truncate(MAX_CHANGES);
    let counts: Counts = sql_query(COUNTS)
        .bind::<BigInt, _>(MAX_COUNTED)
        .get_result(connection)
        .await?;
    Ok(Changes {
        at,
        leads: found,
        more,
        open: counts.open,
        spam: counts.spam,
        undelivered: count_undelivered(connection, &Kind::TO_OWNER).await?,
    })
}
