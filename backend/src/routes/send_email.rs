//! `POST /api/send-email`: tells the owner of a lead that the browser has saved. The mail is safe in
//! the outbox when it is answered; it goes to the owner from there.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    api, body,
    error::Error,
    intake,
    mail::{NewMail, Words},
    openapi::{LEADS, failures, requests::IdempotencyKey},
    store::{
        Store,
        outbox::{self, Posting},
    },
    visitor::{Door, Recognition},
};

/// What a mail to the owner says.
#[derive(Deserialize, ToSchema)]
#[schema(as = OwnersMail)]
pub(crate) struct Content {
    /// One line. Line breaks become spaces, and what is over 250 characters is cut.
    #[serde(default)]
    #[schema(
        required,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "New estimate request: Jane Doe"
    )]
    subject: String,
    /// At most 1,000 tags. What runs or is loaded from elsewhere is taken out; something to read must
    /// be left.
    #[serde(default)]
    #[schema(
        required,
        pattern = r"\S",
        example = "<p>Jane Doe asks for <b>Tree Removal</b>.</p>"
    )]
    html: String,
}

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::post_only("/send-email", web::post().to(send)));
}

/// Tell the owner of an estimate request
///
/// For a browser that has saved the request itself. With the `Idempotency-Key` of the request it is
/// the request's mail; the owner hears of a request once, whatever is sent. Without, it is a mail of
/// its own. The mail is safe when it is answered, and goes to the owner from there.
#[utoipa::path(
    post,
    path = "/api/send-email",
    operation_id = "sendEmail",
    tag = LEADS,
    params(IdempotencyKey),
    request_body = Content,
    responses(
        (status = 200, description = "The mail is safe.", body = api::Success),
        failures::UnusableBody,
        failures::Flooded,
        failures::Fault,
    ),
)]
pub(crate) async fn send(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    new_mail: web::Data<NewMail>,
) -> Result<HttpResponse, api::Failure> {
    let key = intake::idempotency_key(&request)?;
    let content: Content = body::fields(&body::json(&request, payload).await?)?;
    let words = Words::new(&content.subject, &content.html)?;
    let limit = recognition.rate_limit(&request, Door::Mails);
    match outbox::post(&store, &words, key, &limit).await? {
        Posting::Queued => new_mail.announce(),
        Posting::Known => {}
        Posting::Flooded => return Err(Error::Flooded.into()),
    }
    Ok(api::Success::response())
}
