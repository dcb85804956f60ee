//! The secret of a link or a session.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// The number of random bytes: as hard to guess as a 256-bit key.
const BYTES: usize = 32;

/// The secret of a link or a session: 32 random bytes as base64url. It cannot be printed.
#[derive(Clone, Debug)]
pub struct Token(SecretString);

impl Token {
    pub fn generate() -> Self {
        // `rand`'s generator is cryptographic and seeded by the operating system.
        let bytes: [u8; BYTES] = rand::random();
        Self(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
    }

    /// Wraps a token that a client sent. Any text is accepted: the hash of a token that was never
    /// generated matches nothing.
    pub fn sent(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns the token, only for its link or cookie.
    pub fn text(&self) -> &str {
        self.0.expose_secret()
    }

    /// Returns the SHA-256 that the database stores. 256 random bits cannot be guessed: the hash
    /// needs no salt and need not be slow.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.text().as_bytes()).into()
    }
}
