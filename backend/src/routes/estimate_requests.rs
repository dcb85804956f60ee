//! `POST /api/estimate-requests`: the way without WebAssembly. The browser sends the form as it
//! stands; the server checks it, saves it and tells the owner.

use actix_web::{HttpRequest, HttpResponse, rt, web};
use serde_json::json;
use tracing::{Instrument, error};
use uuid::Uuid;
use validator_wasm::{Estimate, Lead, OwnerEmail, validate};

use crate::{
    api, body,
    error::Error,
    intake::{self, Saved},
    mail::{Mail, Mailer},
    store::Store,
    telemetry,
    visitor::{Claims, Recognition},
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
    mailer: web::Data<Mailer>,
) -> Result<HttpResponse, api::Failure> {
    let idempotency_key = intake::idempotency_key(&request)?;
    let body = body::json(&request, payload).await?;
    let estimate: Estimate = body::fields(&body)?;
    let claims: Claims = body::fields(&body)?;
    validate(&estimate).map_err(Error::Rejected)?;
    let lead = Lead::compose(&estimate);
    let visitor = recognition.visitor(&request, claims)?;
    let Saved { rows, repeated } =
        intake::save(store, vec![(lead, visitor)], idempotency_key).await?;
    let id = rows.first().map(|row| row.id);
    if let Some(id) = id.filter(|_| !repeated) {
        // The request is safe, whatever becomes of the mail; and a visitor who closes the page now
        // does not keep the mail from going.
        rt::spawn(
            async move {
                let told = tell_owner(&mailer, &estimate, idempotency_key.unwrap_or(id)).await;
                if let Err(cause) = told {
                    error!(
                        cause = telemetry::chain(&cause),
                        "the owner's mail did not go"
                    );
                }
            }
            .in_current_span(),
        )
        .await?;
    }
    Ok(HttpResponse::Created().json(json!({ "id": id })))
}

async fn tell_owner(mailer: &Mailer, estimate: &Estimate, id: Uuid) -> Result<(), Error> {
    let email = OwnerEmail::compose(estimate);
    let mail = Mail::new(&email.subject, &email.html, id)?;
    Ok(mailer.send(&mail).await?)
}
