//! `POST /api/estimate-requests`: the form of a browser without WebAssembly. The server checks it,
//! saves it and notifies the owner.

use std::time::SystemTime;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::Estimate;

use crate::{
    http::{
        body, confirmation,
        error::RequestError,
        lead_service::{self, LeadService},
        openapi::{
            LEADS,
            requests::{EstimateRequest, IdempotencyKey},
        },
        request_signals,
    },
    leads::{Saved, ValidEstimate},
    visitor::TrackingInput,
};

/// A saved estimate request.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedRequest {
    /// The row's id.
    #[schema(value_type = Uuid)]
    id: Option<Uuid>,
}

/// Send an estimate request as the form's fields
///
/// For a browser without WebAssembly: the server checks the form, saves it and notifies the owner.
#[utoipa::path(
    post,
    path = "/api/estimate-requests",
    operation_id = "submitEstimateRequest",
    tag = LEADS,
    params(IdempotencyKey),
    request_body = EstimateRequest,
    responses(
        (
            status = 201,
            description = "The request is saved.",
            body = SavedRequest,
            headers(("Set-Cookie" = Option<String>, description = "What was sent, for the page that confirms it: for an hour, and for this browser alone.")),
        ),
    ),
)]
pub(crate) async fn submit(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<LeadService>,
) -> Result<HttpResponse, RequestError> {
    let handling = take(request.clone(), payload, service.clone());
    let saved = service.complete(handling).await?;
    let id = saved.rows.first().map(|row| row.id);
    let response = HttpResponse::Created().json(SavedRequest { id });
    Ok(confirmation::set_cookies(
        &service.photos,
        &request,
        response,
        &saved,
    ))
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<LeadService>,
) -> Result<Saved, RequestError> {
    let key = lead_service::idempotency_key(&request)?;
    let body = body::json(&request, payload.into_inner()).await?;
    let estimate: Estimate = body::fields(&body)?;
    let tracking: TrackingInput = body::fields(&body)?;
    let visitor = service.visitors.visitor(&request, tracking)?;
    let leads = vec![(ValidEstimate::of_form(&estimate)?, visitor)];
    let signals = request_signals::of_fields(&body, &service.form_tokens, SystemTime::now());
    service.save(&request, leads, key, signals).await
}
