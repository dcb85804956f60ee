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
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
    use uuid::Uuid;

    use super::PhotoTokens;
    use crate::config::secret::Secret;

    const SECOND: Duration = Duration::from_secs(1);

    fn tokens(secret: &str) -> PhotoTokens {
        PhotoTokens::new(&Secret::of(secret))
    }

    fn noon() -> SystemTime {
        UNIX_EPOCH + Duration::from_hours(500_000)
    }

    #[test]
    fn every_server_with_the_secret_reads_the_lead_of_a_token_until_it_expires() {
        let lead = Uuid::now_v7();
        let token = tokens("secret").issue(lead, noon());
        assert_eq!(tokens("secret").lead(&token, noon() - SECOND), Some(lead));
        assert_eq!(tokens("secret").lead(&token, noon()), None);
        assert_eq!(tokens("other").lead(&token, noon() - SECOND), None);
    }

    #[test]
    fn a_token_has_55_characters_that_need_no_escapes() {
        let token = tokens("secret").issue(Uuid::now_v7(), noon());
        assert_eq!(token.len(), 55);
        assert!(
            token
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'),
            "{token}"
        );
    }

    #[test]
    fn a_token_with_any_other_bit_or_length_is_invalid() {
        let tokens = tokens("secret");
        let token = tokens.issue(Uuid::now_v7(), noon());
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).unwrap();
        let is_valid = |bytes: &[u8]| {
            let token = BASE64_URL_SAFE_NO_PAD.encode(bytes);
            tokens.lead(&token, noon() - SECOND).is_some()
        };
        assert!(is_valid(&bytes));
        for bit in 0..bytes.len() * 8 {
            let mut forged = bytes.clone();
            forged[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_valid(&forged), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(!is_valid(&bytes[..length]), "{length} bytes");
        }
        assert!(!is_valid(&[&bytes[..], &[0]].concat()));
        for text in ["", "null", "ÄÖÜ", "====", &"A".repeat(100_000)] {
            assert_eq!(tokens.lead(text, noon() - SECOND), None);
        }
    }

    #[test]
    fn a_form_token_is_no_photo_token() {
        let form_token = crate::leads::FormTokens::new(&Secret::of("secret")).issue(noon());
        assert_eq!(tokens("secret").lead(&form_token, noon()), None);
    }
}
