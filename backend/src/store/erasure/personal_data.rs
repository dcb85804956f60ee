//! Finds a person's data, by e-mail address and telephone number.

use std::str::FromStr;

use regex::Regex;
use validator_wasm::PLACEHOLDER_EMAIL;

/// Fewer digits than this do not identify a person.
const MIN_DIGITS: usize = 7;

/// The digits of a North American number, area code included.
const NATIONAL_DIGITS: usize = 10;

/// The marks before an extension, as people type them. RFC 3966 has `;ext=`; a comma is a pause in
/// dialling.
const EXTENSION_MARKS: [&str; 5] = ["ext", "extension", "x", "#", ","];

/// A telephone number: its digits, without the country code 1 and without an extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// A regular expression, for Rust and Postgres, that matches every text with these digits in a
    /// row, whatever is between them.
    #[must_use]
    pub fn loose_pattern(&self) -> String {
        self.joined_by("[^0-9]*")
    }

    fn joined_by(&self, separator: &str) -> String {
        let digits: Vec<String> = self.0.chars().map(String::from).collect();
        digits.join(separator)
    }
}

impl FromStr for PhoneNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = digits(without_extension(text));
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

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The text without an extension at its end, such as `ext. 4`, `x4`, `#4`, or `,,4`. After too few
/// digits it is not taken for one.
#[must_use]
pub fn without_extension(text: &str) -> &str {
    let number = text
        .trim_end_matches([' ', ')'])
        .trim_end_matches(|end: char| end.is_ascii_digit())
        .trim_end_matches([' ', '.', ':', '=']);
    let lower = number.to_ascii_lowercase();
    let has_mark = EXTENSION_MARKS.iter().any(|mark| lower.ends_with(mark));
    if has_mark && digits(number).len() >= MIN_DIGITS {
        number
    } else {
        text
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

/// Matches the data of a person, by all known addresses and numbers.
#[derive(Clone, Debug, Default)]
pub struct PersonalDataMatcher {
    phones: Vec<PhoneNumber>,
    /// Match an address or a number in a text in lower case.
    patterns: Vec<Regex>,
}

impl PersonalDataMatcher {
    /// Adds an address.
    pub fn add_email(&mut self, email: &EmailAddress) {
        // Not within a longer one, such as another person's mary.jane@example.com or
        // jane@example.com.au; dashes and dots may stand around it.
        let address = regex::escape(&email.0);
        let before = "(^|[^a-z0-9._%+-])[._%+-]*";
        let after = "[.-]*($|[^a-z0-9.-])";
        self.patterns
            .extend(Regex::new(&format!("{before}{address}{after}")));
    }

    /// Adds a number.
    pub fn add_phone(&mut self, phone: PhoneNumber) {
        // Two digits of one number are separated by at most `) `, ` - ` or the like.
        let digits = phone.joined_by("[^0-9a-z]{0,3}");
        let pattern = format!("(^|[^0-9])1?{digits}($|[^0-9])");
        self.patterns.extend(Regex::new(&pattern));
        self.phones.push(phone);
    }

    /// The [`PhoneNumber::loose_pattern`]s of all numbers as one. `None` if there is no number.
    #[must_use]
    pub fn loose_phone_pattern(&self) -> Option<String> {
        let patterns: Vec<String> = self.phones.iter().map(PhoneNumber::loose_pattern).collect();
        (!patterns.is_empty()).then(|| patterns.join("|"))
    }

    /// Whether a telephone number, as a visitor typed it, is one of the person's.
    #[must_use]
    pub fn is_phone(&self, typed: &str) -> bool {
        typed
            .parse()
            .is_ok_and(|phone| self.phones.contains(&phone))
    }

    /// Whether the text holds one of the person's addresses or numbers.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.patterns.iter().any(|pattern| pattern.is_match(&lower))
    }
}

#[cfg(test)]
mod tests {
    use super::{EmailAddress, PersonalDataMatcher, PhoneNumber};

    #[test]
    fn a_number_is_its_digits_without_country_code_and_extension() {
        let phone: PhoneNumber = "4045550123".parse().unwrap();
        for text in [
            "404-555-0123",
            "+1 (404) 555.0123",
            "14045550123",
            "404,555,0123",
            "(404) 555-0123 ext 4",
            "(404) 555-0123 (Ext. 4)",
            "404-555-0123 Extension: 4321",
            "404.555.0123x4",
            "404-555-0123 # 4",
            "+14045550123,,4",
            "404-555-0123, ext 4",
            "tel:+1-404-555-0123;ext=4",
        ] {
            assert_eq!(text.parse(), Ok(phone.clone()), "{text}");
        }
        assert_eq!("1555012".parse(), Ok(PhoneNumber("1555012".to_owned())));
        for text in ["", "555-012", "call me"] {
            assert!(text.parse::<PhoneNumber>().is_err(), "{text}");
        }
        for text in [
            "404-555-0124",
            "#404-555-0124",
            "404 555-01234",
            "ext 404-555-0124",
        ] {
            assert_ne!(text.parse(), Ok(phone.clone()), "{text}");
        }
    }

    #[test]
    fn an_address_is_complete_and_not_the_placeholder() {
        let address: EmailAddress = " Jane.Doe@Gmail.com ".parse().unwrap();
        assert_eq!(address.as_str(), "jane.doe@gmail.com");
        for text in ["", "@", "jane", "jane@", validator_wasm::PLACEHOLDER_EMAIL] {
            assert!(text.parse::<EmailAddress>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_person_is_found_in_a_text() {
        let mut person = PersonalDataMatcher::default();
        person.add_email(&"jane.o'doe@gmail.com".parse().unwrap());
        person.add_phone("404-555-0123 ext 4".parse().unwrap());
        for text in [
            "write to JANE.O'DOE@gmail.com",
            "Jane <jane.o'doe@gmail.com>",
            "mailto:jane.o'doe@gmail.com?subject=Oak",
            "- jane.o'doe@gmail.com.",
            "...jane.o'doe@gmail.com...",
            "<a href=\"tel:4045550123\">",
            "call +1 (404) 555 - 0123 soon",
            "tel:+14045550123",
            "404.555.0123x7",
        ] {
            assert!(person.is_in(text), "{text}");
        }
        for text in [
            "",
            "jane@gmail.com",
            "mary-jane.o'doe@gmail.com",
            "mary.jane.o'doe@gmail.com",
            "jane.o'doe@gmail.com.au",
            "jane.o'doe@gmail.company",
            "404-555-01234",
            "9404-555-0123",
            "12 Oak Street 404, then 555-0123",
        ] {
            assert!(!person.is_in(text), "{text}");
        }
    }
}
