//! What a request's log line says about its leads: nothing that a visitor typed.

use std::sync::LazyLock;

use regex::Regex;
use validator_wasm::PLACEHOLDER_EMAIL;

use crate::leads::Saved;

/// What a request's log line says about its leads.
#[derive(Clone, Copy, Debug)]
pub struct LeadLog {
    /// How many are saved.
    pub leads: usize,
    /// Whether they were saved before, under the same idempotency key.
    pub repeated: bool,
    /// How many have an e-mail address.
    pub emails_given: usize,
    /// How many of these addresses are well-formed. It is logged and never blocks a lead
    /// (docs/product.md, section 5).
    pub emails_well_formed: usize,
}

impl LeadLog {
    /// Describes saved leads.
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
