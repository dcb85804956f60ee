//! The fields of a request's log line that describe its leads, without anything that a visitor typed.

use std::sync::LazyLock;

use regex::Regex;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::leads::site_forms::Saved;

#[derive(Clone, Copy, Debug)]
pub struct LogFields {
    pub leads: usize,
    /// Whether an earlier request with the same idempotency key saved them.
    pub repeated: bool,
    /// The number of leads with an email address.
    pub emails_given: usize,
    /// The number of well-formed addresses. Others block no lead (docs/product.md, section 5).
    pub emails_well_formed: usize,
}

impl LogFields {
    pub fn new(saved: &Saved) -> Self {
        let emails = saved.rows.iter().map(|row| &*row.email);
        let given = emails.filter(|email| *email != PLACEHOLDER_EMAIL);
        Self {
            leads: saved.rows.len(),
            repeated: saved.repeated,
            emails_given: given.clone().count(),
            emails_well_formed: given.filter(|email| is_well_formed_email(email)).count(),
        }
    }
}

fn is_well_formed_email(address: &str) -> bool {
    #[expect(
        clippy::expect_used,
        reason = "the pattern is a constant, and a test reads it"
    )]
    static FORMAT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new("^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@]+$").expect("a valid pattern")
    });
    FORMAT.is_match(address)
}

#[cfg(test)]
mod tests {
    use super::is_well_formed_email;

    #[test]
    fn an_address_has_text_an_at_sign_and_a_dot() {
        assert!(is_well_formed_email("jane.doe@mail.co.uk"));
        assert!(is_well_formed_email("jürgen@bäume.de"));
        for text in [
            "",
            "jane",
            "jane@mail",
            "@mail.com",
            "jane doe@mail.com",
            "a@b@c.d",
        ] {
            assert!(!is_well_formed_email(text), "{text}");
        }
    }
}
