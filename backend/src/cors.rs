//! Calls from pages on other sites: refused by browsers, unless `ALLOWED_ORIGINS` names the site.
//!
//! This is no lock. A program that is no browser never asks; it is the public key and the rules that
//! every request meets.

use actix_cors::Cors;
use actix_web::http::{Method, header};

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

/// Whether a text is an origin as browsers write it in a request: in lower case, without the port
/// that the scheme implies.
#[must_use]
pub fn is_origin(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, host)| {
        let implied = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => return false,
        };
        !host.ends_with(implied)
            && !host.contains(['@', '/', '?', '#', '*'])
            && !host.bytes().any(|byte| byte.is_ascii_uppercase())
            && host.parse::<actix_web::http::uri::Authority>().is_ok()
            && header::HeaderValue::from_str(text).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn an_origin_is_what_a_browser_would_send() {
        for origin in [
            "https://www.example.com",
            "http://localhost:5173",
            "https://[2001:db8::1]:8443",
        ] {
            assert!(is_origin(origin), "{origin}");
        }
        for text in [
            "*",
            "null",
            "www.example.com",
            "ftp://example.com",
            "https://",
            "https://www.example.com/",
            "https://www.example.com/path",
            "https://WWW.example.com",
            "https://*.example.com",
            "https://www.example.com:443",
            "http://www.example.com:80",
            "https://jane@example.com",
            "https://two words",
        ] {
            assert!(!is_origin(text), "{text}");
        }
    }
}
