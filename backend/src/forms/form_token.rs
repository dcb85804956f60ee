//! The spam signals of a request: the honeypot, and the form token, a signed timestamp of the
//! opening of the form. Both are optional. A lead without them is accepted like any other.
//!
//! A token contains the milliseconds since 1970: eight bytes, big-endian. It never expires, because
//! a form that was open for a week is not spam.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use actix_web::HttpRequest;
use serde_json::Value;

use crate::{
    config::secret::Secret,
    leads::spam::{FormTokenStatus, RequestSignals},
    web::signed_token::TokenSigner,
};

/// The maximum time that another backend's clock can be ahead of this one.
const CLOCK_TOLERANCE: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub struct FormTokens(TokenSigner);

impl FormTokens {
    /// Derives the signing key from the site's secret. Other servers with the same secret verify
    /// the tokens too.
    pub fn new(secret: &Secret) -> Self {
        Self(TokenSigner::new(secret, "form token"))
    }

    pub(crate) fn issue(&self, now: SystemTime) -> String {
        let since_1970 = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        // 64 bits of milliseconds last for 584 million years.
        let milliseconds = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
        self.0.sign(&milliseconds.to_be_bytes())
    }

    /// Reads the signals from the headers of a request that inserts a row. `x-form-trap` is sent if
    /// the honeypot was filled in.
    pub(crate) fn signals_in_headers(
        &self,
        request: &HttpRequest,
        now: SystemTime,
    ) -> RequestSignals {
        let header = |name| {
            let value = request.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()))
        };
        let (token, honeypot) = (header("x-form-token"), header("x-form-trap"));
        self.signals(token.as_deref(), honeypot.as_deref(), now)
    }

    /// Reads the signals from the fields of a form that the browser sends without JavaScript.
    pub(crate) fn signals_in_form(&self, form: &Value, now: SystemTime) -> RequestSignals {
        let field = |name| form.get(name)?.as_str();
        self.signals(field("form_token"), field("website"), now)
    }

    fn signals(
        &self,
        token: Option<&str>,
        honeypot: Option<&str>,
        now: SystemTime,
    ) -> RequestSignals {
        RequestSignals {
            cross_site: false,
            honeypot_filled: honeypot.is_some_and(|text| !text.trim().is_empty()),
            token: match token.map(str::trim) {
                None | Some("") => FormTokenStatus::Missing,
                Some(token) => self
                    .age(token, now)
                    .map_or(FormTokenStatus::Invalid, FormTokenStatus::Age),
            },
        }
    }

    /// Returns the time since the token was issued. `None` if it was issued with another secret, or
    /// in the future. If a backend whose clock is ahead by up to [`CLOCK_TOLERANCE`] issued the
    /// token, returns the tolerance: a short age would make the visitor look like a program.
    pub fn age(&self, token: &str, now: SystemTime) -> Option<Duration> {
        let milliseconds = u64::from_be_bytes(self.0.verified(token)?);
        let issued = UNIX_EPOCH.checked_add(Duration::from_millis(milliseconds))?;
        match now.duration_since(issued) {
            Ok(age) => Some(age),
            Err(ahead) if ahead.duration() <= CLOCK_TOLERANCE => Some(CLOCK_TOLERANCE),
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{CLOCK_TOLERANCE, FormTokens};
    use crate::config::secret::Secret;

    #[test]
    fn a_token_from_a_clock_that_is_slightly_ahead_counts_as_fresh_and_of_the_future_as_invalid() {
        const MILLISECOND: Duration = Duration::from_millis(1);
        let tokens = FormTokens::new(&Secret::of("secret"));
        let noon = UNIX_EPOCH + Duration::from_hours(500_000);
        for (ahead, age) in [
            (MILLISECOND, Some(CLOCK_TOLERANCE)),
            (CLOCK_TOLERANCE, Some(CLOCK_TOLERANCE)),
            (CLOCK_TOLERANCE + MILLISECOND, None),
        ] {
            let token = tokens.issue(noon + ahead);
            assert_eq!(tokens.age(&token, noon), age);
        }
    }
}
