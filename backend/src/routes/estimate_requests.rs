//! `POST /api/estimate-requests`: the way without WebAssembly. The browser sends the form as it
//! stands; the server checks it, saves it and tells the owner.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::{Estimate, Lead, validate};

use crate::{
    api, body,
    error::Error,
    intake::{self, Submission},
    mail::NewMail,
    openapi::{
        LEADS, failures,
        requests::{EstimateRequest, IdempotencyKey},
    },
    store::Store,
    visitor::{Claims, Door, Recognition},
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
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    new_mail: web::Data<NewMail>,
) -> Result<HttpResponse, api::Failure> {
    let idempotency_key = intake::idempotency_key(&request)?;
    let body = body::json(&request, payload).await?;
    let estimate: Estimate = body::fields(&body)?;
    let claims: Claims = body::fields(&body)?;
    validate(&estimate).map_err(Error::Rejected)?;
    let visitor = recognition.visitor(&request, claims)?;
    let submission = Submission {
        leads: vec![(Lead::compose(&estimate), visitor)],
        idempotency_key,
        limit: recognition.flood_limit(&request, Door::Leads),
    };
    let id = intake::save_and_tell(store, &new_mail, submission).await?;
    Ok(HttpResponse::Created().json(SavedRequest { id }))
}
