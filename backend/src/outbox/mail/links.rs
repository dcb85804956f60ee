//! Links in the owner's email, for use on a phone.

use contact_data::{EmailAddress, PhoneNumber};
use lettre::Address;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use validator_wasm::escaped_html;

/// The characters that a URL component may contain unescaped (RFC 3986, section 2.3).
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The maximum length of an address in a map link, in characters. Programs refuse links longer than 2,048.
const MAX_MAP_CHARS: usize = 150;

/// Returns a link that calls the first number in a text (RFC 3966). `None` if none can be dialed.
pub fn call(phone: &str) -> Option<String> {
    let numbers = PhoneNumber::all_dialable_in(phone);
    numbers.first().map(|it| format!("tel:{}", it.dialed()))
}

/// Returns a link that writes to an address (RFC 6068), with its domain in ASCII. `None` if the
/// text is not an address.
pub fn write_to(email: &str) -> Option<String> {
    let address: Address = email.trim().parse().ok()?;
    let user = utf8_percent_encode(address.user(), COMPONENT);
    let mailbox: EmailAddress = email.parse().ok()?;
    Some(format!("mailto:{user}@{}", mailbox.domain()))
}

/// Returns a link that shows an address on a map: in Google Maps if it is installed on Android or iOS,
/// otherwise in the browser (<https://developers.google.com/maps/documentation/urls/get-started>).
pub fn map(address: &str) -> String {
    let line: Vec<&str> = address.split_whitespace().collect();
    let asked: String = line.join(" ").chars().take(MAX_MAP_CHARS).collect();
    let query = utf8_percent_encode(&asked, COMPONENT);
    format!("https://www.google.com/maps/search/?api=1&query={query}")
}

/// Formats a text as HTML, as a link if there is a URL.
pub fn linked(text: &str, href: Option<&str>) -> String {
    let text = escaped_html(text);
    match href {
        Some(href) => format!(r#"<a href="{}">{text}</a>"#, escaped_html(href)),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{map, write_to};

    #[test]
    fn only_an_address_is_written_to_and_it_brings_no_headers() {
        for (email, href) in [
            (" jane@gmail.com ", Some("mailto:jane@gmail.com")),
            (
                "jane+oak?bcc=x@gmail.com",
                Some("mailto:jane%2Boak%3Fbcc%3Dx@gmail.com"),
            ),
            ("zoë@müller.de", Some("mailto:zo%C3%AB@xn--mller-kva.de")),
            ("jane at gmail", None),
            // Truncated addresses.
            ("jane@gmail.c…", None),
            ("jane@gmail…", None),
            ("jane@gmail.…", None),
            ("jan…", None),
            ("Not provided", None),
        ] {
            assert_eq!(write_to(email).as_deref(), href, "{email}");
        }
    }

    #[test]
    fn a_map_is_asked_for_the_whole_address_as_one_value() {
        const SEARCH: &str = "https://www.google.com/maps/search/?api=1&query=";
        for (address, query) in [
            (
                "12 Oak Street\nDecatur, GA",
                "12%20Oak%20Street%20Decatur%2C%20GA",
            ),
            ("1 A&B #2", "1%20A%26B%20%232"),
            ("Straße 1", "Stra%C3%9Fe%201"),
        ] {
            assert_eq!(map(address), format!("{SEARCH}{query}"));
        }
        assert!(map(&"樹".repeat(10_000)).len() < 2_048);
    }
}
