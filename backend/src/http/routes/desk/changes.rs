//! `/api/desk/changes`: what is new.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    desk::lead::{DeskLead, iso_8601},
    http::{
        desk::{self, DeskError, SignedIn, unreadable},
        methods::get_only,
        openapi::{DESK, failures},
    },
    store::{Store, desk::leads},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(get_only("/changes", || web::to(read)));
}

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
#[schema(as = DeskChanges)]
pub(crate) struct Changes {
    /// For the next request, `since`. It lies some seconds back, so that a lead comes several times:
    /// with the same `version`, it is the same.
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// Leads that are new or were changed, the latest first; none without `since`.
    leads: Vec<DeskLead>,
    /// Whether there were more than 200: read the lists anew.
    more: bool,
    /// How much waits for the owner.
    counts: Counts,
}

/// How much waits for the owner.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskCounts)]
pub(crate) struct Counts {
    /// Leads that are not answered; the maximum also for more.
    #[schema(maximum = 1_000)]
    open: i64,
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
    tag = DESK,
    security(("desk" = [])),
    params(Since),
    responses(
        (status = 200, description = "What is new.", body = Changes),
        failures::BadParameter,
        failures::SignedOut,
        failures::Fault,
    ),
)]
pub(crate) async fn read(
    request: HttpRequest,
    _: SignedIn,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let Since { since } = desk::query(&request)?;
    let since = since
        .map(|since| DateTime::parse_from_rfc3339(&since))
        .transpose()
        .map_err(|_| unreadable())?
        .map(|since| since.to_utc());
    let changes = store
        .run(async |connection| leads::changes(connection, since).await)
        .await?;
    Ok(HttpResponse::Ok().json(Changes {
        at: changes.at,
        leads: changes.leads.into_iter().map(DeskLead::from).collect(),
        more: changes.more,
        counts: Counts {
            open: changes.open,
            spam: changes.spam,
            undelivered: changes.undelivered.dead + changes.undelivered.failing,
        },
    }))
}
