//! Reading a request's JSON within limits.

use actix_web::{HttpMessage, HttpRequest, http::header, web};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Error;

/// The most bytes that a request's body may have: 256 KiB. A long estimate request has 10 KB, the
/// owner's mail of it twice that; whoever sends more is not a customer.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// Reads a JSON body that holds no NUL character.
///
/// # Errors
/// [`Error::UnsupportedMediaType`], [`Error::TooLarge`], [`Error::MalformedBody`] and
/// [`Error::NulCharacter`].
pub async fn json(request: &HttpRequest, payload: web::Payload) -> Result<Value, Error> {
    if !announces_json(request) {
        return Err(Error::UnsupportedMediaType);
    }
    let bytes = payload
        .to_bytes_limited(MAX_BODY_BYTES)
        .await
        .map_err(|_| Error::TooLarge)?
        .map_err(|_| Error::MalformedBody("The request broke off.".to_owned()))?;
    if bytes.is_empty() {
        return Err(Error::MalformedBody("Empty or invalid json".to_owned()));
    }
    // serde_json's own words would repeat a piece of what was sent; its place is enough.
    let value = serde_json::from_slice(&bytes).map_err(|cause| {
        Error::MalformedBody(format!(
            "Empty or invalid json (line {}, column {})",
            cause.line(),
            cause.column()
        ))
    })?;
    if holds_nul(&value) {
        return Err(Error::NulCharacter);
    }
    Ok(value)
}

/// Takes the fields of `T` out of a JSON object; keys without a value count as absent, keys
/// that `T` does not know are passed over.
///
/// # Errors
/// [`Error::MalformedBody`] when it is no object, or when a value has the wrong type.
pub fn fields<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    let Value::Object(object) = value else {
        return Err(Error::MalformedBody(
            "The request must be a JSON object.".to_owned(),
        ));
    };
    let object = object
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    serde_json::from_value(Value::Object(object))
        .map_err(|_| Error::MalformedBody("A field of the request is not a text.".to_owned()))
}

fn announces_json(request: &HttpRequest) -> bool {
    let json = request
        .content_type()
        .trim()
        .eq_ignore_ascii_case("application/json");
    let plain = request
        .headers()
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    json && plain
}

fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(object) => object
            .iter()
            .any(|(key, value)| key.contains('\0') || holds_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
