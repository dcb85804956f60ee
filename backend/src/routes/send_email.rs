//! `POST /api/send-email`: tells the owner of a lead that the browser has saved.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::{
    api, body, intake,
    mail::{Mail, Mailer},
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
    mailer: web::Data<Mailer>,
) -> Result<HttpResponse, api::Failure> {
    let id = intake::idempotency_key(&request)?.unwrap_or_else(Uuid::new_v4);
    let content: Content = body::fields(&body::json(&request, payload).await?)?;
    let mail = Mail::new(&content.subject, &content.html, id)?;
    mailer
        .send(&mail)
        .await
        .map_err(crate::error::Error::Mail)?;
    Ok(HttpResponse::Ok().json(json!({ "success": true })))
}
