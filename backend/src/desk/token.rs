//! The secret of a link or a session.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// 32 random bytes: as hard to guess as a 256-bit key.
const BYTES: usize = 32;

/// The secret of a link or a session: 32 random bytes as base64url. It cannot be printed.
#[derive(Clone, Debug)]
pub struct Token(SecretString);

impl Token {
    /// Generates a new token.
    pub fn generate() -> Self {
        // `rand`'s generator is cryptographic, and seeded by the system.
        let bytes: [u8; BYTES] = rand::random();
        Self(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
    }

    /// Takes what a client sent. Any text is accepted: if it was never generated, its hash matches nothing.
    pub fn sent(text: &str) -> Self {
        Self(text.into())
    }

    /// The token, only for its link or cookie.
    pub fn text(&self) -> &str {
        self.0.expose_secret()
    }

    /// Its SHA-256, which the database stores. Nobody guesses 256 random bits: it needs no salt and no slow hash.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.text().as_bytes()).into()
    }
}
