//! `/contact`: the page, and the form on it where it is sent by the browser itself, without
//! JavaScript. (With it, the app sends the form by the other ways and this path is never posted to.)
//!
//! Sent again by a reload, a second press or a page that came back, the same form is the same
//! request: its idempotency key is made of what stands in it, and of the day. Sent again on the next
//! day it is the same request too, or a form sent around midnight would be two; after that it is a
//! new one, from a visitor who heard nothing.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use actix_web::{
    HttpRequest, HttpResponse,
    guard::{self, GuardContext},
    http::{Method, header},
    web,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};
use validator_wasm::Estimate;

use crate::{
    body,
    contact_page::{self, ADDRESS, Answer, ContactPageError},
    error::Error,
    intake::{self, CheckedLead, Intake, Saved},
    openapi::{LEADS, failures, requests::EstimateRequest},
    site::Site,
    spam::RequestSignals,
    store::site_forms,
    visitor::{RateLimitScope, TrackingInput},
};

/// What the address of the page says after a form was taken.
const SENT: &str = "sent";

const DAY: Duration = Duration::from_hours(24);

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::resource(ADDRESS)
            .route(web::post().to(submit))
            .route(web::get().guard(guard::fn_guard(asks_for_thanks)).to(thank))
            .default_service(web::to(page)),
    );
}

/// The contact page
///
/// With `?sent` it thanks for the request.
#[utoipa::path(
    get,
    path = "/contact",
    operation_id = "getContactPage",
    tag = LEADS,
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html"),
        (status = 304, description = "The page is as the browser has it (`If-None-Match`)."),
    ),
)]
pub(crate) async fn page(request: HttpRequest, site: web::Data<Site>) -> HttpResponse {
    match *request.method() {
        Method::GET | Method::HEAD => site.answer(&request),
        _ => HttpResponse::MethodNotAllowed()
            .insert_header((header::ALLOW, "GET, HEAD, POST"))
            .finish(),
    }
}

fn asks_for_thanks(context: &GuardContext) -> bool {
    context.head().uri.query() == Some(SENT)
}

async fn thank(site: web::Data<Site>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(mime_guess::mime::TEXT_HTML_UTF_8)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(contact_page::with(&site, &Answer::Thanks))
}

/// Send an estimate request without JavaScript
///
/// As a browser sends the page's form by itself. Sent again on the same or the next day (UTC), the
/// same form is the same request.
#[utoipa::path(
    post,
    path = "/contact",
    operation_id = "submitContactForm",
    tag = LEADS,
    request_body(content = EstimateRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (
            status = 303,
            description = "The request is saved.",
            headers(("Location" = String, description = "The page with its thanks.")),
        ),
        failures::Page,
    ),
)]
pub(crate) async fn submit(
    request: HttpRequest,
    payload: web::Payload,
    site: web::Data<Site>,
    intake: web::Data<Intake>,
) -> Result<HttpResponse, ContactPageError> {
    let body = body::form(&request, payload)
        .await
        .map_err(|error| ContactPageError::new(&site, error, &Estimate::default()))?;
    let estimate: Estimate = body::fields(&body)
        .map_err(|error| ContactPageError::new(&site, error, &Estimate::default()))?;
    let taking = take(request, body, estimate.clone(), intake.clone());
    match intake.complete(taking).await {
        // Asked for by GET from here on: to load it again sends nothing.
        Ok(_) => Ok(HttpResponse::SeeOther()
            .insert_header((header::LOCATION, format!("{ADDRESS}?{SENT}")))
            .finish()),
        Err(error) => Err(ContactPageError::new(&site, error, &estimate)),
    }
}

async fn take(
    request: HttpRequest,
    body: Value,
    estimate: Estimate,
    intake: web::Data<Intake>,
) -> Result<Saved, Error> {
    let tracking: TrackingInput = body::fields(&body)?;
    let visitor = intake.visitors.visitor(&request, tracking)?;
    let now = SystemTime::now();
    let session = visitor.session_id.as_deref();
    let key_of_today = idempotency_key(&estimate, session, now);
    let key_of_yesterday = idempotency_key(&estimate, session, now - DAY);
    let lead = CheckedLead::of_form(estimate, visitor)?;
    let saved_yesterday = site_forms::under_key(&intake.store, key_of_yesterday).await?;
    intake
        .save(intake::Request {
            leads: vec![lead],
            idempotency_key: Some(saved_yesterday.map_or(key_of_today, |_| key_of_yesterday)),
            request_signals: RequestSignals::of_fields(&body, &intake.form_tokens, now),
            rate_limit_key: intake
                .visitors
                .rate_limit(&request, RateLimitScope::Leads)
                .key,
        })
        .await
}

/// The idempotency key of this form on the day (UTC) of `time`. The form's token is left out: it
/// differs each time.
#[must_use]
pub fn idempotency_key(estimate: &Estimate, session: Option<&str>, time: SystemTime) -> Uuid {
    let day = time
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs() / DAY.as_secs());
    let hash = Sha256::digest(json!([day, session, estimate]).to_string());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}
