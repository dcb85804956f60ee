//! Reads a request's spam signals: form token and honeypot.
//!
//! Both are optional. A lead without them is accepted like any other.

use std::time::SystemTime;

use actix_web::HttpRequest;
use serde_json::Value;

use super::form_token::FormTokens;
use crate::leads::spam::RequestSignals;

/// Reads the headers of a request that inserts a row. `x-form-trap` is sent if the honeypot was
/// filled in.
pub fn of_headers(request: &HttpRequest, tokens: &FormTokens, now: SystemTime) -> RequestSignals {
    let header = |name| {
        let value = request.headers().get(name)?;
        Some(String::from_utf8_lossy(value.as_bytes()))
    };
    let (token, honeypot) = (header("x-form-token"), header("x-form-trap"));
    signals(token.as_deref(), honeypot.as_deref(), tokens, now)
}

/// Reads the fields of a form that the browser sends without JavaScript.
pub fn of_fields(form: &Value, tokens: &FormTokens, now: SystemTime) -> RequestSignals {
    let field = |name| form.get(name)?.as_str();
    signals(field("form_token"), field("website"), tokens, now)
}

/// A blank text counts as missing.
fn signals(
    token: Option<&str>,
    honeypot: Option<&str>,
    tokens: &FormTokens,
    now: SystemTime,
) -> RequestSignals {
    let filled = |text: Option<&'_ str>| text.is_some_and(|it| !it.trim().is_empty());
    RequestSignals {
        honeypot_filled: filled(honeypot),
        token: tokens.status(token.map(str::trim).filter(|it| !it.is_empty()), now),
    }
}
