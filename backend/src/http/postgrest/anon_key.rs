//! The public key.

use actix_web::{
    HttpRequest,
    http::header::{self, HeaderValue},
};
use subtle::ConstantTimeEq;

use super::error::PostgrestError;

/// The public key that every request must bring.
pub struct AnonKey(pub String);

impl AnonKey {
    /// Checks the key that a request brings as `apikey`, as a bearer token, or both.
    ///
    /// # Errors
    /// When the request brings no key, or another one.
    pub fn check(&self, request: &HttpRequest) -> Result<(), PostgrestError> {
        let headers = request.headers();
        let bearer = headers
            .get(header::AUTHORIZATION)
            .map(HeaderValue::as_bytes)
            .map(|value| value.strip_prefix(b"Bearer ").unwrap_or(value));
        let mut brought = headers
            .get("apikey")
            .map(HeaderValue::as_bytes)
            .into_iter()
            .chain(bearer)
            .peekable();
        if brought.peek().is_none() {
            return Err(PostgrestError::MissingKey);
        }
        // In constant time: the duration reveals nothing of the key.
        brought
            .all(|key| bool::from(key.ct_eq(self.0.as_bytes())))
            .then_some(())
            .ok_or(PostgrestError::WrongKey)
    }
}
