//! Cross-origin requests (CORS). Browsers refuse them, unless `ALLOWED_ORIGINS` names the site.
//! This is not access control, because only browsers enforce it.

use actix_cors::Cors;
use actix_web::http::Method;

/// Two hours, the longest time for which Chromium caches the response to a preflight request.
const MAX_AGE_SECONDS: usize = 7200;

/// The headers that supabase-js (2.119: `SUPABASE_HEADERS` and postgrest-js's headers) and the
/// site's own app send beyond the CORS-safelisted ones.
const REQUEST_HEADERS: [&str; 13] = [
    "accept",
    "accept-profile",
    "apikey",
    "authorization",
    "content-profile",
    "content-type",
    "idempotency-key",
    "prefer",
    "x-client-info",
    "x-form-token",
    "x-form-trap",
    "x-retry-count",
    "x-supabase-api-version",
];

/// The response headers that a page on another site can read.
const RESPONSE_HEADERS: [&str; 3] = ["content-range", "retry-after", "x-request-id"];

/// Allows requests from pages of these origins. Responses to other origins have no CORS headers, so
/// browsers hide them from the page.
pub fn allowing(origins: &[String]) -> Cors {
    let cors = Cors::default()
        .block_on_origin_mismatch(false)
        .allowed_methods([Method::GET, Method::POST])
        .allowed_headers(REQUEST_HEADERS)
        .expose_headers(RESPONSE_HEADERS)
        .max_age(MAX_AGE_SECONDS);
    origins
        .iter()
        .fold(cors, |cors, origin| cors.allowed_origin(origin))
}
