//! Email addresses.

use std::{iter, str::FromStr};

use unicode_normalization::UnicodeNormalization;

use crate::text::is_invisible;

/// The characters besides letters and digits that are part of a local part in a text. It ends at
/// others, such as `=` and `/`, which are more often beside an address than in one.
const IN_LOCAL_PARTS: &str = ".!#$%&'+-^_~";

/// Domains whose mailboxes are those of another one.
const SAME_DOMAINS: [(&str, &str); 5] = [
    ("googlemail.com", "gmail.com"),
    ("mac.com", "icloud.com"),
    ("me.com", "icloud.com"),
    ("pm.me", "proton.me"),
    ("protonmail.com", "proton.me"),
];

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

    /// Returns the mailbox with its domain in Unicode, the other way to write it.
    pub fn in_unicode(&self) -> String {
        let (domain, _) = idna::domain_to_unicode(self.domain());
        format!("{}@{domain}", self.local_part())
    }

    /// Finds the addresses in a text, such as a list, a link, or a name with an address in angle
    /// brackets, in their order.
    pub fn all_in(text: &str) -> Vec<Self> {
        let text = joined(text);
        let of_local = |it: char| it.is_alphanumeric() || IN_LOCAL_PARTS.contains(it);
        let of_domain = |it: char| it.is_alphanumeric() || ".-_".contains(it);
        let addresses = text.match_indices('@').filter_map(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + 1..]);
            let start = before.trim_end_matches(of_local).len();
            let local = before[start..].trim_start_matches(['.', '-', '\'']);
            let domain = match after.split_once(']') {
                Some((literal, _)) if literal.starts_with('[') => &after[..=literal.len()],
                _ => {
                    let end = after.find(|it| !of_domain(it)).unwrap_or(after.len());
                    after[..end].trim_end_matches(['.', '-', '_'])
                }
            };
            format!("{local}@{domain}").parse().ok()
        });
        addresses.collect()
    }

    /// Whether a text contains the mailbox, but not within a longer address, such as another
    /// person's `mary.jane@example.com` or `jane@example.com.au`. Dashes and dots may surround it.
    pub fn is_in(&self, text: &str) -> bool {
        let text = joined(text);
        [self.mailbox.clone(), self.in_unicode()]
            .iter()
            .any(|address| {
                text.match_indices(&**address).any(|(start, _)| {
                    let (before, after) = (&text[..start], &text[start + address.len()..]);
                    let before = before.trim_end_matches(|it| IN_LOCAL_PARTS.contains(it));
                    let after = after.trim_start_matches(['.', '-']);
                    let beside = [before.chars().next_back(), after.chars().next()];
                    // Some scripts have no spaces between words.
                    let is_of_word = |it: char| it.is_alphanumeric() && it < '\u{2e80}';
                    !beside.into_iter().flatten().any(is_of_word)
                })
            })
    }

    /// Whether a text contains the address, or one that may be the same mailbox or its spelling:
    /// without its [variants](Self::without_variants), and with words for its signs.
    pub fn is_like_one_in(&self, text: &str) -> bool {
        let words = joined(text).replace(['[', ']', '(', ')', '{', '}', '<', '>'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = words.replace(" at ", "@").replace(" dot ", ".");
        let meant = self.without_variants();
        let all = Self::all_in(&text);
        all.iter()
            .any(|address| address.without_variants() == meant)
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
        let mut user = self.local_part().to_owned();
        // The quotes within the quotes belong to the envelope.
        while let Some(start) = user.trim().strip_prefix('"')
            && let Some(quoted) = start.strip_suffix('"')
        {
            user = unescaped(quoted);
        }
        let user: String = user.nfkc().collect();
        let user = user.split(['+', '-', '=']).find(|part| !part.is_empty());
        let user = user.unwrap_or_default().replace(['.', ' ', '\t'], "");
        let labels: Vec<&str> = self.domain().split('.').collect();
        // `example.co.uk` has three labels of its own.
        let own = match labels[..] {
            [.., kind, country] if country.len() == 2 && kind.len() <= 3 => 3,
            _ => 2,
        };
        let domain = labels[labels.len().saturating_sub(own)..].join(".");
        let same = SAME_DOMAINS.iter().find(|(other, _)| *other == domain);
        format!("{user}@{}", same.map_or(&*domain, |(_, name)| name))
    }
}

impl FromStr for EmailAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const INCOMPLETE: &str = "write a complete address, such as jane@example.com";
        let text = text.replace('＠', "@");
        let shown = text.nfc().filter(|&it| !is_invisible(it));
        let address: String = shown.flat_map(char::to_lowercase).collect();
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

/// Returns the text without the backslashes that quote the characters after them.
fn unescaped(text: &str) -> String {
    let mut chars = text.chars();
    iter::from_fn(|| match chars.next()? {
        '\\' => chars.next(),
        char => Some(char),
    })
    .collect()
}
