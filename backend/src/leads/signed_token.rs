//! Signed tokens: nothing of them is stored, and each server with the site's secret verifies them.
//!
//! | bytes | content |
//! | --- | --- |
//! | 1 | the layout's version |
//! | as its purpose has | the content |
//! | 16 | the first half of the HMAC-SHA-256 of what is before |
//!
//! A token is encoded as base64url without padding.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::config::secret::Secret;

/// The first byte: the version of the layout.
const VERSION: u8 = 1;

/// The part of the HMAC in a token: 128 bits, half of it, is the minimum that RFC 2104 (section 5)
/// recommends.
const TAG_BYTES: usize = 16;

/// Signs and verifies the tokens of one purpose.
#[derive(Clone)]
pub struct TokenSigner(Hmac<Sha256>);

impl TokenSigner {
    /// Derives the key of a purpose from the site's secret.
    pub fn new(secret: &Secret, purpose: &str) -> Self {
        Self(secret.mac(purpose))
    }

    /// The token of a content.
    pub fn sign(&self, content: &[u8]) -> String {
        let mut token = vec![VERSION];
        token.extend(content);
        let tag = self.0.clone().chain_update(&token).finalize().into_bytes();
        token.extend(&tag[..TAG_BYTES]);
        BASE64_URL_SAFE_NO_PAD.encode(token)
    }

    /// The content of a token. `None` when it has another length, or was signed with another secret or for
    /// another purpose.
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
