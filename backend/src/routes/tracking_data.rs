//! `POST /api/get-tracking-data`: what the server knows of a visitor.

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use crate::{
    api, body,
    visitor::{Claims, Recognition},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::post_only(
        "/get-tracking-data",
        web::post().to(tracking_data),
    ));
}

async fn tracking_data(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
) -> Result<HttpResponse, api::Failure> {
    let claims: Claims = body::fields(&body::json(&request, payload).await?)?;
    let visitor = recognition.visitor(&request, claims)?;
    Ok(HttpResponse::Ok().json(json!({ "data": visitor })))
}
