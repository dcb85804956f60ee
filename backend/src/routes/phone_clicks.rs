//! `POST /api/incrementPhoneClickCount`: a call button was clicked.

use actix_web::{HttpRequest, HttpResponse, web};

use crate::{
    api, body,
    error::Error,
    metrics::Metrics,
    openapi::{VISITORS, failures},
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

/// Count a click on a call button
#[utoipa::path(
    post,
    path = "/api/incrementPhoneClickCount",
    operation_id = "countPhoneClick",
    tag = VISITORS,
    request_body = Claims,
    responses(
        (status = 200, description = "It is counted.", body = api::Success),
        failures::UnusableBody,
        failures::Flooded,
        failures::Fault,
    ),
)]
pub(crate) async fn count(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    metrics: web::Data<Metrics>,
) -> Result<HttpResponse, api::Failure> {
    let claims: Claims = body::fields(&body::json(&request, payload).await?)?;
    let visitor = recognition.visitor(&request, claims)?;
    let limit = recognition.rate_limit(&request, Door::Clicks);
    if !phone_clicks::insert(&store, &visitor, &limit).await? {
        return Err(Error::Flooded.into());
    }
    metrics.phone_click();
    Ok(api::Success::response())
}
