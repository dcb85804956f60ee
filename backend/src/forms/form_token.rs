//! The form token: a signed timestamp of when a form was opened.
//!
//! The browser fetches one and sends it with the form. This tells the server how long the form took to
//! fill in, without storing anything or trusting the browser's clock. A token contains a time and
//! nothing about the visitor, and it never expires: a form that was open for a week is not spam.
//!
//! Its content is the milliseconds since 1970: eight bytes, big-endian. It has 34 characters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{config::secret::Secret, leads::spam::FormTokenStatus, web::signed_token::TokenSigner};

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

    /// The state of a request's token.
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
        assert_eq!(token.len(), 34);
        for age in [0, 1, 2_999, 60_000, 7 * 24 * 3_600_000].map(Duration::from_millis) {
            assert_eq!(tokens("secret").age(&token, noon() + age), Some(age));
        }
        assert_eq!(tokens("other").age(&token, noon()), None);
    }

    #[test]
    fn a_token_from_a_clock_that_is_slightly_ahead_counts_as_fresh_and_of_the_future_as_invalid() {
        const MILLISECOND: Duration = Duration::from_millis(1);
        for (ahead, age) in [
            (MILLISECOND, Some(CLOCK_TOLERANCE)),
            (CLOCK_TOLERANCE, Some(CLOCK_TOLERANCE)),
            (CLOCK_TOLERANCE + MILLISECOND, None),
        ] {
            let token = tokens("secret").issue(noon() + ahead);
            assert_eq!(tokens("secret").age(&token, noon()), age);
        }
    }
}
