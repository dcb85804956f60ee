//! Finds a person's data, by e-mail address and telephone number.

use std::{collections::BTreeSet, str::FromStr, sync::LazyLock};

use regex::Regex;
use validator_wasm::PLACEHOLDER_EMAIL;

/// Fewer digits than this do not identify a person.
pub const MIN_DIGITS: u8 = 7;

/// Nor do more: E.164 allows 15, and some are dialled before them.
const MAX_DIGITS: usize = 20;

/// The digits of a North American number, area code included.
const NATIONAL_DIGITS: usize = 10;

/// The marks before an extension, as people type them. RFC 3966 has `;ext=`; a comma is a pause in
/// dialling.
const EXTENSION_MARKS: [&str; 5] = ["ext", "extension", "x", "#", ","];

/// A telephone number: its digits, without the country code 1 and without an extension.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// Its digits, without the country code and with it.
    pub fn digits(&self) -> [String; 2] {
        [self.0.clone(), format!("1{}", self.0)]
    }

    /// How the digits of this number begin wherever it is typed, with the country code and without: two
    /// times [`MIN_DIGITS`] digits.
    pub fn starts(&self) -> [String; 2] {
        self.digits()
            .map(|digits| digits[..usize::from(MIN_DIGITS)].to_owned())
    }
}

impl FromStr for PhoneNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = digits(without_extension(text));
        if !(usize::from(MIN_DIGITS)..=MAX_DIGITS).contains(&digits.len()) {
            return Err(format!(
                "a number with at least {MIN_DIGITS} digits is needed, and at most {MAX_DIGITS}"
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
pub fn without_extension(text: &str) -> &str {
    let number = text
        .trim_end_matches([' ', ')'])
        .trim_end_matches(|end: char| end.is_ascii_digit())
        .trim_end_matches([' ', '.', ':', '=']);
    let lower = number.to_ascii_lowercase();
    let has_mark = EXTENSION_MARKS.iter().any(|mark| lower.ends_with(mark));
    if has_mark && digits(number).len() >= usize::from(MIN_DIGITS) {
        number
    } else {
        text
    }
}

/// An e-mail address, trimmed and in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// The address.
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

/// Matches the data of a person, by all known addresses and numbers. It searches for them as they are:
/// a pattern made of what a visitor typed could have any size.
#[derive(Clone, Debug, Default)]
pub struct PersonalDataMatcher {
    /// The addresses.
    pub emails: BTreeSet<EmailAddress>,
    /// The numbers.
    pub phones: BTreeSet<PhoneNumber>,
}

impl PersonalDataMatcher {
    /// Whether a telephone number, as a visitor typed it, is one of the person's.
    pub fn is_phone(&self, typed: &str) -> bool {
        typed
            .parse()
            .is_ok_and(|phone| self.phones.contains(&phone))
    }

    /// Whether the text holds one of the person's addresses or numbers.
    pub fn is_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.emails.iter().any(|email| holds_email(&text, email))
            || JOINED_DIGITS
                .find_iter(&text)
                .any(|found| self.holds_phone(found.as_str()))
    }

    /// Whether groups of digits are one of the numbers, not within a longer one. The country code may be
    /// before it.
    fn holds_phone(&self, joined: &str) -> bool {
        let groups: Vec<&str> = joined
            .split(|char: char| !char.is_ascii_digit())
            .filter(|group| !group.is_empty())
            .collect();
        (0..groups.len()).any(|start| {
            let mut digits = String::new();
            let mut groups = groups[start..].iter();
            while digits.len() <= MAX_DIGITS
                && let Some(group) = groups.next()
            {
                digits.push_str(group);
                let is_found = |PhoneNumber(number): &PhoneNumber| {
                    digits == *number || digits.strip_prefix('1') == Some(number)
                };
                if self.phones.iter().any(is_found) {
                    return true;
                }
            }
            false
        })
    }
}

/// Matches groups of digits in a text in lower case that may be of one number: between two of them are at
/// most three characters, such as `) ` or ` - `, and no letter.
#[expect(
    clippy::expect_used,
    reason = "the pattern is a constant, and tests read it"
)]
static JOINED_DIGITS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("[0-9]+(?:[^0-9a-z]{1,3}[0-9]+)*").expect("a valid pattern"));

/// Whether a text in lower case holds an address, not within a longer one, such as another person's
/// `mary.jane@example.com` or `jane@example.com.au`; dashes and dots may stand around it.
fn holds_email(text: &str, EmailAddress(address): &EmailAddress) -> bool {
    let is_alphanumeric = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.match_indices(&**address).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + address.len()..]);
        let before = before.trim_end_matches(['.', '_', '%', '+', '-']);
        let after = after.trim_start_matches(['.', '-']);
        let neighbours = [before.chars().next_back(), after.chars().next()];
        !neighbours.iter().flatten().any(is_alphanumeric)
    })
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
        for text in ["", "555-012", "call me", &"4045550123".repeat(1_470)] {
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
        person
            .emails
            .insert("jane.o'doe@gmail.com".parse().unwrap());
        person.phones.insert("404-555-0123 ext 4".parse().unwrap());
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
            "4045550123",
            "1 404555 0123",
            "5 4045550123 4045550123",
            "2026-11-23: 404 555 0123",
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
            "404 .... 555 0123",
            "404x555x0123",
            "214045550123",
            &"4045550123".repeat(1_470),
        ] {
            assert!(!person.is_in(text), "{text}");
        }
    }
}
