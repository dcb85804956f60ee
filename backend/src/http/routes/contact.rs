//! `/contact`: the page, and its form as a browser sends it without JavaScript. (With JavaScript
//! the app sends the form to the other routes, and never posts to this path.)
//!
//! Its idempotency key is a hash of the form: see [`idempotency`].

use std::time::SystemTime;

use actix_web::{
    HttpRequest, HttpResponse,
    guard::{self, GuardContext},
    http::{Method, header},
    web,
};
use serde_json::Value;
use validator_wasm::Estimate;

use crate::{
    http::{
        body,
        contact_page::{self, ADDRESS, Answer, ContactPageError},
        error::RequestError,
        lead_service::LeadService,
        openapi::{LEADS, failures, requests::EstimateRequest},
        request_signals,
        site::Site,
    },
    leads::{Saved, ValidEstimate, idempotency},
    visitor::TrackingInput,
};

/// The query of the page's address after a form was accepted.
const SENT: &str = "sent";

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
    service: web::Data<LeadService>,
) -> Result<HttpResponse, ContactPageError> {
    let body = body::form(&request, payload)
        .await
        .map_err(|error| ContactPageError::new(&site, error, &Estimate::default()))?;
    let estimate: Estimate = body::fields(&body)
        .map_err(|error| ContactPageError::new(&site, error, &Estimate::default()))?;
    let handling = take(request, body, estimate.clone(), service.clone());
    match service.complete(handling).await {
        // The page is loaded by GET: a reload sends nothing.
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
    service: web::Data<LeadService>,
) -> Result<Saved, RequestError> {
    let tracking: TrackingInput = body::fields(&body)?;
    let visitor = service.visitors.visitor(&request, tracking)?;
    let now = SystemTime::now();
    let estimate = ValidEstimate::of_form(estimate)?;
    let key = idempotency::key_of_form(
        &service.intake.store,
        estimate.estimate(),
        visitor.session_id.as_deref(),
        now,
    )
    .await?;
    let signals = request_signals::of_fields(&body, &service.form_tokens, now);
    let leads = vec![(estimate, visitor)];
    service.save(&request, leads, Some(key), signals).await
}
