//! `POST /api/incrementPhoneClickCount`: a call button was clicked.

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use crate::{
    api, body,
    error::Error,
    metrics::Metrics,
    store::{Store, phone_clicks},
    visitor::{Claims, Door, Recognition},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::post_only(
        "/incrementPhoneClickCount",
        web::post().to(count),
    ));
}

async fn count(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    metrics: web::Data<Metrics>,
) -> Result<HttpResponse, api::Failure> {
    let claims: Claims = body::fields(&body::json(&request, payload).await?)?;
    let visitor = recognition.visitor(&request, claims)?;
    let limit = recognition.flood_limit(&request, Door::Clicks);
    if !phone_clicks::insert(&store, &visitor, &limit).await? {
        return Err(Error::Flooded.into());
    }
    metrics.phone_click();
    Ok(HttpResponse::Ok().json(json!({ "success": true })))
}
