//! The photo token. Its holder may add photos to one lead, see and remove them, and see the lead's
//! confirmation.
//!
//! The browser that sent the lead has a token in a cookie, and the customer's link ([`link`](super::link))
//! has another one. A visitor typed the address that the link is sent to, so it may be a stranger's.
//! Therefore neither token shows the photos of the other, they are signed with different keys, and only
//! the browser's token shows the fields of the form. No token is stored: each server with the secret can
//! verify it.
//!
//! A token contains the 16 bytes of the lead's id and a time, eight bytes, big-endian: when the browser's
//! token expires, in seconds since 1970, or when the link was made, in microseconds. It has 55 characters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::source::PhotoSource;
use crate::{config::secret::Secret, web::signed_token::TokenSigner};

pub const BROWSER_TIMEOUT: Duration = Duration::from_hours(24);

/// How long the links of version 1.0 are valid, which contain when they expire.
const TIMED_LINK_TIMEOUT: Duration = Duration::from_hours(7 * 24);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoAccess {
    pub lead: Uuid,
    /// The source of the photos that the holder adds, sees, and removes: the browser or a link.
    pub source: PhotoSource,
}

/// The content of a verified token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoToken {
    pub access: PhotoAccess,
    /// When the link was made: see [`link::is_valid`](super::link::is_valid). `None` for the browser's token.
    pub link_made_at: Option<DateTime<Utc>>,
}

#[derive(Clone)]
pub struct PhotoTokens {
    browser: TokenSigner,
    link: TokenSigner,
    timed_link: TokenSigner,
}

impl PhotoTokens {
    /// Derives the signing keys from the site's secret, so that other servers with the same secret
    /// verify the tokens, too.
    pub fn new(secret: &Secret) -> Self {
        Self {
            browser: TokenSigner::new(secret, "photo token"),
            link: TokenSigner::new(secret, "customer link"),
            timed_link: TokenSigner::new(secret, "photo link"),
        }
    }

    /// Issues the token of the browser that sent a lead.
    pub fn issue(&self, lead: Uuid, expires: SystemTime) -> String {
        let expires = expires.duration_since(UNIX_EPOCH).unwrap_or_default();
        (self.browser).sign(&[&lead.as_bytes()[..], &expires.as_secs().to_be_bytes()].concat())
    }

    pub fn issue_link(&self, lead: Uuid, made_at: DateTime<Utc>) -> String {
        let made_at = made_at.timestamp_micros().to_be_bytes();
        self.link.sign(&[&lead.as_bytes()[..], &made_at].concat())
    }

    /// Returns a token's content. `None` if it has expired or was issued with another secret.
    pub fn read(&self, token: &str, now: SystemTime) -> Option<PhotoToken> {
        let parsed = |signer: &TokenSigner, source| {
            let content = signer.verified::<24>(token)?;
            let (lead, time) = content.split_first_chunk()?;
            let lead = Uuid::from_bytes(*lead);
            let time = i64::from_be_bytes(time.try_into().ok()?);
            Some((PhotoAccess { lead, source }, time))
        };
        if let Some((access, micros)) = parsed(&self.link, PhotoSource::Link) {
            return Some(PhotoToken {
                access,
                link_made_at: Some(DateTime::from_timestamp_micros(micros)?),
            });
        }
        let browser = parsed(&self.browser, PhotoSource::Visitor);
        let (access, seconds) = browser.or_else(|| parsed(&self.timed_link, PhotoSource::Link))?;
        let expires = DateTime::from_timestamp(seconds, 0)?;
        let is_link = access.source == PhotoSource::Link;
        (DateTime::<Utc>::from(now) < expires).then(|| PhotoToken {
            access,
            link_made_at: is_link.then(|| expires - TIMED_LINK_TIMEOUT),
        })
    }
}
