//! The form token: a signed timestamp of a form's opening.
//!
//! The browser fetches one and sends it with the form. So the server knows how long the form took
//! to fill in, without storing anything or trusting the browser's clock. A token holds a time and
//! nothing about the visitor, and it never expires: a form that was open for a week is no spam.
//!
//! Its content are the milliseconds since 1970: eight bytes, big-endian. It has 34 characters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::signed_token::TokenSigner;
use crate::{config::secret::Secret, spam::FormTokenStatus};

/// How far another backend's clock may be ahead of this one. Clocks set by NTP differ by
/// milliseconds; a minute allows for one that was not set since the machine woke up.
const CLOCK_TOLERANCE: Duration = Duration::from_mins(1);

/// Issues and verifies tokens.
#[derive(Clone)]
pub struct FormTokens(TokenSigner);

impl FormTokens {
    /// Derives the signing key from the site's secret: other servers with the same secret verify
    /// the tokens too.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        Self(TokenSigner::new(secret, "form token"))
    }

    /// Issues a token for the time `now`.
    pub(crate) fn issue(&self, now: SystemTime) -> String {
        let since_1970 = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        // 64 bits of milliseconds last for 584 million years.
        let milliseconds = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
        self.0.sign(&milliseconds.to_be_bytes())
    }

    /// The state of the token that a request brought.
    #[must_use]
    pub fn status(&self, token: Option<&str>, now: SystemTime) -> FormTokenStatus {
        token.map_or(FormTokenStatus::Missing, |token| {
            self.age(token, now)
                .map_or(FormTokenStatus::Invalid, FormTokenStatus::Age)
        })
    }

    /// The time since the token was issued. `None` when it was issued with another secret, or in
    /// the future.
    ///
    /// A token from the next [`CLOCK_TOLERANCE`] was issued by a backend whose clock is ahead. Its
    /// age is unknown and at most the tolerance, which is what is returned: a short age would make
    /// the visitor look like a program.
    #[must_use]
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
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

    use super::{CLOCK_TOLERANCE, FormTokens};
    use crate::config::secret::Secret;

    fn tokens(secret: &str) -> FormTokens {
        FormTokens::new(&Secret::of(secret))
    }

    fn noon() -> SystemTime {
        UNIX_EPOCH + Duration::from_hours(500_000)
    }

    #[test]
    fn every_server_with_the_secret_reads_the_age_of_a_token() {
        let token = tokens("secret").issue(noon());
        for age in [0, 1, 2_999, 60_000, 7 * 24 * 3_600_000].map(Duration::from_millis) {
            assert_eq!(tokens("secret").age(&token, noon() + age), Some(age));
        }
        assert_eq!(tokens("other").age(&token, noon()), None);
    }

    #[test]
    fn a_token_has_34_characters_that_need_no_escapes() {
        let token = tokens("secret").issue(noon());
        assert_eq!(token.len(), 34);
        assert!(
            token
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'),
            "{token}"
        );
    }

    #[test]
    fn a_token_from_a_clock_that_is_slightly_ahead_counts_as_fresh() {
        for ahead in [Duration::from_millis(1), CLOCK_TOLERANCE] {
            let token = tokens("secret").issue(noon() + ahead);
            assert_eq!(tokens("secret").age(&token, noon()), Some(CLOCK_TOLERANCE));
        }
    }

    #[test]
    fn a_token_from_the_future_is_invalid() {
        let ahead = CLOCK_TOLERANCE + Duration::from_millis(1);
        let token = tokens("secret").issue(noon() + ahead);
        assert_eq!(tokens("secret").age(&token, noon()), None);
    }

    #[test]
    fn a_token_with_any_other_bit_is_invalid() {
        let tokens = tokens("secret");
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(tokens.issue(noon())).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut forged = bytes.clone();
            forged[bit / 8] ^= 1 << (bit % 8);
            let forged = BASE64_URL_SAFE_NO_PAD.encode(forged);
            assert_eq!(tokens.age(&forged, noon()), None, "bit {bit}");
        }
    }

    #[test]
    fn a_token_that_is_cut_or_lengthened_is_invalid() {
        let tokens = tokens("secret");
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(tokens.issue(noon())).unwrap();
        for length in 0..bytes.len() {
            let cut = BASE64_URL_SAFE_NO_PAD.encode(&bytes[..length]);
            assert_eq!(tokens.age(&cut, noon()), None, "{length} bytes");
        }
        let longer = BASE64_URL_SAFE_NO_PAD.encode([&bytes[..], &[0]].concat());
        assert_eq!(tokens.age(&longer, noon()), None);
    }

    #[test]
    fn other_texts_are_invalid() {
        for text in ["", " ", "1", "null", "ÄÖÜ", "====", &"A".repeat(100_000)] {
            assert_eq!(tokens("secret").age(text, noon()), None);
        }
    }
}
