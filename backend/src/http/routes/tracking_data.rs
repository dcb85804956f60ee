//! `POST /api/get-tracking-data`: what the server knows of a visitor.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        api::ApiError,
        body,
        methods::post_only,
        openapi::{VISITORS, failures},
    },
    visitor::{TrackingInput, Visitor, VisitorIdentifier},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(post_only(
        "/get-tracking-data",
        web::post().to(tracking_data),
    ));
}

/// What the server knows of a visitor.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrackingData {
    data: Visitor,
}

/// What the server knows of a visitor
///
/// What the browser tells, and what the server sees itself. It goes into the row of an estimate
/// request.
#[utoipa::path(
    post,
    path = "/api/get-tracking-data",
    operation_id = "getTrackingData",
    tag = VISITORS,
    request_body = TrackingInput,
    responses(
        (status = 200, description = "What is known.", body = TrackingData),
        failures::UnusableBody,
    ),
)]
pub(crate) async fn tracking_data(
    request: HttpRequest,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
) -> Result<HttpResponse, ApiError> {
    let tracking: TrackingInput = body::fields(&body::json(&request, payload).await?)?;
    let visitor = visitors.visitor(&request, tracking)?;
    Ok(HttpResponse::Ok().json(TrackingData { data: visitor }))
}
