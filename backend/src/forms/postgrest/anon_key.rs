//! The public key of the site's JavaScript.

use actix_web::{
    HttpRequest,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use subtle::ConstantTimeEq;

use crate::{observability::metrics::Metrics, web::error::RequestError};

pub struct AnonKey {
    pub key: String,
    pub metrics: Metrics,
}

impl AnonKey {
    /// Fails if a request has no key, as `apikey` or bearer token, or a wrong one.
    pub fn check(&self, request: &HttpRequest) -> Result<(), RequestError> {
        let headers = request.headers();
        let bearer = headers
            .get(header::AUTHORIZATION)
            .map(HeaderValue::as_bytes)
            .map(|value| match value.split_at_checked(b"Bearer ".len()) {
                Some((scheme, token)) if scheme.eq_ignore_ascii_case(b"Bearer ") => {
                    token.trim_ascii()
                }
                _ => value,
            });
        let mut brought = headers
            .get("apikey")
            .map(HeaderValue::as_bytes)
            .into_iter()
            .chain(bearer)
            .peekable();
        if brought.peek().is_none() {
            return Err(unauthorized("No API key found in request"));
        }
        // Compares in constant time, so that the duration reveals nothing about the key.
        if brought.all(|key| bool::from(key.ct_eq(self.key.as_bytes()))) {
            return Ok(());
        }
        self.metrics.refused_keys.inc();
        Err(unauthorized("Invalid API key"))
    }
}

fn unauthorized(sentence: &'static str) -> RequestError {
    RequestError {
        hint: Some("Send the site's public key as apikey and as Authorization: Bearer."),
        ..RequestError::with_code(StatusCode::UNAUTHORIZED, "PGRST301", sentence)
    }
}
