//! Calls from pages on other sites: refused by browsers, unless `ALLOWED_ORIGINS` names the site.
//!
//! This is no lock. A program that is no browser never asks; it is the public key and the rules that
//! every request meets.

use actix_cors::Cors;
use actix_web::http::Method;

/// Two hours, the longest that Chromium keeps an answer to its question before a call.
const MAX_AGE_SECONDS: usize = 7200;

/// What supabase-js (2.119: `SUPABASE_HEADERS` and those of postgrest-js) and the site's own app
/// send beyond what a page may always send.
const REQUEST_HEADERS: [&str; 12] = [
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
];

/// What a page on another site may read of an answer's headers.
const ANSWER_HEADERS: [&str; 3] = ["content-range", "retry-after", "x-request-id"];

/// Lets pages of these origins call. An answer to any other says nothing of origins, so that a
/// browser keeps it from the page.
pub fn allowing(origins: &[String]) -> Cors {
    let cors = Cors::default()
        .block_on_origin_mismatch(false)
        .allowed_methods([Method::GET, Method::POST])
        .allowed_headers(REQUEST_HEADERS)
        .expose_headers(ANSWER_HEADERS)
        .max_age(MAX_AGE_SECONDS);
    origins
        .iter()
        .fold(cors, |cors, origin| cors.allowed_origin(origin))
}
