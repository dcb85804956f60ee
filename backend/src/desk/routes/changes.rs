//! `/api/desk/changes`: what is new.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    desk::{
        http::{DeskRequest, unreadable},
        lead::DeskLead,
        tables::leads::{self, DeskCounts},
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
pub(crate) struct DeskChanges {
    /// For the next request, `since`. It lies some seconds back, so that a lead comes several times:
    /// with the same `events` and `photos`, it is the same.
    at: DateTime<Utc>,
    /// Leads that are new or were changed, or have other photographs, the latest first; none without `since`.
    leads: Vec<DeskLead>,
    /// Whether there were more than 200: read the lists anew.
    more: bool,
    /// How much waits for the owner.
    counts: DeskCounts,
    /// When the session ends, if it is used no more.
    session_ends_at: DateTime<Utc>,
    /// The desk that this server has: the path of its main script. `null` if it has none.
    #[schema(example = "/desk/assets/main-1a2b3c4d.js")]
    version: Option<String>,
}

/// See what is new
#[utoipa::path(
    get,
    path = "/api/desk/changes",
    operation_id = "getDeskChanges",
    params(Since),
    responses((status = 200, description = "What is new.", body = DeskChanges)),
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
    let (at, leads, more, counts) = request
        .run(async |connection| leads::changes(connection, since).await)
        .await?;
    Ok(HttpResponse::Ok().json(DeskChanges {
        at,
        leads: leads.into_iter().map(DeskLead::from).collect(),
        more,
        counts,
        session_ends_at: request.session.ends_at,
        version: site.desk_script().map(str::to_owned),
    }))
}
