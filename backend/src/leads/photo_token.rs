//! The photo token: who has it may add photographs to one lead, and see and remove those that visitors
//! added.
//!
//! The browser that sent the lead has it in a cookie, and the auto-reply has it in a link. It is good
//! for nothing else of the lead. Nothing is stored: each server with the secret can verify it.
//!
//! Its content are the 16 bytes of the lead's id, and when it expires: seconds since 1970, eight bytes,
//! big-endian. It has 55 characters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use super::signed_token::TokenSigner;
use crate::config::secret::Secret;

/// How long the token of the browser that sent the lead is good.
pub const BROWSER_TIMEOUT: Duration = Duration::from_hours(24);

/// How long the token of an auto-reply's link is good.
pub const LINK_TIMEOUT: Duration = Duration::from_hours(7 * 24);

/// Issues and verifies tokens.
#[derive(Clone)]
pub struct PhotoTokens(TokenSigner);

impl PhotoTokens {
    /// Derives the signing key from the site's secret: other servers with the same secret verify
    /// the tokens too.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        Self(TokenSigner::new(secret, "photo token"))
    }

    /// Issues a token for a lead's photographs that is good until `expires`.
    #[must_use]
    pub fn issue(&self, lead: Uuid, expires: SystemTime) -> String {
        let expires = expires.duration_since(UNIX_EPOCH).unwrap_or_default();
        let expires = expires.as_secs().to_be_bytes();
        self.0.sign(&[&lead.as_bytes()[..], &expires].concat())
    }

    /// The lead that a token is for. `None` when it has expired, or was issued with another secret.
    #[must_use]
    pub fn lead(&self, token: &str, now: SystemTime) -> Option<Uuid> {
        let content = self.0.verified::<24>(token)?;
        let (lead, expires) = content.split_first_chunk()?;
        let expires = Duration::from_secs(u64::from_be_bytes(expires.try_into().ok()?));
        (now < UNIX_EPOCH.checked_add(expires)?).then(|| Uuid::from_bytes(*lead))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use uuid::Uuid;

    use super::PhotoTokens;
    use crate::config::secret::Secret;

    #[test]
    fn every_server_with_the_secret_reads_the_lead_of_a_token_until_it_expires() {
        let tokens = |secret| PhotoTokens::new(&Secret::of(secret));
        let lead = Uuid::now_v7();
        let noon = UNIX_EPOCH + Duration::from_hours(500_000);
        let before = noon - Duration::from_secs(1);
        let token = tokens("secret").issue(lead, noon);
        assert_eq!(token.len(), 55);
        assert_eq!(tokens("secret").lead(&token, before), Some(lead));
        assert_eq!(tokens("secret").lead(&token, noon), None);
        assert_eq!(tokens("other").lead(&token, before), None);
    }
}
