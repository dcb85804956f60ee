//! `POST /api/send-email`: tells the owner of a lead that the browser has saved. The mail is safe in
//! the outbox when it is answered; it goes to the owner from there.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::json;

use crate::{
    api, body,
    error::Error,
    intake,
    mail::{NewMail, Words},
    store::{
        Store,
        outbox::{self, Posting},
    },
    visitor::{Door, Recognition},
};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Content {
    subject: String,
    html: String,
}

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::post_only("/send-email", web::post().to(send)));
}

async fn send(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    new_mail: web::Data<NewMail>,
) -> Result<HttpResponse, api::Failure> {
    let key = intake::idempotency_key(&request)?;
    let content: Content = body::fields(&body::json(&request, payload).await?)?;
    let words = Words::new(&content.subject, &content.html)?;
    let limit = recognition.flood_limit(&request, Door::Mails);
    match outbox::post(&store, &words, key, &limit).await? {
        Posting::Queued => new_mail.announce(),
        Posting::Known => {}
        Posting::Flooded => return Err(Error::Flooded.into()),
    }
    Ok(HttpResponse::Ok().json(json!({ "success": true })))
}
