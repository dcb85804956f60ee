//! Reads a request's spam signals: form token and honeypot.
//!
//! Both are optional. A lead without them is accepted like any other.

use std::time::SystemTime;

use actix_web::HttpRequest;
use serde_json::Value;

use super::form_token::FormTokens;
use crate::leads::spam::RequestSignals;

/// The header with the form token of a row.
const TOKEN_HEADER: &str = "x-form-token";

/// The header that is sent with a row if the honeypot was filled in.
const HONEYPOT_HEADER: &str = "x-form-trap";

/// The form token's name among a form's fields.
const TOKEN_FIELD: &str = "form_token";

/// The honeypot's name among a form's fields.
const HONEYPOT_FIELD: &str = "website";

/// Reads the headers of a request that inserts a row.
pub fn of_headers(request: &HttpRequest, tokens: &FormTokens, now: SystemTime) -> RequestSignals {
    let header = |name| {
        request
            .headers()
            .get(name)
            .map(|value| value.as_bytes().trim_ascii())
            .filter(|value| !value.is_empty())
    };
    let token = header(TOKEN_HEADER).map(|value| str::from_utf8(value).unwrap_or_default());
    RequestSignals {
        honeypot_filled: header(HONEYPOT_HEADER).is_some(),
        token: tokens.status(token, now),
    }
}

/// Reads the fields of a form, sent as JSON or by the browser without JavaScript.
pub fn of_fields(form: &Value, tokens: &FormTokens, now: SystemTime) -> RequestSignals {
    let field = |name| match form.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.trim()).filter(|text| !text.is_empty()),
        // The site sends only texts.
        Some(_) => Some("not a text"),
    };
    RequestSignals {
        honeypot_filled: field(HONEYPOT_FIELD).is_some(),
        token: tokens.status(field(TOKEN_FIELD), now),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use actix_web::test::TestRequest;
    use serde_json::json;

    use super::{of_fields, of_headers};
    use crate::{
        config::secret::Secret,
        forms::form_token::FormTokens,
        leads::spam::{
            FormTokenStatus::{Age, Invalid, Missing},
            RequestSignals,
        },
    };

    const AGE: Duration = Duration::from_secs(42);

    #[test]
    fn headers_and_fields_may_be_missing_and_any_value_fills_the_honeypot() {
        let noon = UNIX_EPOCH + Duration::from_hours(500_000);
        let tokens = FormTokens::new(&Secret::of("secret"));
        let issued = &*tokens.issue(noon - AGE);
        for (headers, honeypot_filled, token) in [
            (vec![], false, Missing),
            (
                vec![("X-Form-Token", " "), ("X-Form-Trap", "")],
                false,
                Missing,
            ),
            (vec![("X-Form-Token", issued)], false, Age(AGE)),
            (vec![("X-Form-Token", "forged")], false, Invalid),
            (vec![("X-Form-Token", "ÿ")], false, Invalid),
            (
                vec![("X-Form-Token", issued), ("X-Form-Trap", "filled")],
                true,
                Age(AGE),
            ),
        ] {
            let request = headers
                .iter()
                .fold(TestRequest::default(), |request, header| {
                    request.insert_header(*header)
                })
                .to_http_request();
            let expected = RequestSignals {
                honeypot_filled,
                token,
            };
            let read = of_headers(&request, &tokens, noon);
            assert_eq!(read, expected, "{headers:?}");
        }
        for (form, honeypot_filled, token) in [
            (json!({}), false, Missing),
            (json!({ "form_token": "", "website": " " }), false, Missing),
            (
                json!({ "form_token": null, "website": null }),
                false,
                Missing,
            ),
            (json!([]), false, Missing),
            (json!("website"), false, Missing),
            (json!({ "form_token": issued }), false, Age(AGE)),
            (json!({ "form_token": "forged" }), false, Invalid),
            (json!({ "form_token": 1 }), false, Invalid),
            (json!({ "form_token": [] }), false, Invalid),
            (json!({ "form_token": false }), false, Invalid),
            (
                json!({ "form_token": issued, "website": "https://x.example" }),
                true,
                Age(AGE),
            ),
            (
                json!({ "form_token": issued, "website": "0" }),
                true,
                Age(AGE),
            ),
            (
                json!({ "form_token": issued, "website": true }),
                true,
                Age(AGE),
            ),
        ] {
            let expected = RequestSignals {
                honeypot_filled,
                token,
            };
            assert_eq!(of_fields(&form, &tokens, noon), expected, "{form}");
        }
    }
}
