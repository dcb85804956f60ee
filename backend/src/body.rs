//! Reading a request's JSON or form within limits.

use std::time::Duration;

use actix_web::{
    HttpMessage, HttpRequest,
    http::header,
    web::{self, Bytes},
};
use percent_encoding::percent_decode;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use crate::error::Error;

/// The most bytes that a request's body may have: 256 KiB. A long estimate request has 10 KB, the
/// owner's mail of it twice that; whoever sends more is not a customer.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// How long a body may take to arrive: time for the largest one at 25 KB a second, and for an
/// ordinary one at a kilobyte a second.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads a JSON body that holds no NUL character.
///
/// # Errors
/// [`Error::UnsupportedMediaType`], [`Error::TooLarge`], [`Error::TooSlow`],
/// [`Error::MalformedBody`] and [`Error::NulCharacter`].
pub async fn json(request: &HttpRequest, payload: web::Payload) -> Result<Value, Error> {
    let bytes = read(request, payload, "application/json").await?;
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

/// Reads a form that a browser sends by itself, as an object of texts that hold no NUL character.
/// Of a name that comes twice the last one counts.
///
/// # Errors
/// [`Error::UnsupportedMediaType`], [`Error::TooLarge`], [`Error::TooSlow`],
/// [`Error::MalformedBody`] and [`Error::NulCharacter`].
pub async fn form(request: &HttpRequest, payload: web::Payload) -> Result<Value, Error> {
    let bytes = read(request, payload, "application/x-www-form-urlencoded").await?;
    if !is_well_encoded(&bytes) {
        return Err(Error::MalformedBody(
            "The form is not encoded as browsers do it.".to_owned(),
        ));
    }
    let value = form_urlencoded::parse(&bytes)
        // Browsers write a text's line breaks as CR LF here, and as LF wherever else they send it.
        .map(|(name, text)| (name.into_owned(), text.replace("\r\n", "\n").into()))
        .collect::<serde_json::Map<_, _>>()
        .into();
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

/// Reads a body that is announced as this media type.
async fn read(
    request: &HttpRequest,
    payload: web::Payload,
    media_type: &'static str,
) -> Result<Bytes, Error> {
    let announced = request
        .content_type()
        .trim()
        .eq_ignore_ascii_case(media_type);
    let plain = request
        .headers()
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if !announced || !plain {
        return Err(Error::UnsupportedMediaType(media_type));
    }
    timeout(BODY_TIMEOUT, payload.to_bytes_limited(MAX_BODY_BYTES))
        .await
        .map_err(|_| Error::TooSlow)?
        .map_err(|_| Error::TooLarge)?
        .map_err(|_| Error::MalformedBody("The request broke off.".to_owned()))
}

/// Whether each `%` begins an escaped byte, and the bytes are UTF-8. What is not would be stored with
/// replacement characters in it. The pages are in UTF-8, so every browser's form is, too.
fn is_well_encoded(form: &[u8]) -> bool {
    let escapes_are_whole = form
        .split(|&byte| byte == b'%')
        .skip(1)
        .all(|rest| rest.len() >= 2 && rest[..2].iter().all(u8::is_ascii_hexdigit));
    escapes_are_whole && percent_decode(form).decode_utf8().is_ok()
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
