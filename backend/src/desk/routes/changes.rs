//! `/api/desk/changes`: what is new.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    desk::{
        http::{DeskRequest, unreadable},
        lead::DeskLead,
        tables::leads,
    },
    site::Site,
    web::error::RequestError,
};

/// Since when.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The `at` of the last answer.
    #[param(required = false, format = DateTime, example = "2026-11-22T15:00:00.000Z")]
    since: Option<String>,
}

/// What is new.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskChanges)]
pub(crate) struct Changes {
    /// For the next request, `since`. It lies some seconds back, so that a lead comes several times:
    /// with the same `events` and `photos`, it is the same.
    at: DateTime<Utc>,
    /// Leads that are new or were changed, or have other photographs, the latest first; none without `since`.
    leads: Vec<DeskLead>,
    /// Whether there were more than 200: read the lists anew.
    more: bool,
    /// How much waits for the owner.
    counts: Counts,
    /// When the session ends, if it is used no more.
    session_ends_at: DateTime<Utc>,
    /// The desk that this server has: the path of its main script. `null` if it has none.
    #[schema(required, example = "/desk/assets/main-1a2b3c4d.js")]
    version: Option<String>,
}

/// How much waits for the owner.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskCounts)]
pub(crate) struct Counts {
    /// Leads that need somebody now; the maximum also for more.
    #[schema(maximum = 1_000)]
    now: i64,
    /// Emergencies among them for which nobody was reached; the maximum also for more.
    #[schema(maximum = 1_000)]
    emergencies: i64,
    /// Leads that need somebody later; the maximum also for more.
    #[schema(maximum = 1_000)]
    later: i64,
    /// Suspect leads that are not marked as spam; the maximum also for more.
    #[schema(maximum = 1_000)]
    spam: i64,
    /// Mails that were given up or whose last attempt failed.
    undelivered: usize,
}

/// See what is new
#[utoipa::path(
    get,
    path = "/api/desk/changes",
    operation_id = "getDeskChanges",
    params(Since),
    responses((status = 200, description = "What is new.", body = Changes)),
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
    let changes = request
        .store
        .run(async |connection| leads::changes(connection, since).await)
        .await?;
    Ok(HttpResponse::Ok().json(Changes {
        at: changes.at,
        leads: changes.leads.into_iter().map(DeskLead::from).collect(),
        more: changes.more,
        counts: Counts {
            now: changes.counts.now,
            emergencies: changes.counts.emergencies,
            later: changes.counts.later,
            spam: changes.counts.spam,
            undelivered: changes.undelivered.dead + changes.undelivered.failing,
        },
        session_ends_at: request.session.ends_at,
        version: site.desk_script().map(str::to_owned),
    }))
}
