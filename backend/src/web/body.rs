//! Reads JSON or a form from a request's body, within limits. What is large is parsed as the type that it
//! should be, and is counted before.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use actix_web::{
    HttpMessage, HttpRequest,
    dev::Payload,
    http::{StatusCode, header},
    web::{BytesMut, Data},
};
use futures_util::StreamExt;
use percent_encoding::percent_decode;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout, timeout_at},
};

use super::{
    client_address::ClientAddresses,
    error::RequestError,
    limits::{LARGE_BODIES_PER_ADDRESS, MAX_LARGE_BODIES, PROGRESS_BYTES, SMALL_BODY_BYTES},
    networks::NetworkShares,
};
use crate::config::Deadlines;

static LARGE_BODIES: Semaphore = Semaphore::const_new(MAX_LARGE_BODIES);

static SHARES: LazyLock<Arc<NetworkShares>> =
    LazyLock::new(|| NetworkShares::new(LARGE_BODIES_PER_ADDRESS));

pub const JSON: &str = "application/json";
pub const FORM: &str = "application/x-www-form-urlencoded";

/// The most fields of a form. A browser's has twenty.
const MAX_FIELDS: usize = 100;

/// Reads the fields of `T` from a JSON object of at most `max_bytes`. Unknown keys are ignored.
pub async fn object<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: Payload,
    max_bytes: usize,
) -> Result<T, RequestError> {
    let bytes = read(request, payload, JSON, max_bytes).await?;
    let fields = json(&bytes)?;
    // serde would read a struct from an array, too.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(RequestError::malformed(
            "The request must be a JSON object.",
        ));
    }
    fields.ok_or_else(wrong_field)
}

/// Parses JSON, which must not contain a NUL character. Returns `None` if it is not the JSON of a `T`.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<Option<T>, RequestError> {
    if holds_nul(bytes) {
        return Err(RequestError::nul_character());
    }
    match serde_json::from_slice(bytes) {
        Ok(value) => Ok(Some(value)),
        Err(cause) if cause.is_data() => Ok(None),
        Err(_) if bytes.is_empty() => Err(RequestError::malformed("Empty or invalid json")),
        // serde_json's own message would repeat a part of the body. The position is enough.
        Err(cause) => Err(RequestError::malformed(format!(
            "Empty or invalid json (line {}, column {})",
            cause.line(),
            cause.column()
        ))),
    }
}

/// Parses a form that a browser sends without JavaScript, as an object of texts without NUL
/// characters. If a name occurs twice, its last value counts.
pub fn form(bytes: &[u8]) -> Result<Value, RequestError> {
    if !is_well_encoded(bytes) {
        return Err(RequestError::malformed(
            "The form is not encoded as browsers encode it.",
        ));
    }
    if bytes.contains(&0) || bytes.windows(3).any(|it| it == b"%00") {
        return Err(RequestError::nul_character());
    }
    let fields: serde_json::Map<_, _> = url::form_urlencoded::parse(bytes)
        .take(MAX_FIELDS)
        // Browsers write line breaks as CR LF in such a form, and as LF everywhere else.
        .map(|(name, text)| (name.into_owned(), text.replace("\r\n", "\n").into()))
        .collect();
    Ok(fields.into())
}

/// Reads the fields of `T` from a [`form`]. Other fields are ignored.
pub fn fields<T: DeserializeOwned>(form: &Value) -> Result<T, RequestError> {
    T::deserialize(form).map_err(|_| wrong_field())
}

fn wrong_field() -> RequestError {
    RequestError::malformed("A field of the request is missing or has the wrong type.")
}

/// Reads a body of this media type, of at most `max_bytes`.
pub async fn read(
    request: &HttpRequest,
    payload: Payload,
    media_type: &'static str,
    max_bytes: usize,
) -> Result<BytesMut, RequestError> {
    let announced = request
        .content_type()
        .trim()
        .eq_ignore_ascii_case(media_type);
    let plain = request
        .headers()
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    if !announced || !plain {
        return Err(RequestError::with_code(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "PGRST102",
            format!("The Content-Type must be {media_type}."),
        ));
    }
    let deadlines: Deadlines = request.app_data().copied().unwrap_or_default();
    timeout(
        deadlines.body,
        collect(request, payload, &deadlines, max_bytes),
    )
    .await
    .map_err(|_| too_slow("The request", deadlines.body))?
}

async fn collect(
    request: &HttpRequest,
    mut payload: Payload,
    deadlines: &Deadlines,
    max_bytes: usize,
) -> Result<BytesMut, RequestError> {
    let mut body = BytesMut::new();
    // The deadline for the next part of a large body, and the length that completes the part.
    let mut due = None;
    loop {
        let chunk = match due {
            None => payload.next().await,
            Some((time, _)) => timeout_at(time, payload.next())
                .await
                .map_err(|_| too_slow("A part of the request", deadlines.body_part))?,
        };
        let Some(chunk) = chunk else {
            return Ok(body);
        };
        let chunk = chunk.map_err(|_| {
            RequestError::malformed("The request ended before its body was complete.")
        })?;
        let length = body.len() + chunk.len();
        if length > max_bytes {
            return Err(RequestError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The request is larger than {max_bytes} bytes."),
            ));
        }
        if due.is_none() && length > SMALL_BODY_BYTES {
            wait_for_place(request).await;
        }
        if length > SMALL_BODY_BYTES && due.is_none_or(|(_, bytes)| length >= bytes) {
            let time = Instant::now() + deadlines.body_part;
            due = Some((time, length + PROGRESS_BYTES));
        }
        body.extend_from_slice(&chunk);
    }
}

fn too_slow(what: &str, limit: Duration) -> RequestError {
    let sentence = format!(
        "{what} took longer than {} seconds to arrive.",
        limit.as_secs()
    );
    RequestError::new(StatusCode::REQUEST_TIMEOUT, sentence)
}

/// Waits until a large body may be read. The request holds its permit until it has been handled.
async fn wait_for_place(request: &HttpRequest) {
    let addresses = request.app_data::<Data<ClientAddresses>>();
    let share = match addresses.and_then(|it| it.find(request)) {
        Some(address) => Some(SHARES.wait(address).await),
        None => None,
    };
    let permit = LARGE_BODIES.acquire().await.ok();
    request.extensions_mut().insert((share, permit));
}

/// Whether each `%` begins an escaped byte, and the bytes are UTF-8. Other bytes would be stored as
/// replacement characters. The pages are in UTF-8, so every browser's form is too.
fn is_well_encoded(form: &[u8]) -> bool {
    let escapes_are_whole = form
        .split(|&byte| byte == b'%')
        .skip(1)
        .all(|rest| rest.len() >= 2 && rest[..2].iter().all(u8::is_ascii_hexdigit));
    escapes_are_whole && percent_decode(form).decode_utf8().is_ok()
}

/// Whether a text in JSON contains a NUL character, which is always escaped there.
fn holds_nul(mut json: &[u8]) -> bool {
    while let Some(escape) = json.iter().position(|&byte| byte == b'\\') {
        json = &json[escape + 1..];
        if json.starts_with(b"u0000") {
            return true;
        }
        // The escaped character may be a backslash.
        json = json.get(1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use std::{iter, time::Duration};

    use actix_web::{dev::Payload, http::header::ContentType, test::TestRequest, web::Bytes};
    use futures_util::{StreamExt, stream};
    use tokio::time::sleep;

    use super::{JSON, read};
    use crate::web::limits::MAX_BODY_BYTES;

    #[tokio::test(start_paused = true)]
    async fn a_large_body_has_a_least_rate() {
        let body = serde_json::to_vec(&"x".repeat(40_000)).unwrap();
        let sent = async |bytes_a_second| {
            let (beginning, rest) = body.split_at(20_000);
            let parts = iter::once(beginning).chain(rest.chunks(bytes_a_second));
            let parts: Vec<_> = parts.map(Bytes::copy_from_slice).collect();
            let parts = stream::iter(parts).then(async |part| {
                sleep(Duration::from_secs(1)).await;
                Ok(part)
            });
            let request = TestRequest::default().insert_header(ContentType::json());
            let payload: Payload = Payload::Stream {
                payload: Box::pin(parts),
            };
            read(&request.to_http_request(), payload, JSON, MAX_BODY_BYTES).await
        };
        let late = "A part of the request took longer than 3 seconds to arrive.";
        assert_eq!(sent(100).await.unwrap_err().sentence, late);
        assert!(sent(5_000).await.is_ok());
    }
}
