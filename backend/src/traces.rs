//! How a person is found in a text: by e-mail address and telephone number.

use std::str::FromStr;

use regex::Regex;
use validator_wasm::{PLACEHOLDER_EMAIL, escaped_html};

/// Fewer digits than this are no number that would mean one person.
const MIN_DIGITS: usize = 7;

/// The digits of a North American number, area code included.
const NATIONAL_DIGITS: usize = 10;

/// A telephone number, without what stands between its digits and without the country code 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneDigits(String);

impl PhoneDigits {
    /// The digits.
    #[must_use]
    pub fn national(&self) -> &str {
        &self.0
    }

    /// The digits, with the country code before them.
    #[must_use]
    pub fn international(&self) -> String {
        format!("1{}", self.0)
    }
}

impl FromStr for PhoneDigits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if digits.len() < MIN_DIGITS {
            return Err(format!(
                "a number with at least {MIN_DIGITS} digits is needed"
            ));
        }
        Ok(Self(match digits.strip_prefix('1') {
            Some(national) if national.len() == NATIONAL_DIGITS => national.to_owned(),
            _ => digits,
        }))
    }
}

/// An e-mail address, trimmed and in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for EmailAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = text.trim().to_lowercase();
        if address == PLACEHOLDER_EMAIL {
            return Err("that is what stands for no e-mail: everybody's".to_owned());
        }
        let (name, domain) = address.split_once('@').unwrap_or_default();
        if name.is_empty() || domain.is_empty() {
            return Err("a whole address is needed, such as jane@example.com".to_owned());
        }
        Ok(Self(address))
    }
}

/// What a person is found by in texts.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    emails: Vec<String>,
    phones: Vec<Regex>,
}

impl Traces {
    /// Adds an address.
    pub fn add_email(&mut self, email: &EmailAddress) {
        // As it is, and as it stands in HTML.
        self.emails.push(email.0.clone());
        self.emails.push(escaped_html(&email.0));
    }

    /// Adds a number.
    pub fn add_phone(&mut self, phone: &PhoneDigits) {
        let digits: Vec<String> = phone.0.chars().map(String::from).collect();
        // Between two digits of one number stand at most `) `, ` - ` or the like.
        let digits = digits.join("[^0-9A-Za-z]{0,3}");
        let pattern = format!("(^|[^0-9])1?{digits}($|[^0-9])");
        self.phones.extend(Regex::new(&pattern));
    }

    /// Whether the text holds one of them.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.emails.iter().any(|email| lower.contains(email))
            || self.phones.iter().any(|phone| phone.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use validator_wasm::escaped_html;

    use super::{EmailAddress, PhoneDigits, Traces};

    #[test]
    fn a_number_is_its_digits() {
        for text in ["404-555-0123", "+1 (404) 555.0123", "14045550123"] {
            let phone: PhoneDigits = text.parse().unwrap();
            assert_eq!(phone.national(), "4045550123", "{text}");
            assert_eq!(phone.international(), "14045550123");
        }
        assert_eq!(
            "1555012".parse::<PhoneDigits>().unwrap().national(),
            "1555012"
        );
        for text in ["", "555-012", "call me"] {
            assert!(text.parse::<PhoneDigits>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_is_whole_and_somebodys() {
        let address: EmailAddress = " Jane.Doe@Gmail.com ".parse().unwrap();
        assert_eq!(address.as_str(), "jane.doe@gmail.com");
        for text in ["", "@", "jane", "jane@", validator_wasm::PLACEHOLDER_EMAIL] {
            assert!(text.parse::<EmailAddress>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_person_is_found_in_a_text() {
        let mut traces = Traces::default();
        traces.add_email(&"jane.o'doe@gmail.com".parse().unwrap());
        traces.add_phone(&"404-555-0123".parse().unwrap());
        for text in [
            "<td>JANE.O'DOE@gmail.com</td>",
            &escaped_html("jane.o'doe@gmail.com"),
            "<a href=\"tel:4045550123\">",
            "call +1 (404) 555 - 0123 soon",
            "tel:+14045550123",
            "404.555.0123",
        ] {
            assert!(traces.are_in(text), "{text}");
        }
        for text in [
            "",
            "jane@gmail.com",
            "404-555-01234",
            "9404-555-0123",
            "12 Oak Street 404, then 555-0123",
        ] {
            assert!(!traces.are_in(text), "{text}");
        }
    }
}
