//! `POST /api/send-email`: confirms the owner's email about a lead that the browser has saved. The
//! server composes that email, which has been in the outbox since the lead was saved. A text that
//! belongs to no lead is kept for the next digest.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    database::Store,
    forms::{description::IdempotencyKey, lead_service::idempotency_key},
    outbox::{
        mail::{html_text::html_text, message::one_line},
        notes::{self, Note},
    },
    visitors::{RateLimitScope, RequestCounts, VisitorIdentifier},
    web::{api::Success, body, description::LEADS, error::RequestError, limits::MAX_BODY_BYTES},
};

/// A text for the owner.
#[derive(Deserialize, ToSchema)]
#[schema(as = OwnersMail)]
pub(crate) struct Content {
    /// The subject, in one line. Line breaks become spaces, and it is cut after 250 characters.
    #[serde(default)]
    #[schema(
        required,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "New estimate request: Jane Doe"
    )]
    subject: String,
    /// The body. Only its text is kept: at most 4,000 characters, from the first 32,768 bytes.
    #[serde(default)]
    #[schema(
        required,
        pattern = r"\S",
        example = "<p>Jane Doe asks for <b>Tree Removal</b>.</p>"
    )]
    html: String,
}

impl Content {
    fn note(&self) -> Result<Note, RequestError> {
        let blank = |what| Err(RequestError::malformed(format!("The {what} is empty.")));
        let subject = one_line(&self.subject);
        if subject.is_empty() {
            return blank("subject");
        }
        let text = html_text(&self.html);
        if text.is_empty() {
            return blank("html");
        }
        Ok(Note { subject, text })
    }
}

/// Confirm the owner's email about an estimate request
///
/// For a browser that has saved the request itself. With the `Idempotency-Key` of the request, it
/// confirms that the request's email is on its way. The server composes that email, whatever is
/// sent here. Without the key, the text is kept for the owner's next digest, as plain text.
#[utoipa::path(
    post,
    path = "/api/send-email",
    operation_id = "sendEmail",
    tag = LEADS,
    params(IdempotencyKey),
    request_body = Content,
    responses(
        (status = 200, description = "The email or the text is saved.", body = Success),
    ),
)]
pub(crate) async fn send(
    request: HttpRequest,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    store: web::Data<Store>,
    counts: web::Data<RequestCounts>,
) -> Result<HttpResponse, RequestError> {
    let key = idempotency_key(&request)?;
    let content: Content = body::object(&request, payload.into_inner(), MAX_BODY_BYTES).await?;
    let limit = visitors.rate_limit(&request, RateLimitScope::Mails);
    if let Some(key) = key
        && notes::is_known(&store, key).await?
    {
        return Ok(Success::response());
    }
    if !counts.admit(&limit, 1) {
        return Err(RequestError::rate_limited());
    }
    notes::enqueue(&store, key, &content.note()?).await?;
    Ok(Success::response())
}
