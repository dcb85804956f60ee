//! `/api/desk/changes`: new and changed leads.

use std::cmp::Reverse;

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use diesel::{
    QueryResult,
    dsl::sql,
    select, sql_query,
    sql_types::{BigInt, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    desk::{
        http::{DeskRequest, unreadable},
        lead::DeskLead,
        routes::leads::shown,
    },
    leads::lead_records::{self, CLASS, Extent, LeadRecord, Position, VISIBLE},
    message_kind::{Kind, MessageState},
    outbox::entries::count_undelivered,
    site::Site,
    web::error::RequestError,
};

/// The start of the next changes. It is no later than the start of the oldest writing transaction,
/// because a lead has the time at which its transaction began, and becomes visible when the
/// transaction ends. Postgres shows the transactions of the same role, which all backend processes
/// use. A transaction that has written nothing yet is younger than ten seconds.
const NEXT: &str = "
    SELECT least(now() - interval '10 s', min(xact_start) - interval '1 ms')
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL";

const MAX_CHANGES: usize = 200;

/// The highest count, so that counting has a constant cost.
const MAX_COUNTED: i64 = 1_000;

/// The start of the changes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The `at` of the last response.
    #[param(required = false, format = DateTime, example = "2026-11-22T15:00:00.000Z")]
    since: Option<String>,
}

/// The changes since a time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskChanges {
    /// The `since` of the next request. It is some seconds in the past, so a lead can be returned
    /// several times. A lead with the same `events` and `photos` is unchanged.
    at: DateTime<Utc>,
    /// New or changed leads and leads with other photos, the latest first; empty without `since`.
    leads: Vec<DeskLead>,
    /// Whether there were more than 200. If so, reload the lists.
    more: bool,
    counts: DeskCounts,
    /// The time at which the session ends unless it is used again.
    session_ends_at: DateTime<Utc>,
    /// How long to wait before the next request, in milliseconds.
    #[schema(example = 1_500)]
    interval_ms: u32,
    /// The version of the desk on this server: the path of its main script. `null` if there is none.
    #[schema(example = "/desk/assets/main-1a2b3c4d.js")]
    version: Option<String>,
}

/// The numbers of leads and emails that need attention. Lead counts stop at 1,000.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskCounts {
    /// Leads that are due now.
    #[schema(maximum = 1_000)]
    now: i64,
    /// Due emergencies in which nobody was reached yet.
    #[schema(maximum = 1_000)]
    emergencies: i64,
    /// Leads that are due later.
    #[schema(maximum = 1_000)]
    later: i64,
    /// Suspect leads that nobody has marked as spam.
    #[schema(maximum = 1_000)]
    spam: i64,
    /// Emails that failed for good or whose last attempt failed.
    undelivered: usize,
}

/// See the changes since a time
#[utoipa::path(
    get,
    path = "/api/desk/changes",
    operation_id = "getDeskChanges",
    params(Since),
    responses((status = 200, description = "The changes.", body = DeskChanges)),
)]
pub(crate) async fn read(
    request: DeskRequest,
    site: web::Data<Site>,
) -> Result<HttpResponse, RequestError> {
    let Since { since } = request.query()?;
    let since = since
        .map(|since| DateTime::parse_from_rfc3339(&since))
        .transpose()
        .map_err(|_| unreadable())?
        .map(|since| since.to_utc());
    let (at, mut found, counts) = request
        .run(async |connection| {
            // Runs before the leads are read, so that a transaction that ends in between is not missed.
            let at = sql::<Timestamptz>(NEXT).get_result(connection).await?;
            let found = match since {
                Some(since) => changed(connection, since).await?,
                None => Vec::new(),
            };
            Ok((at, found, count(connection).await?))
        })
        .await?;
    found.sort_by_key(|lead| {
        let Position { at, id } = lead.position();
        Reverse((lead.changed_at.unwrap_or_default().max(at), id))
    });
    let more = found.len() > MAX_CHANGES;
    found.truncate(MAX_CHANGES);
    Ok(HttpResponse::Ok().json(DeskChanges {
        at,
        leads: shown(&request, found),
        more,
        counts,
        session_ends_at: request.session.ends_at,
        interval_ms: request.desk.people.changes_interval_ms,
        version: site.desk_script().map(str::to_owned),
    }))
}

/// Returns the leads that are new or were changed since a time, in no order. Each part of the query reads one
/// index from its end.
async fn changed(
    connection: &mut AsyncPgConnection,
    since: DateTime<Utc>,
) -> QueryResult<Vec<LeadRecord>> {
    let parts = ["created_at", "changed_at", "photos_at"].map(|time| {
        format!(
            "(SELECT id, created_at AS at FROM site_forms WHERE {time} > $1 ORDER BY {time} DESC LIMIT $2)"
        )
    });
    let most = i64::try_from(MAX_CHANGES).unwrap_or(i64::MAX);
    let changed: Vec<Position> = sql_query(parts.join(" UNION "))
        .bind::<Timestamptz, _>(since)
        .bind::<BigInt, _>(most + 1)
        .load(connection)
        .await?;
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let ids = changed.iter().map(|lead| lead.id).collect();
    let leads = lead_records::by_id(connection, ids, Extent::List).await?;
    Ok(leads.into_values().collect())
}

async fn count(connection: &mut AsyncPgConnection) -> QueryResult<DeskCounts> {
    lead_records::plan_list(connection).await?;
    let at_most = |condition: &str| {
        sql::<BigInt>(&format!(
            "(SELECT count(*) FROM (
                SELECT FROM site_forms WHERE {condition} LIMIT {MAX_COUNTED}) AS lead)"
        ))
    };
    // The named classes let Postgres use the index.
    let waiting = |classes: &str, when: &str| {
        at_most(&format!(
            "next_at IS NOT NULL AND {VISIBLE} AND {CLASS} IN ({classes}) {when}"
        ))
    };
    let counts: (i64, i64, i64, i64) = select((
        waiting("0, 2, 3", "AND next_at <= now()"),
        waiting("1", ""),
        waiting("0, 2, 3", "AND next_at > now()"),
        at_most(&format!("NOT ({VISIBLE}) AND status <> 'spam'")),
    ))
    .get_result(connection)
    .await?;
    let (others, emergencies, later, spam) = counts;
    let kinds = Kind::lasting_mails();
    let dead = count_undelivered(connection, &kinds, MessageState::Dead).await?;
    let failing = count_undelivered(connection, &kinds, MessageState::Pending).await?;
    Ok(DeskCounts {
        now: (emergencies + others).min(MAX_COUNTED),
        emergencies,
        later,
        spam,
        undelivered: dead + failing,
    })
}
