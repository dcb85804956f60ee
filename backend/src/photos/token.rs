//! The photo token. Its holder may add photos to one lead, see and remove them, and see the lead's
//! confirmation.
//!
//! The browser that sent the lead has a token in a cookie, and the auto-reply has another one in a
//! link. A visitor typed that email's address, so it may be a stranger's. Therefore neither token
//! shows the photos of the other, they are signed with different keys, and only the browser's token
//! shows the fields of the form. No token is stored: each server with the secret can verify it.
//!
//! A token contains the 16 bytes of the lead's id and the expiry time: seconds since 1970, eight
//! bytes, big-endian. It has 55 characters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use super::source::PhotoSource;
use crate::{config::secret::Secret, web::signed_token::TokenSigner};

pub const BROWSER_TIMEOUT: Duration = Duration::from_hours(24);

pub const LINK_TIMEOUT: Duration = Duration::from_hours(7 * 24);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoAccess {
    pub lead: Uuid,
    /// The source of the photos that the holder adds, sees, and removes: the browser or a link.
    pub source: PhotoSource,
}

#[derive(Clone)]
pub struct PhotoTokens {
    browser: TokenSigner,
    link: TokenSigner,
}

impl PhotoTokens {
    /// Derives the signing keys from the site's secret, so that other servers with the same secret
    /// verify the tokens, too.
    pub fn new(secret: &Secret) -> Self {
        Self {
            browser: TokenSigner::new(secret, "photo token"),
            link: TokenSigner::new(secret, "photo link"),
        }
    }

    pub fn issue(&self, lead: Uuid, source: PhotoSource, expires: SystemTime) -> String {
        let signer = match source {
            PhotoSource::Link => &self.link,
            _ => &self.browser,
        };
        let expires = expires.duration_since(UNIX_EPOCH).unwrap_or_default();
        signer.sign(&[&lead.as_bytes()[..], &expires.as_secs().to_be_bytes()].concat())
    }

    /// Returns the rights that a token gives. `None` if it has expired or was issued with another secret.
    pub fn access(&self, token: &str, now: SystemTime) -> Option<PhotoAccess> {
        let (source, content) = match self.browser.verified::<24>(token) {
            Some(content) => (PhotoSource::Visitor, content),
            None => (PhotoSource::Link, self.link.verified(token)?),
        };
        let (lead, expires) = content.split_first_chunk()?;
        let expires = Duration::from_secs(u64::from_be_bytes(expires.try_into().ok()?));
        let lead = Uuid::from_bytes(*lead);
        (now < UNIX_EPOCH.checked_add(expires)?).then_some(PhotoAccess { lead, source })
    }
}
