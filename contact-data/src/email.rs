//! Email addresses.

use std::str::FromStr;

use unicode_normalization::UnicodeNormalization;

use crate::text::is_invisible;

/// The characters besides letters and digits that are part of a local part in a text. It ends at
/// others, such as `=` and `/`, which are more often beside an address than in one.
const IN_LOCAL_PARTS: &str = ".!#$%&'+-^_~";

/// An email address. Two are equal if they are the same mailbox, regardless of case and of whether
/// the domain is written in Unicode or in ASCII (punycode).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress {
    mailbox: String,
    at: usize,
}

impl EmailAddress {
    /// Returns the mailbox: in lower case, with its domain in ASCII (RFC 5890).
    pub fn mailbox(&self) -> &str {
        &self.mailbox
    }

    /// Returns the part before the `@`, in lower case. It may be non-ASCII (RFC 6531).
    pub fn local_part(&self) -> &str {
        &self.mailbox[..self.at]
    }

    /// Returns the domain, in ASCII.
    pub fn domain(&self) -> &str {
        &self.mailbox[self.at + 1..]
    }

    /// Finds the addresses in a text, such as a list, a link, or a name with an address in angle brackets.
    pub fn all_in(text: &str) -> Vec<Self> {
        let text = joined(text);
        // Some scripts have no spaces between words.
        let is_letter = |it: char| it.is_alphanumeric() && it < '\u{2e80}';
        let of_local = |it: char| is_letter(it) || IN_LOCAL_PARTS.contains(it);
        let found = text.match_indices('@').filter_map(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + 1..]);
            let start = before.trim_end_matches(of_local).len();
            let local = before[start..].trim_start_matches(['.', '-', '\'']);
            // An IP address is in brackets.
            let signs = if after.starts_with('[') {
                ".:[]"
            } else {
                ".-_"
            };
            let of_domain = |it: char| is_letter(it) || signs.contains(it);
            let end = after.find(|it| !of_domain(it)).unwrap_or(after.len());
            let domain = after[..end].trim_end_matches(['.', '-', '_']);
            format!("{local}@{domain}").parse().ok()
        });
        let found: Vec<Self> = found.collect();
        if found.is_empty() {
            return Vec::from_iter(text.parse());
        }
        found
    }

    /// Returns the addresses in a text, [without variants](Self::without_variants), also those with words
    /// for signs.
    pub fn all_like_in(text: &str) -> Vec<String> {
        let words = joined(text).replace(['[', ']', '(', ')', '{', '}', '<', '>'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let all = Self::all_in(&words.replace(" at ", "@").replace(" dot ", "."));
        all.iter().map(Self::without_variants).collect()
    }

    /// Returns letters and digits that each spelling of the mailbox in ASCII or Unicode has, in this order.
    pub fn letters(&self) -> String {
        let mailbox = self.without_variants();
        let readable = mailbox.split("xn--").next().unwrap_or_default();
        readable.replace(|it: char| !it.is_ascii_alphanumeric(), "")
    }

    /// Whether the domain is an IP address, as in `jane@[192.0.2.1]` (RFC 5321, section 4.1.3).
    pub fn is_at_ip_address(&self) -> bool {
        let last = self.domain().rsplit('.').next().unwrap_or_default();
        last.ends_with(']') || last.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Returns the mailbox without its other spellings, as far as they can be detected. A quoted
    /// local part is the text in its quotes (RFC 5321, section 4.1.2), and some providers deliver
    /// `jane.doe+trees@`, `janedoe-trees@`, and `janedoe@trees.example.com` to `janedoe@example.com`.
    /// Different mailboxes can have the same result.
    pub fn without_variants(&self) -> String {
        let mut parts = self.local_part().split(['+', '-', '=']);
        let user = parts.find(|part| !part.is_empty()).unwrap_or_default();
        let user = user.replace(['.', ' ', '\t'], "");
        let labels: Vec<&str> = self.domain().split('.').collect();
        // `example.co.uk` has three labels of its own.
        let own = match labels[..] {
            [.., kind, country] if country.len() == 2 && kind.len() <= 3 => 3,
            _ => 2,
        };
        let domain = labels[labels.len().saturating_sub(own)..].join(".");
        match &*domain {
            "googlemail.com" => format!("{user}@gmail.com"),
            domain => format!("{user}@{domain}"),
        }
    }
}

impl FromStr for EmailAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const INCOMPLETE: &str = "write a complete address, such as jane@example.com";
        let address = joined(text);
        let (local, domain) = address.trim().rsplit_once('@').ok_or(INCOMPLETE)?;
        let domain = idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_owned());
        let (local, domain) = (local.trim(), domain.trim().trim_end_matches('.'));
        if local.is_empty() || domain.is_empty() {
            return Err(INCOMPLETE);
        }
        Ok(Self {
            mailbox: format!("{local}@{domain}"),
            at: local.len(),
        })
    }
}

/// Returns a text in the form in which addresses are found: in lower case, with narrow letters for
/// full-width ones, and without quotes, invisible characters, and spaces around an `@`.
fn joined(text: &str) -> String {
    let shown = text
        .nfkc()
        .filter(|&it| !is_invisible(it) && !"\"\\".contains(it));
    let text: String = shown.flat_map(char::to_lowercase).collect();
    text.split('@').map(str::trim).collect::<Vec<_>>().join("@")
}
