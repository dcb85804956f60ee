//! `POST /api/estimate-requests`: the way without WebAssembly. The browser sends the form as it
//! stands; the server checks it, saves it and tells the owner.

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;
use validator_wasm::{Estimate, Lead, validate};

use crate::{
    api, body,
    error::Error,
    intake::{self, Saved, Submission},
    mail::NewMail,
    metrics::Metrics,
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

async fn submit(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    new_mail: web::Data<NewMail>,
    metrics: web::Data<Metrics>,
) -> Result<HttpResponse, api::Failure> {
    let saved = take(request, payload, recognition, store, mailer).await;
    metrics.count_leads(&saved);
    let id = saved?.rows.first().map(|row| row.id);
    Ok(HttpResponse::Created().json(json!({ "id": id })))
}

async fn take(
    request: HttpRequest,
    payload: web::Payload,
    recognition: web::Data<Recognition>,
    store: web::Data<Store>,
    mailer: web::Data<Mailer>,
) -> Result<Saved, Error> {
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
    intake::save_and_tell(store, &new_mail, submission).await
}
