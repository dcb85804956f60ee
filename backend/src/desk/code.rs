//! The code in a sign-in email.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use super::{Token, tables::links::CodeHashes};

const DIGITS: usize = 10;

/// The ten-digit code of an email. It is valid only in the browser that requested the email. It
/// cannot be printed.
#[derive(Clone, Debug)]
pub struct Code(SecretString);

impl Code {
    pub fn generate() -> Self {
        let number = rand::random_range(0..10_000_000_000_u64);
        Self(format!("{number:0DIGITS$}").into())
    }

    /// Parses a typed code, grouped or not. Returns `None` if the number of digits is wrong.
    pub fn typed(text: &str) -> Option<Self> {
        let digits = text.replace(|it: char| it.is_whitespace() || it == '-', "");
        let is_code = digits.len() == DIGITS && digits.bytes().all(|it| it.is_ascii_digit());
        is_code.then(|| Self(digits.into()))
    }

    /// Returns the digits in two groups, for the email only.
    pub fn in_groups(&self) -> String {
        let (first, second) = self.0.expose_secret().split_at(DIGITS / 2);
        format!("{first} {second}")
    }

    /// Returns the hashes for the database. The code's hash includes the request's token: without
    /// it, all codes could be tried in a moment.
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
