//! Email addresses.

use std::{iter, str::FromStr};

use unicode_normalization::UnicodeNormalization;

use crate::text::is_invisible;

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

    /// Whether a text contains the mailbox, but not within a longer address, such as another
    /// person's `mary.jane@example.com` or `jane@example.com.au`. Dashes and dots may surround it.
    pub fn is_in(&self, text: &str) -> bool {
        let text: String = text.nfc().flat_map(char::to_lowercase).collect();
        [self.mailbox.clone(), self.in_unicode()]
            .iter()
            .any(|address| {
                text.match_indices(&**address).any(|(start, _)| {
                    let (before, after) = (&text[..start], &text[start + address.len()..]);
                    let before = before.trim_end_matches(['.', '_', '%', '+', '-']);
                    let after = after.trim_start_matches(['.', '-']);
                    let beside = [before.chars().next_back(), after.chars().next()];
                    !beside
                        .into_iter()
                        .flatten()
                        .any(|it| it.is_ascii_alphanumeric())
                })
            })
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
        format!("{user}@{domain}")
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

/// Returns the text without the backslashes that quote the characters after them.
fn unescaped(text: &str) -> String {
    let mut chars = text.chars();
    iter::from_fn(|| match chars.next()? {
        '\\' => chars.next(),
        char => Some(char),
    })
    .collect()
}
