//! The secret of a link or a session.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// 32 random bytes: as many guesses as a key of 256 bits takes.
const BYTES: usize = 32;

/// The secret of a link or a session: 32 random bytes as base64url. It does not print.
#[derive(Clone, Debug)]
pub struct Token(SecretString);

impl Token {
    /// Makes a new one.
    pub fn generate() -> Self {
        // `rand`'s generator is a cryptographic one, and seeded by the system.
        let bytes: [u8; BYTES] = rand::random();
        Self(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
    }

    /// Takes what a client sent. Any text will do: what was never generated has the hash of nothing.
    pub fn sent(text: &str) -> Self {
        Self(text.into())
    }

    /// The token, for its link or cookie alone.
    pub fn text(&self) -> &str {
        self.0.expose_secret()
    }

    /// Its SHA-256, which the database has. (No salt and no slow hash, as passwords need: nobody guesses
    /// 256 random bits.)
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.text().as_bytes()).into()
    }
}
