//! `POST /api/estimate-requests`: the way without WebAssembly. The browser sends the form as it
//! stands; the server checks it, saves it and tells the owner.

use std::time::SystemTime;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::Estimate;

use crate::{
    api, body,
    error::Error,
    intake::{self, CheckedLead, Intake, Saved},
    openapi::{
        LEADS, failures,
        requests::{EstimateRequest, IdempotencyKey},
    },
    spam::RequestSignals,
    visitor::{RateLimitScope, TrackingInput},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::post_only(
        "/estimate-requests",
        web::post().to(submit),
    ));
}

/// A saved estimate request.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedRequest {
    /// The row's id.
    #[schema(value_type = Uuid)]
    id: Option<Uuid>,
}

/// Send an estimate request as the form stands
///
/// For a browser without WebAssembly: the server checks the form, saves it and tells the owner.
#[utoipa::path(
    post,
    path = "/api/estimate-requests",
    operation_id = "submitEstimateRequest",
    tag = LEADS,
    params(IdempotencyKey),
    request_body = EstimateRequest,
    responses(
        (status = 201, description = "The request is saved.", body = SavedRequest),
        failures::UnusableBody,
        failures::Refused,
        failures::Fault,
    ),
)]
pub(crate) async fn submit(
    request: HttpRequest,
    payload: web::Payload,
    intake: web::Data<Intake>,
) -> Result<HttpResponse, api::ApiError> {
    let saved = intake
        .complete(take(request, payload, intake.clone()))
        .await?;
    let id = saved.rows.first().map(|row| row.id);
    Ok(HttpResponse::Created().json(SavedRequest { id }))
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    intake: web::Data<Intake>,
) -> Result<Saved, Error> {
    let idempotency_key = intake::idempotency_key(&request)?;
    let body = body::json(&request, payload).await?;
    let estimate: Estimate = body::fields(&body)?;
    let tracking: TrackingInput = body::fields(&body)?;
    let visitor = intake.visitors.visitor(&request, tracking)?;
    intake
        .save(intake::Request {
            leads: vec![CheckedLead::of_form(estimate, visitor)?],
            idempotency_key,
            request_signals: RequestSignals::of_fields(
                &body,
                &intake.form_tokens,
                SystemTime::now(),
            ),
            rate_limit_key: intake
                .visitors
                .rate_limit(&request, RateLimitScope::Leads)
                .key,
        })
        .await
}
