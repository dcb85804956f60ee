//! Signed tokens. They are not stored, and each server with the site's secret can verify them.
//!
//! A token is the layout's version (a byte), its content, and the first half of the HMAC-SHA-256 of
//! both (16 bytes), in base64url without padding.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::config::secret::Secret;

const VERSION: u8 = 1;

/// The length of the HMAC in a token: 128 bits, half of the full length, which is the minimum that
/// RFC 2104 (section 5) recommends.
const TAG_BYTES: usize = 16;

#[derive(Clone)]
pub struct TokenSigner(Hmac<Sha256>);

impl TokenSigner {
    pub fn new(secret: &Secret, purpose: &str) -> Self {
        Self(secret.mac(purpose))
    }

    pub fn sign(&self, content: &[u8]) -> String {
        let mut token = vec![VERSION];
        token.extend(content);
        let tag = self.0.clone().chain_update(&token).finalize().into_bytes();
        token.extend(&tag[..TAG_BYTES]);
        BASE64_URL_SAFE_NO_PAD.encode(token)
    }

    /// Returns the content of a token. `None` if it has another length, or was signed with another
    /// secret or for another purpose.
    pub fn verified<const BYTES: usize>(&self, token: &str) -> Option<[u8; BYTES]> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signed, tag) = bytes.split_at_checked(1 + BYTES)?;
        // A shorter tag would be easier to guess.
        if tag.len() != TAG_BYTES {
            return None;
        }
        let mac = self.0.clone().chain_update(signed);
        // Compares in constant time.
        mac.verify_truncated_left(tag).ok()?;
        let content = signed.strip_prefix(&[VERSION])?;
        content.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

    use super::TokenSigner;
    use crate::config::secret::Secret;

    fn signer(purpose: &str) -> TokenSigner {
        TokenSigner::new(&Secret::of("secret"), purpose)
    }

    #[test]
    fn a_token_is_of_one_purpose_and_needs_no_escapes() {
        let token = signer("one").sign(b"content");
        assert_eq!(signer("one").verified(&token), Some(*b"content"));
        assert_eq!(signer("other").verified::<7>(&token), None);
        let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        assert!(token.bytes().all(is_safe), "{token}");
    }

    #[test]
    fn a_token_with_any_other_bit_or_length_is_invalid() {
        let signer = signer("one");
        let bytes = BASE64_URL_SAFE_NO_PAD
            .decode(signer.sign(b"content"))
            .unwrap();
        let is_valid = |bytes: &[u8]| {
            let token = BASE64_URL_SAFE_NO_PAD.encode(bytes);
            signer.verified::<7>(&token).is_some()
        };
        for bit in 0..bytes.len() * 8 {
            let mut forged = bytes.clone();
            forged[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_valid(&forged), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(!is_valid(&bytes[..length]), "{length} bytes");
        }
        assert!(!is_valid(&[&bytes[..], &[0]].concat()));
        for text in ["", " ", "1", "null", "ÄÖÜ", "====", &"A".repeat(100_000)] {
            assert_eq!(signer.verified::<7>(text), None, "{text}");
        }
    }
}
