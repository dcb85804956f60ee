//! Spam signals of the request that brings a lead: form token and honeypot.
//!
//! All of it is optional on the wire. A lead without it is taken like any other.

use std::time::{Duration, SystemTime};

use actix_web::HttpRequest;
use serde_json::Value;

use crate::form_token::FormTokens;

/// The header that brings the time token with a row.
pub const TOKEN_HEADER: &str = "x-form-token";

/// The header that says of a row that the field that nobody sees was filled in.
pub const HONEYPOT_HEADER: &str = "x-form-trap";

/// The time token's name among a form's fields.
pub const TOKEN_FIELD: &str = "form_token";

/// The name of the field that nobody sees.
pub const HONEYPOT_FIELD: &str = "website";

/// The spam signals of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestSignals {
    /// Whether the field that nobody sees was filled in.
    pub honeypot_filled: bool,
    /// The time token.
    pub token: FormTokenStatus,
}

/// The state of a request's form token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormTokenStatus {
    /// There is none.
    Missing,
    /// It was not issued here.
    Invalid,
    /// How long the form was open.
    Age(Duration),
}

impl RequestSignals {
    /// Reads the headers that come with a row.
    #[must_use]
    pub fn of_headers(request: &HttpRequest, tokens: &FormTokens, now: SystemTime) -> Self {
        let header = |name| {
            request
                .headers()
                .get(name)
                .map(|value| value.as_bytes().trim_ascii())
                .filter(|value| !value.is_empty())
        };
        let token = header(TOKEN_HEADER).map(|value| str::from_utf8(value).unwrap_or_default());
        Self {
            honeypot_filled: header(HONEYPOT_HEADER).is_some(),
            token: FormTokenStatus::of(token, tokens, now),
        }
    }

    /// Reads the keys that come with a form, sent as JSON or by the browser itself.
    #[must_use]
    pub fn of_fields(form: &Value, tokens: &FormTokens, now: SystemTime) -> Self {
        let field = |name| match form.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.trim()).filter(|text| !text.is_empty()),
            // The site sends texts alone.
            Some(_) => Some("not a text"),
        };
        Self {
            honeypot_filled: field(HONEYPOT_FIELD).is_some(),
            token: FormTokenStatus::of(field(TOKEN_FIELD), tokens, now),
        }
    }
}

impl FormTokenStatus {
    fn of(token: Option<&str>, tokens: &FormTokens, now: SystemTime) -> Self {
        token.map_or(Self::Missing, |token| {
            tokens.age(token, now).map_or(Self::Invalid, Self::Age)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{
        path::Path,
        time::{Duration, SystemTime, UNIX_EPOCH},
    };

    use actix_web::test::TestRequest;
    use serde_json::{Value, json};

    use super::{FormTokenStatus, RequestSignals};
    use crate::{form_token::FormTokens, secret::Secret};

    const AGE: Duration = Duration::from_secs(42);

    fn tokens() -> FormTokens {
        FormTokens::new(&Secret::load(Some(&"secret".into()), Path::new("unused")).unwrap())
    }

    fn noon() -> SystemTime {
        UNIX_EPOCH + Duration::from_hours(500_000)
    }

    fn token() -> String {
        tokens().issue(noon() - AGE)
    }

    fn of_headers(headers: &[(&'static str, &str)]) -> RequestSignals {
        let request = headers
            .iter()
            .fold(TestRequest::default(), |request, header| {
                request.insert_header(*header)
            })
            .to_http_request();
        RequestSignals::of_headers(&request, &tokens(), noon())
    }

    fn of_fields(form: &Value) -> RequestSignals {
        RequestSignals::of_fields(form, &tokens(), noon())
    }

    fn request_signals(honeypot_filled: bool, token: FormTokenStatus) -> RequestSignals {
        RequestSignals {
            honeypot_filled,
            token,
        }
    }

    #[test]
    fn a_lead_may_come_without() {
        let none = request_signals(false, FormTokenStatus::Missing);
        assert_eq!(of_headers(&[]), none);
        assert_eq!(
            of_headers(&[("X-Form-Token", " "), ("X-Form-Trap", "")]),
            none
        );
        for form in [
            json!({}),
            json!({ "form_token": "", "website": " " }),
            json!({ "form_token": null, "website": null }),
            json!([]),
            json!("website"),
        ] {
            assert_eq!(of_fields(&form), none, "{form}");
        }
    }

    #[test]
    fn the_token_tells_how_long_the_form_was_open() {
        let expected = request_signals(false, FormTokenStatus::Age(AGE));
        assert_eq!(of_headers(&[("X-Form-Token", &token())]), expected);
        assert_eq!(of_fields(&json!({ "form_token": token() })), expected);
    }

    #[test]
    fn a_token_that_is_none_of_ours_is_invalid() {
        let expected = request_signals(false, FormTokenStatus::Invalid);
        assert_eq!(of_headers(&[("X-Form-Token", "forged")]), expected);
        assert_eq!(of_headers(&[("X-Form-Token", "ÿ")]), expected);
        for token in [json!("forged"), json!(1), json!([]), json!(false)] {
            assert_eq!(of_fields(&json!({ "form_token": token })), expected);
        }
    }

    #[test]
    fn whatever_stands_in_the_trap_has_filled_it() {
        let expected = request_signals(true, FormTokenStatus::Age(AGE));
        assert_eq!(
            of_headers(&[("X-Form-Token", &token()), ("X-Form-Trap", "filled")]),
            expected
        );
        for filled in [json!("https://x.example"), json!("0"), json!(true)] {
            let form = json!({ "form_token": token(), "website": filled });
            assert_eq!(of_fields(&form), expected, "{form}");
        }
    }
}
