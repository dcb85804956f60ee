//! `/contact`: the page, and its form as a browser sends it without JavaScript. The form's
//! idempotency key is a hash of its content: see [`idempotency`](crate::leads::idempotency).

use std::time::SystemTime;

use actix_web::{
    HttpRequest, HttpResponse,
    guard::{self, GuardContext},
    http::{Method, header},
    middleware::Compress,
    web,
};
use serde::Deserialize;
use serde_json::Value;
use validator_wasm::{Estimate, Service};

use crate::{
    database::Store,
    forms::{confirmation, contact_page, description::EstimateRequest, lead_service::LeadService},
    leads::{ValidEstimate, site_forms::Saved, spam::RequestSignals},
    photos::service::PhotoService,
    site::{CONTACT_PAGE, Site},
    visitors::TrackingInput,
    web::{
        body, description::LEADS, error::RequestError, limits::MAX_BODY_BYTES,
        middleware::security_headers::NOINDEX, site_origin::is_cross_site,
    },
};

const SENT: &str = "sent";

pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::resource(CONTACT_PAGE)
            .route(web::post().to(submit))
            .route(web::get().guard(guard::fn_guard(is_sent)).to(confirm))
            .default_service(web::to(page))
            // The built page is already compressed, and stays unchanged.
            .wrap(Compress::default()),
    );
}

/// The contact page
///
/// With `?sent`, it confirms the request that this browser sent, shows its progress, and accepts
/// photos of the tree. With `?service=Tree%20Removal`, that service is chosen in its form.
#[utoipa::path(
    get,
    path = "/contact",
    operation_id = "getContactPage",
    tag = LEADS,
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html"),
        (status = 304, description = "The page is unchanged (`If-None-Match`)."),
    ),
)]
pub(crate) async fn page(request: HttpRequest, site: web::Data<Site>) -> HttpResponse {
    match *request.method() {
        Method::GET | Method::HEAD => match chosen_service(&request) {
            Some(service) => HttpResponse::Ok()
                .content_type(mime_guess::mime::TEXT_HTML_UTF_8)
                .insert_header((header::CACHE_CONTROL, "no-cache"))
                .body(contact_page::with_service(&site, service)),
            None => site.answer(&request),
        },
        _ => HttpResponse::MethodNotAllowed()
            .insert_header((header::ALLOW, "GET, HEAD, POST"))
            .finish(),
    }
}

#[derive(Deserialize)]
struct Choice {
    service: String,
}

/// Returns the service that the URL names, if the form offers it.
fn chosen_service(request: &HttpRequest) -> Option<Service> {
    let choice = web::Query::<Choice>::from_query(request.query_string()).ok()?;
    Service::from_key(&choice.service)
}

fn is_sent(context: &GuardContext) -> bool {
    let query = context.head().uri.query().unwrap_or_default();
    query.split('&').next() == Some(SENT)
}

async fn confirm(
    request: HttpRequest,
    site: web::Data<Site>,
    photos: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(mime_guess::mime::TEXT_HTML_UTF_8)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(NOINDEX)
        .body(confirmation::page(&site, &request, &photos, &store).await)
}

/// Send an estimate request without JavaScript
///
/// The form as a browser submits it without a script. The same form, sent again on the same or the
/// next day (UTC), is the same request.
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
            headers(
                ("Location" = String, description = "The confirmation page."),
                ("Set-Cookie" = Option<String>, description = "A token for the confirmation page, valid for a day."),
            ),
        ),
    ),
)]
pub(crate) async fn submit(
    request: HttpRequest,
    payload: web::Payload,
    site: web::Data<Site>,
    service: web::Data<LeadService>,
) -> HttpResponse {
    // The fields that were read before a refusal.
    let mut estimate = Estimate::default();
    let saving = async {
        let body = body::read(&request, payload.into_inner(), body::FORM, MAX_BODY_BYTES).await?;
        service.admit_body(&request, &body)?;
        let body = body::form(&body)?;
        estimate = body::fields(&body)?;
        let handling = take(request.clone(), body, estimate.clone(), service.clone());
        service.complete(handling).await
    };
    let saved = match saving.await {
        Ok(saved) => saved,
        Err(error) => return contact_page::refusal(&site, error, &estimate),
    };
    // The browser then loads the page with GET, so a reload sends nothing.
    let response = HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("{CONTACT_PAGE}?{SENT}")))
        .finish();
    service.with_token(&request, response, &saved)
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
    let estimate = ValidEstimate::of_form(&estimate)?;
    let session = visitor.session_id.as_deref();
    let key = service
        .form_keys
        .find(&service.store, estimate.estimate(), session, now)
        .await?;
    let signals = RequestSignals {
        cross_site: is_cross_site(&request),
        ..service.form_tokens.signals_in_form(&body, now)
    };
    let leads = vec![(estimate, visitor)];
    service.save(&request, leads, Some(key), signals).await
}
