//! What the routes of the desk share.

mod cookie;
mod error;
mod guards;

use actix_web::{
    Error as ActixError, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::header::{self, HeaderValue},
    middleware::Next,
};
use serde::de::DeserializeOwned;

use crate::{
    database::Store,
    visitors::{RateLimitScope, VisitorIdentifier, rate_limits},
    web::{body, error::RequestError, middleware::security_headers::NOINDEX},
};
pub use cookie::{removed, session_cookie};
pub use error::{DeskError, DeskRefusal};
use guards::RenewedCookie;
pub use guards::{DeskRequest, SameOrigin};

/// Completes every response of the desk: `no-store` unless it has its own `Cache-Control`, and a renewed cookie if due.
pub async fn complete(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, ActixError> {
    let mut response = next.call(request).await?;
    let renewed = response.request().extensions_mut().remove();
    if let Some(RenewedCookie(cookie)) = renewed
        // A response that signs out must not sign in again.
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        response.response_mut().add_cookie(&cookie)?;
    }
    let headers = response.headers_mut();
    // Browsers cache photos.
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert(NOINDEX.0, NOINDEX.1);
    Ok(response)
}

/// Counts a request in a rate limit that all processes share. Fails when the limit is reached.
pub async fn admit(
    request: &HttpRequest,
    scope: RateLimitScope,
    visitors: &VisitorIdentifier,
    store: &Store,
) -> Result<(), DeskError> {
    let limit = visitors.rate_limit(request, scope);
    let is_admitted = store
        .run(async |connection| rate_limits::admit(connection, &limit).await)
        .await?;
    if is_admitted {
        Ok(())
    } else {
        Err(RequestError::RateLimited.into())
    }
}

/// Reads the fields of a JSON body.
pub async fn fields<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: Payload,
) -> Result<T, DeskError> {
    Ok(body::fields_or_null(body::json(request, payload).await?)?)
}

/// The error for a query parameter that is not as described.
pub fn unreadable() -> DeskError {
    let sentence = "A parameter of the request is not as /api/openapi.json describes it.";
    RequestError::malformed(sentence).into()
}
