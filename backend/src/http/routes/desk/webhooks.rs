//! `/api/desk/webhooks`: the announcements of leads to another program.

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::mails::{DeliveryState, Nothing, send_again};
use crate::{
    http::{
        api::Success,
        desk::{DeskError, DeskRequest},
    },
    store::{
        iso_8601::iso_8601,
        outbox::{
            entries::{self, OutboxEntry},
            retry::Retry,
        },
    },
};

/// Webhooks.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskWebhooks)]
pub(crate) struct Webhooks {
    /// The webhooks, the newest first.
    #[schema(max_items = 50)]
    webhooks: Vec<Webhook>,
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
    created_at: DateTime<Utc>,
    /// What became of it.
    state: DeliveryState,
    /// When it is tried, if it is waiting.
    #[serde(serialize_with = "iso_8601")]
    due_at: DateTime<Utc>,
    /// How often it was tried, since it was last sent again.
    attempts: i32,
    /// When the last attempt ended.
    #[serde(serialize_with = "iso_8601")]
    #[schema(required)]
    attempted_at: Option<DateTime<Utc>>,
    /// The status (HTTP) that the last attempt was answered with. `null` without an answer.
    #[schema(required)]
    status: Option<i16>,
    /// Why the last attempt failed.
    #[schema(required)]
    failure: Option<String>,
}

impl From<OutboxEntry> for Webhook {
    fn from(webhook: OutboxEntry) -> Self {
        Self {
            id: webhook.id,
            lead_id: webhook.lead_id,
            name: webhook.caller().map(|(name, _)| name),
            created_at: webhook.created_at,
            state: webhook.state.into(),
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
    responses((status = 200, description = "The webhooks.", body = Webhooks)),
)]
pub(crate) async fn list(request: DeskRequest) -> Result<HttpResponse, DeskError> {
    let webhooks = request.store.run(entries::newest_webhooks).await?;
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
    params(("id" = Uuid, Path, description = "The webhook's id.")),
    request_body = Nothing,
    responses((status = 200, description = "The webhook is due now.", body = Success)),
)]
pub(crate) async fn replay(mut request: DeskRequest) -> Result<HttpResponse, DeskError> {
    let id = request.id("id")?;
    let Nothing {} = request.fields().await?;
    send_again(&request, &Retry::Webhook(id)).await
}
