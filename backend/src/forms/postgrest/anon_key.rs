//! The public key.

use actix_web::{
    HttpRequest,
    http::header::{self, HeaderValue},
};
use subtle::ConstantTimeEq;

use super::error::PostgrestError;
use crate::{observability::metrics::Metrics, site::BuildStamp};

/// The public key that every request must bring.
pub struct AnonKey {
    key: String,
    metrics: Metrics,
}

impl AnonKey {
    /// Creates a key; its refusals are counted in `metrics`.
    pub fn new(key: String, metrics: Metrics) -> Self {
        Self { key, metrics }
    }

    /// Whether the form of a built site sends this key.
    pub fn is_sent_by(&self, stamp: &BuildStamp) -> bool {
        stamp.sends_key(&self.key)
    }

    /// Fails when a request brings no key as `apikey` or bearer token, or a wrong one.
    pub fn check(&self, request: &HttpRequest) -> Result<(), PostgrestError> {
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
            return Err(PostgrestError::MissingKey);
        }
        // In constant time, so that the duration reveals nothing about the key.
        if brought.all(|key| bool::from(key.ct_eq(self.key.as_bytes()))) {
            return Ok(());
        }
        self.metrics.refused_key();
        Err(PostgrestError::WrongKey)
    }
}
