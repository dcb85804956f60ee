//! `POST /api/get-tracking-data`: the tracking fields of a visitor.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    visitors::{TrackingInput, Visitor, VisitorIdentifier},
    web::{body, description::VISITORS, error::RequestError, limits::SMALL_BODY_BYTES},
};

/// The tracking fields of a visitor.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrackingData {
    data: Visitor,
}

/// Get the tracking fields of a visitor
///
/// The fields that the browser sends, and the fields that the server determines itself. They are
/// saved with an estimate request.
#[utoipa::path(
    post,
    path = "/api/get-tracking-data",
    operation_id = "getTrackingData",
    tag = VISITORS,
    request_body = TrackingInput,
    responses(
        (status = 200, description = "The tracking fields.", body = TrackingData),
    ),
)]
pub(crate) async fn tracking_data(
    request: HttpRequest,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
) -> Result<HttpResponse, RequestError> {
    let tracking: TrackingInput =
        body::object(&request, payload.into_inner(), SMALL_BODY_BYTES).await?;
    let visitor = visitors.visitor(&request, tracking)?;
    Ok(HttpResponse::Ok().json(TrackingData { data: visitor }))
}
