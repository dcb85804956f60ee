//! `/api/desk/mails`: mails that were not delivered.

use actix_web::HttpResponse;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        api::Success,
        desk::{DeskError, DeskRequest},
        error::RequestError,
    },
    store::{
        desk::audit::{self, Action},
        iso_8601::iso_8601,
        outbox::{
            entries::{self, OutboxEntry},
            kind::{Channel, State},
            retry::{Retry, retry as make_due},
        },
    },
};

/// Mails that were not delivered.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskMails)]
pub(crate) struct Mails {
    /// The mails, the newest first; at most 200.
    mails: Vec<UndeliveredMail>,
}

/// What became of a mail or a webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskDeliveryState)]
pub(crate) enum DeliveryState {
    /// It is sent at `dueAt`, or being sent.
    Waiting,
    /// Its receiver took it.
    Sent,
    /// It was given up.
    Failed,
    /// Its lead was marked as spam before it was sent.
    Stopped,
}

impl From<State> for DeliveryState {
    fn from(state: State) -> Self {
        match state {
            State::Pending | State::Quarantined | State::InDigest => Self::Waiting,
            State::Sent => Self::Sent,
            State::Dead => Self::Failed,
            State::Stopped => Self::Stopped,
        }
    }
}

/// A mail that was not delivered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskMail)]
pub(crate) struct UndeliveredMail {
    /// Its id.
    id: Uuid,
    /// When it was put into the outbox.
    #[serde(serialize_with = "iso_8601")]
    created_at: DateTime<Utc>,
    /// When it is tried again, if it is.
    #[serde(serialize_with = "iso_8601")]
    due_at: DateTime<Utc>,
    /// Whether it is still tried: `waiting` or `failed`.
    state: DeliveryState,
    /// How often it was tried.
    attempts: i32,
    /// Why the last attempt failed.
    #[schema(required)]
    failure: Option<String>,
    /// Whom or what it is about. It may hold a visitor's words.
    about: String,
    /// The lead that it is about, if it is about one.
    #[schema(required)]
    lead_id: Option<Uuid>,
}

impl From<OutboxEntry> for UndeliveredMail {
    fn from(mail: OutboxEntry) -> Self {
        let caller = mail.caller();
        Self {
            id: mail.id,
            created_at: mail.created_at,
            due_at: mail.due_at,
            state: mail.state.into(),
            attempts: mail.attempts,
            failure: mail.failure,
            lead_id: caller.is_some().then(|| mail.lead_id.unwrap_or(mail.id)),
            about: match (caller, mail.subject) {
                (Some((name, phone)), _) => format!("{name}, {phone}"),
                (None, Some(subject)) => subject,
                (None, None) => "Several requests in one mail".to_owned(),
            },
        }
    }
}

/// List the mails that were not delivered
#[utoipa::path(
    get,
    path = "/api/desk/mails",
    operation_id = "listDeskMails",
    responses((status = 200, description = "The mails.", body = Mails)),
)]
pub(crate) async fn list(request: DeskRequest) -> Result<HttpResponse, DeskError> {
    let mails = request.store.run(entries::newest_undelivered).await?;
    Ok(HttpResponse::Ok().json(Mails {
        mails: mails.into_iter().map(UndeliveredMail::from).collect(),
    }))
}

/// Nothing is asked but that it be done.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({}))]
pub(crate) struct Nothing {}

/// Send a mail again
#[utoipa::path(
    post,
    path = "/api/desk/mails/{id}/retry",
    operation_id = "retryDeskMail",
    params(("id" = Uuid, Path, description = "The mail's id.")),
    request_body = Nothing,
    responses((status = 200, description = "The mail is due now.", body = Success)),
)]
pub(crate) async fn retry(mut request: DeskRequest) -> Result<HttpResponse, DeskError> {
    let id = request.id("id")?;
    let Nothing {} = request.fields().await?;
    send_again(&request, &Retry::Mail(id)).await
}

/// Makes a mail or a webhook due now, and records who did.
pub(super) async fn send_again(
    request: &DeskRequest,
    which: &Retry,
) -> Result<HttpResponse, DeskError> {
    let (action, channel) = match which {
        Retry::Webhook(_) => (Action::WebhookReplay, Channel::Webhooks),
        _ => (Action::MailRetry, Channel::Mails),
    };
    let who = &request.session.address;
    let leads = request
        .store
        .run(async |connection| {
            let leads = make_due(connection, which).await?;
            for &lead in &leads {
                audit::record(connection, who, Some(lead), action).await?;
            }
            Ok(leads)
        })
        .await?;
    if leads.is_empty() {
        return Err(RequestError::NotFound.into());
    }
    request.desk.notifier.notify(channel);
    Ok(Success::response())
}
