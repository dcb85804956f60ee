//! `/api/desk/webhooks`: the announcements of leads to another program.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::mails::Nothing;
use crate::{
    desk::{
        Desk,
        lead::{iso_8601, optional_iso_8601},
    },
    http::{
        api::Success,
        desk::{self, DeskError, SignedIn},
        error::RequestError,
        methods::{get_only, post_only},
        openapi::{DESK, failures},
    },
    store::{
        Store,
        desk_audit::{self, Action},
        outbox::{
            lease::Channel,
            undelivered::{self, Retry},
            webhooks::{self, WebhookRecord},
        },
    },
};

/// The paths.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(get_only("/webhooks", || web::to(list)))
        .service(post_only("/webhooks/{id}/replay", web::post().to(replay)));
}

/// How many are listed.
const LISTED: i64 = 50;

/// Webhooks.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskWebhooks)]
pub(crate) struct Webhooks {
    /// The webhooks, the newest first.
    #[schema(max_items = 50)]
    webhooks: Vec<Webhook>,
}

/// What became of a webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskWebhookState)]
pub(crate) enum State {
    /// It is sent at `dueAt`, or being sent.
    Waiting,
    /// Its receiver took it.
    Sent,
    /// It was given up.
    Failed,
    /// Its lead was marked as spam before it was sent.
    Stopped,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskWebhook)]
pub(crate) struct Webhook {
    /// Its id, which the receiver knows as `webhook-id`.
    id: Uuid,
    /// The lead that it announces.
    #[schema(required)]
    lead_id: Option<Uuid>,
    /// The lead's name, as the visitor typed it. `null` if the lead was erased.
    #[schema(required)]
    name: Option<String>,
    /// When it was put into the outbox.
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
    /// What became of it.
    state: State,
    /// When it is tried, if it is waiting.
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    due_at: DateTime<Utc>,
    /// How often it was tried, since it was last sent again.
    attempts: i32,
    /// When the last attempt ended.
    #[serde(serialize_with = "optional_iso_8601")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    attempted_at: Option<DateTime<Utc>>,
    /// The status (HTTP) that the last attempt was answered with. `null` without an answer.
    #[schema(required)]
    status: Option<i16>,
    /// Why the last attempt failed.
    #[schema(required)]
    failure: Option<String>,
}

impl From<WebhookRecord> for Webhook {
    fn from(webhook: WebhookRecord) -> Self {
        Self {
            id: webhook.id,
            lead_id: webhook.lead_id,
            name: webhook.name,
            created_at: webhook.created_at,
            state: match &*webhook.state {
                "sent" => State::Sent,
                "dead" => State::Failed,
                "stopped" => State::Stopped,
                _ => State::Waiting,
            },
            due_at: webhook.due_at,
            attempts: webhook.attempts,
            attempted_at: webhook.attempted_at,
            status: webhook.http_status,
            failure: webhook.failure,
        }
    }
}

/// List the latest webhooks
///
/// Empty where no `WEBHOOK_URL` was ever set.
#[utoipa::path(
    get,
    path = "/api/desk/webhooks",
    operation_id = "listDeskWebhooks",
    tag = DESK,
    security(("desk" = [])),
    responses(
        (status = 200, description = "The webhooks.", body = Webhooks),
        failures::SignedOut,
        failures::Fault,
    ),
)]
pub(crate) async fn list(_: SignedIn, store: web::Data<Store>) -> Result<HttpResponse, DeskError> {
    let webhooks = store
        .run(async |connection| webhooks::newest(connection, LISTED).await)
        .await?;
    Ok(HttpResponse::Ok().json(Webhooks {
        webhooks: webhooks.into_iter().map(Webhook::from).collect(),
    }))
}

/// Send a webhook again
///
/// Also one that was sent. It has the same `webhook-id`.
#[utoipa::path(
    post,
    path = "/api/desk/webhooks/{id}/replay",
    operation_id = "replayDeskWebhook",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The webhook's id.")),
    request_body = Nothing,
    responses(
        (status = 200, description = "The webhook is due now.", body = Success),
        failures::UnusableBody,
        failures::SignedOut,
        failures::Foreign,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn replay(
    request: HttpRequest,
    id: web::Path<String>,
    SignedIn(session): SignedIn,
    payload: web::Payload,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let Nothing {} = desk::fields(&request, payload).await?;
    let retried = store
        .run(async |connection| {
            let retried = undelivered::retry(connection, &Retry::Webhook(id)).await?;
            if retried > 0 {
                let lead = webhooks::lead_of(connection, id).await?;
                let who = &session.address;
                desk_audit::record(connection, who, lead, Action::WebhookReplay).await?;
            }
            Ok(retried)
        })
        .await?;
    if retried == 0 {
        return Err(RequestError::NotFound.into());
    }
    desk.notifier.notify(Channel::Webhooks);
    Ok(Success::response())
}
