//! The code in a sign-in mail.

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use super::Token;

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

    /// The hash in the database: SHA-256 of the request's token and the code. All codes can be
    /// tried in a moment, but nobody who reads the database has the token.
    pub fn hash(&self, request: &Token) -> [u8; 32] {
        Sha256::new()
            .chain_update(request.text())
            .chain_update(self.0.expose_secret())
            .finalize()
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Token};

    #[test]
    fn a_code_is_typed_in_any_groups_and_has_eight_digits() {
        let request = Token::sent("request");
        let hash = |text| Code::typed(text).map(|code| code.hash(&request));
        let expected = hash("01234567");
        assert!(expected.is_some());
        for text in ["0123 4567", " 0123-4567\n", "01 23 45 67"] {
            assert_eq!(hash(text), expected, "{text}");
        }
        for text in ["", "1234567", "012345678", "0123456a", "0123 456٧"] {
            assert!(hash(text).is_none(), "{text}");
        }
        assert_ne!(hash("01234568"), expected);
        let another = Token::sent("another request");
        assert_ne!(
            Code::typed("01234567").map(|it| it.hash(&another)),
            expected
        );
    }

    #[test]
    fn a_new_code_is_what_is_read_in_the_mail() {
        let (code, request) = (Code::generate(), Token::generate());
        let typed = Code::typed(&code.in_groups()).unwrap();
        assert_eq!(typed.hash(&request), code.hash(&request));
        assert_eq!(code.in_groups().len(), 9);
    }
}
