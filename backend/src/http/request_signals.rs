//! Reading a request's spam signals: form token and honeypot.
//!
//! Both are optional on the wire. A lead without them is accepted like any other.

use std::time::SystemTime;

use actix_web::HttpRequest;
use serde_json::Value;

use crate::{leads::FormTokens, spam::RequestSignals};

/// The header that brings the form token with a row.
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
        // The site sends texts alone.
        Some(_) => Some("not a text"),
    };
    RequestSignals {
        honeypot_filled: field(HONEYPOT_FIELD).is_some(),
        token: tokens.status(field(TOKEN_FIELD), now),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use actix_web::test::TestRequest;
    use serde_json::{Value, json};

    use crate::{
        config::secret::Secret,
        leads::FormTokens,
        spam::{FormTokenStatus, RequestSignals},
    };

    const AGE: Duration = Duration::from_secs(42);

    fn tokens() -> FormTokens {
        FormTokens::new(&Secret::of("secret"))
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
        super::of_headers(&request, &tokens(), noon())
    }

    fn of_fields(form: &Value) -> RequestSignals {
        super::of_fields(form, &tokens(), noon())
    }

    fn request_signals(honeypot_filled: bool, token: FormTokenStatus) -> RequestSignals {
        RequestSignals {
            honeypot_filled,
            token,
        }
    }

    #[test]
    fn a_lead_without_them_is_accepted() {
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
    fn the_token_gives_the_time_that_the_form_was_open() {
        let expected = request_signals(false, FormTokenStatus::Age(AGE));
        assert_eq!(of_headers(&[("X-Form-Token", &token())]), expected);
        assert_eq!(of_fields(&json!({ "form_token": token() })), expected);
    }

    #[test]
    fn a_token_of_another_secret_is_invalid() {
        let expected = request_signals(false, FormTokenStatus::Invalid);
        assert_eq!(of_headers(&[("X-Form-Token", "forged")]), expected);
        assert_eq!(of_headers(&[("X-Form-Token", "ÿ")]), expected);
        for token in [json!("forged"), json!(1), json!([]), json!(false)] {
            assert_eq!(of_fields(&json!({ "form_token": token })), expected);
        }
    }

    #[test]
    fn any_value_fills_the_honeypot() {
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
