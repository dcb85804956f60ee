//! `POST /api/estimate-requests`: the way without WebAssembly. The browser sends the form as it
//! stands; the server checks it, saves it and tells the owner.

use std::time::SystemTime;

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;
use validator_wasm::{Estimate, Lead, validate};

use crate::{
    api, body,
    error::Error,
    intake::{self, Intake, Saved, Submission},
    spam::Evidence,
    visitor::{Claims, Door},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::post_only(
        "/estimate-requests",
        web::post().to(submit),
    ));
}

async fn submit(
    request: HttpRequest,
    payload: web::Payload,
    intake: web::Data<Intake>,
) -> Result<HttpResponse, api::Failure> {
    let saved = intake
        .complete(take(request, payload, intake.clone()))
        .await?;
    let id = saved.rows.first().map(|row| row.id);
    Ok(HttpResponse::Created().json(json!({ "id": id })))
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    intake: web::Data<Intake>,
) -> Result<Saved, Error> {
    let idempotency_key = intake::idempotency_key(&request)?;
    let body = body::json(&request, payload).await?;
    let estimate: Estimate = body::fields(&body)?;
    let claims: Claims = body::fields(&body)?;
    validate(&estimate).map_err(Error::Rejected)?;
    let visitor = intake.recognition.visitor(&request, claims)?;
    let submission = Submission {
        leads: vec![(Lead::compose(&estimate), visitor)],
        idempotency_key,
        evidence: Evidence::of_fields(&body, &intake.form_tokens, SystemTime::now()),
        limit: intake.recognition.flood_limit(&request, Door::Leads),
    };
    intake.save_and_tell(submission).await
}
