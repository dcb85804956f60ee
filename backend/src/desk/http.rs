//! Code that the desk's routes share.

mod cookie;
mod guards;

use actix_web::{
    Error as ActixError, HttpMessage, HttpRequest,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderValue},
    middleware::Next,
};
use serde_json::json;

use crate::{
    database::{Store, StoreError},
    visitors::{RateLimitScope, VisitorIdentifier, rate_limits},
    web::{api::with_body_of_error, error::RequestError, middleware::security_headers::NOINDEX},
};
pub use cookie::{removed, session_cookie};
use guards::RenewedCookie;
pub use guards::{DeskRequest, check_origin, found};

/// Completes each response: the message for a failed database, `no-store`, and a renewed cookie if one is due.
pub async fn complete(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, ActixError> {
    let response = next.call(request).await?;
    let mut response =
        with_body_of_error(response, |error| Some(json!({ "error": sentence(error)? })));
    let renewed = response.request().extensions_mut().remove();
    if let Some(RenewedCookie(cookie)) = renewed
        // A sign-out response must not sign in again.
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        response.response_mut().add_cookie(&cookie)?;
    }
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(NOINDEX.0, NOINDEX.1);
    Ok(response)
}

/// Returns the desk's message for a database failure. The visitors' message asks them to call the company.
fn sentence(error: &RequestError) -> Option<&'static str> {
    Some(match error.cause.as_ref()?.downcast_ref()? {
        StoreError::TookTooLong => "The database took too long. Try again in a moment.",
        cause if cause.is_outage() => "The database is unavailable. Try again in a moment.",
        _ => "Something went wrong on the server. Its log says what.",
    })
}

/// Counts a request in a rate limit that all processes share. Fails if the limit is reached.
pub async fn admit(
    request: &HttpRequest,
    scope: RateLimitScope,
    visitors: &VisitorIdentifier,
    store: &Store,
) -> Result<(), RequestError> {
    let limit = visitors.rate_limit(request, scope);
    let is_admitted = store
        .run(async |connection| rate_limits::admit(connection, &limit).await)
        .await?;
    if !is_admitted {
        return Err(too_often());
    }
    Ok(())
}

fn too_often() -> RequestError {
    RequestError {
        sentence: "Your network has tried to sign in too often. Try again later.".into(),
        ..RequestError::rate_limited()
    }
}

/// Returns the error for a query parameter that does not match its description.
pub fn unreadable() -> RequestError {
    RequestError::malformed("A query parameter does not match /api/openapi.json.")
}
