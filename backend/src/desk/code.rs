//! The code in a sign-in mail.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use super::{Token, tables::links::CodeHashes};

/// The number of digits.
const DIGITS: usize = 8;

/// The code of a mail: eight digits, to be typed where the mail was asked for. It cannot be printed.
#[derive(Clone, Debug)]
pub struct Code(SecretString);

impl Code {
    /// Generates a new code.
    pub fn generate() -> Self {
        let number = rand::random_range(0..100_000_000_u32);
        Self(format!("{number:0DIGITS$}").into())
    }

    /// Reads a typed code, in groups or not. `None` if the number of digits is wrong.
    pub fn typed(text: &str) -> Option<Self> {
        let is_separator = |character: char| character.is_whitespace() || character == '-';
        let digits: String = text.chars().filter(|it| !is_separator(*it)).collect();
        let is_code = digits.len() == DIGITS && digits.bytes().all(|it| it.is_ascii_digit());
        is_code.then(|| Self(digits.into()))
    }

    /// The digits in two groups, for the mail only.
    pub fn in_groups(&self) -> String {
        let (first, second) = self.0.expose_secret().split_at(DIGITS / 2);
        format!("{first} {second}")
    }

    /// The hashes in the database. The code's has the request's token: without that, all codes can be tried in a
    /// moment.
    pub fn hashes(&self, request: &Token) -> CodeHashes {
        let code = Sha256::new()
            .chain_update(request.text())
            .chain_update(self.0.expose_secret())
            .finalize();
        CodeHashes {
            request: request.hash(),
            code: code.into(),
        }
    }
}
