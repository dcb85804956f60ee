//! `/api/desk/mails`, `/api/desk/webhooks`: undelivered emails, and the webhooks that announce leads.

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    desk::{http::DeskRequest, lead::DeskDeliveryState},
    message_kind::Channel,
    outbox::{
        entries::{self, OutboxEntry},
        send_again::{SendAgain, send_again},
    },
    web::{api::Success, error::RequestError, transaction::transaction},
};

/// Emails that were not delivered.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskMails {
    /// The emails, the newest first; at most 200.
    mails: Vec<DeskDelivery>,
}

/// An email or a webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskDelivery {
    /// The message's id. A webhook's receiver knows it as `webhook-id`.
    id: Uuid,
    /// The id of the message's lead. `null` if it has none, or the lead was erased.
    lead_id: Option<Uuid>,
    /// The lead's name, as the visitor typed it. `null` if there is no lead.
    name: Option<String>,
    /// The subject of the message. It may contain a visitor's words.
    about: String,
    created_at: DateTime<Utc>,
    state: DeskDeliveryState,
    /// The time of the next attempt, if the message is waiting.
    due_at: DateTime<Utc>,
    /// The number of attempts since the message was last sent again.
    attempts: i32,
    /// The HTTP status of a webhook's last attempt. `null` without a response.
    status: Option<i16>,
    /// The reason the last attempt failed.
    failure: Option<String>,
}

impl From<OutboxEntry> for DeskDelivery {
    fn from(entry: OutboxEntry) -> Self {
        let caller = entry.caller();
        Self {
            id: entry.id,
            lead_id: caller.is_some().then(|| entry.lead_id.unwrap_or(entry.id)),
            about: match &caller {
                Some((name, phone)) => format!("{name}, {phone}"),
                None => entry.title().to_owned(),
            },
            name: caller.map(|(name, _)| name),
            created_at: entry.created_at,
            state: entry.state.into(),
            due_at: entry.due_at,
            attempts: entry.attempts,
            status: entry.http_status,
            failure: entry.failure,
        }
    }
}

/// List the undelivered emails
#[utoipa::path(
    get,
    path = "/api/desk/mails",
    operation_id = "listDeskMails",
    responses((status = 200, description = "The emails.", body = DeskMails)),
)]
pub(crate) async fn list_mails(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let mails = request.run(entries::newest_undelivered).await?;
    Ok(HttpResponse::Ok().json(DeskMails {
        mails: mails.into_iter().map(DeskDelivery::from).collect(),
    }))
}

/// Send an email again
#[utoipa::path(
    post,
    path = "/api/desk/mails/{id}/retry",
    operation_id = "retryDeskMail",
    params(("id" = Uuid, Path, description = "The email's id.")),
    responses((status = 200, description = "The email is due now.", body = Success)),
)]
pub(crate) async fn retry_mail(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    make_due(request, SendAgain::Mail, Channel::Mails).await
}

/// Webhooks.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskWebhooks {
    /// The webhooks, the newest first.
    #[schema(max_items = 50)]
    webhooks: Vec<DeskDelivery>,
}

/// List the latest webhooks
///
/// Empty if no `WEBHOOK_URL` was ever set.
#[utoipa::path(
    get,
    path = "/api/desk/webhooks",
    operation_id = "listDeskWebhooks",
    responses((status = 200, description = "The webhooks.", body = DeskWebhooks)),
)]
pub(crate) async fn list_webhooks(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let webhooks = request.run(entries::newest_webhooks).await?;
    Ok(HttpResponse::Ok().json(DeskWebhooks {
        webhooks: webhooks.into_iter().map(DeskDelivery::from).collect(),
    }))
}

/// Send a webhook again
///
/// A webhook that was delivered can be sent again, too. It keeps its `webhook-id`.
#[utoipa::path(
    post,
    path = "/api/desk/webhooks/{id}/replay",
    operation_id = "replayDeskWebhook",
    params(("id" = Uuid, Path, description = "The webhook's id.")),
    responses((status = 200, description = "The webhook is due now.", body = Success)),
)]
pub(crate) async fn replay_webhook(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    make_due(request, SendAgain::Webhook, Channel::Webhooks).await
}

/// Makes the email or webhook in the path due now, and records who requested it.
async fn make_due(
    request: DeskRequest,
    which: fn(Uuid) -> SendAgain,
    channel: Channel,
) -> Result<HttpResponse, RequestError> {
    let which = which(request.id("id")?);
    let who = &request.session.address;
    transaction(&request.store, async |connection| {
        if send_again(connection, &which, who).await? == 0 {
            return Err(RequestError::not_found().into());
        }
        Ok(())
    })
    .await?;
    request.desk.notifier.notify(channel);
    Ok(Success::response())
}
