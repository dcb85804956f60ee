//! The form token: a signed timestamp of when a form was opened.
//!
//! The browser fetches one and sends it with the form, so that the server knows how long the form was
//! open. A token contains nothing about the visitor, and it never expires: a form that was open for a
//! week is not spam.
//!
//! Its content is the milliseconds since 1970: eight bytes, big-endian. It has 34 characters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{config::secret::Secret, leads::spam::FormTokenStatus, web::signed_token::TokenSigner};

/// How far another backend's clock may be ahead of this one.
const CLOCK_TOLERANCE: Duration = Duration::from_mins(1);

/// Issues and verifies tokens.
#[derive(Clone)]
pub struct FormTokens(TokenSigner);

impl FormTokens {
    /// Derives the signing key from the site's secret: other servers with the same secret verify
    /// the tokens too.
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
    pub fn status(&self, token: Option<&str>, now: SystemTime) -> FormTokenStatus {
        token.map_or(FormTokenStatus::Missing, |token| {
            self.age(token, now)
                .map_or(FormTokenStatus::Invalid, FormTokenStatus::Age)
        })
    }

    /// The time since the token was issued. `None` when it was issued with another secret, or in
    /// the future. A backend whose clock is ahead issued a token from the next [`CLOCK_TOLERANCE`]:
    /// its age is returned as the tolerance, since with a short one the visitor would look like a program.
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
