//! Gives each request an id, logs its outcome, and measures it.
//!
//! The id is in the request's log lines and in the response's `x-request-id`.

use std::time::Instant;

use actix_web::{
    Error as ActixError, HttpMessage,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{self, HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};
use tracing::{Instrument, debug, debug_span, error, info, info_span};
use uuid::Uuid;

use crate::{
    forms::log_fields::LogFields,
    observability::{
        error_chain::chain,
        metrics::{Metrics, method_name},
    },
    site::Site,
    web::error::RequestError,
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, ActixError> {
    let id = Uuid::new_v4();
    // The client can send any word as its method, so only known methods are logged.
    let method = method_name(request.method());
    // A span costs a fifth of serving a file, and files are not logged by default.
    let span = if asks_for_file(&request) {
        debug_span!("request", %id, method)
    } else {
        info_span!("request", %id, method)
    };
    async {
        let started = Instant::now();
        let mut response = next.call(request).await?;
        let status = response.status().as_u16();
        let elapsed = started.elapsed();
        let microseconds = elapsed.as_micros();
        // A response with an `ETag` is a file of the site, even on a path that has a route: `/contact`.
        let is_tagged = response.headers().contains_key(header::ETAG);
        // Looking up the pattern matches the path against all routes.
        let route = (!is_tagged)
            .then(|| response.request().match_pattern())
            .flatten();
        // Files of the site get no id: they are not logged by default.
        let is_file = route.is_none() && !response.status().is_client_error();
        if !is_file && let Ok(value) = HeaderValue::from_str(&id.to_string()) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        if let Some(metrics) = response.request().app_data::<web::Data<Metrics>>() {
            let method = response.request().method();
            metrics.request(route.as_deref(), method, response.status(), elapsed);
        }
        if let Some(cause) = response.response().error().and_then(server_fault) {
            error!(route, status, microseconds, cause, "request failed");
        } else if route.is_some() {
            let extensions = response.request().extensions();
            let saved = extensions.get::<LogFields>();
            info!(
                route,
                status,
                microseconds,
                leads = saved.map(|it| it.leads),
                repeated = saved.map(|it| it.repeated),
                emails_given = saved.map(|it| it.emails_given),
                emails_well_formed = saved.map(|it| it.emails_well_formed),
                "request completed"
            );
        } else {
            debug!(status, microseconds, "page served");
        }
        Ok(response)
    }
    .instrument(span)
    .await
}

/// Whether the response will be a file of the site. `/contact?sent` is not: it is rendered for each request.
fn asks_for_file(request: &ServiceRequest) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
        && request.query_string().is_empty()
        && request
            .app_data::<web::Data<Site>>()
            .is_some_and(|site| site.has(request.path()))
}

/// Returns the cause of a failed request, unless the client is at fault.
fn server_fault(error: &ActixError) -> Option<String> {
    if let Some(error) = error.as_error::<RequestError>() {
        return error.cause.as_deref().map(|cause| chain(cause));
    }
    let status = error.as_response_error().status_code();
    status.is_server_error().then(|| error.to_string())
}
