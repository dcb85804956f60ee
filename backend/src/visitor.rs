//! Identifies the visitor behind a request.
//!
//! The browser sends its own id, its session's id and the referrer. Address, user agent and
//! geolocation are the server's own, whatever the browser says about them. Under Global Privacy
//! Control (`Sec-GPC: 1`) nothing is stored that distinguishes one visitor from another.

pub mod geolocation;
pub mod ip_hash;
pub mod rate_limit_key;

use std::{
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

use actix_web::{HttpRequest, http::header};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use tracing::warn;
use utoipa::ToSchema;

use crate::{config, error::Error, secret::Secret, store::rate_limits::RateLimit};
use geolocation::{Geolocation, GeolocationSources};
use ip_hash::IpHasher;
use rate_limit_key::RateLimitKeys;

/// The most characters that a visitor's or a session's id may have: a UUID has 36, a fingerprint
/// 32. The column is indexed, and Postgres takes no index entry over 2,704 bytes (200 characters
/// are 800 at most).
pub const MAX_ID_CHARS: usize = 200;

/// The most characters that are kept of a `User-Agent` header. Real ones have 100 to 300, those of
/// browsers inside other apps up to 500.
pub const MAX_UA_CHARS: usize = 1_024;

/// The most characters that are kept of a referrer. Browsers send the origin alone of a URL over
/// 4,096 characters (W3C Referrer Policy, "Determine request's Referrer").
pub const MAX_REFERRER_CHARS: usize = 4_096;

/// The tracking fields that the browser sends.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct TrackingInput {
    /// A fingerprint's hash or a random UUID.
    #[schema(max_length = 200, example = "8f14e45fceea167a5a36dedd4bea2543")]
    pub visitor_id: Option<String>,
    /// A random UUID, kept as long as the browser's tab.
    #[schema(max_length = 200)]
    pub session_id: Option<String>,
    /// The page that led here, or empty.
    #[schema(example = "https://search.example/")]
    pub referrer: Option<String>,
}

/// The tracking fields that are stored (specification, section 3).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Visitor {
    /// As the browser sent it; nothing under Global Privacy Control.
    #[schema(required)]
    pub visitor_id: Option<String>,
    /// As the browser sent it. It lasts as long as the browser's tab; the cooldown is per session.
    #[schema(required)]
    pub session_id: Option<String>,
    /// A keyed hash of the address; nothing under Global Privacy Control.
    #[schema(required)]
    pub ip_hash: Option<String>,
    /// The `User-Agent` header, cut to 1,024 characters; nothing under Global Privacy Control.
    #[schema(required)]
    pub ua: Option<String>,
    /// As the browser sent it, cut to 4,096 characters.
    #[schema(required)]
    pub referrer: Option<String>,
    /// Geolocation of the address; empty under Global Privacy Control.
    #[serde(flatten)]
    pub geolocation: Geolocation,
}

/// What an address may send; each kind has a limit of its own.
#[derive(Clone, Copy, Debug)]
pub enum RateLimitScope {
    /// Estimate requests, whichever way they come.
    Leads,
    /// Mails that belong to no estimate request.
    Mails,
    /// Clicks on a call button.
    Clicks,
}

const SECONDS_AN_HOUR: u64 = 60 * 60;

/// Seconds until the next hour begins, with which counting starts anew: 1 to 3,600.
#[must_use]
pub fn seconds_left_of_the_hour() -> u32 {
    u32::try_from(SECONDS_AN_HOUR - seconds_since_1970() % SECONDS_AN_HOUR).unwrap_or(1)
}

fn seconds_since_1970() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

/// Identifies visitors and their rate limits.
pub struct VisitorIdentifier {
    hasher: IpHasher,
    rate_limit_keys: RateLimitKeys,
    rate_limits: config::RateLimits,
    trusted_proxies: Vec<IpNet>,
    geolocation: GeolocationSources,
    /// Whether a proxy that is not trusted was warned of.
    warned: AtomicBool,
}

impl VisitorIdentifier {
    /// Hashes addresses with the site's secret.
    #[must_use]
    pub fn new(
        secret: &Secret,
        config: &config::Visitors,
        geolocation: GeolocationSources,
    ) -> Self {
        Self {
            hasher: IpHasher::new(secret),
            rate_limit_keys: RateLimitKeys::new(secret),
            rate_limits: config.rate_limits,
            trusted_proxies: config.trusted_proxies.clone(),
            geolocation,
            warned: AtomicBool::new(false),
        }
    }

    /// The rate limit of the request's address. It holds under Global Privacy Control too: see
    /// [`rate_limit_key`] for what is stored of the address.
    pub fn rate_limit(&self, request: &HttpRequest, scope: RateLimitScope) -> RateLimit {
        let (name, per_hour) = match scope {
            RateLimitScope::Leads => ("leads", self.rate_limits.leads),
            RateLimitScope::Mails => ("mails", self.rate_limits.mails),
            RateLimitScope::Clicks => ("clicks", self.rate_limits.clicks),
        };
        let hour = seconds_since_1970() / SECONDS_AN_HOUR;
        RateLimit {
            key: self
                .client_address(request)
                .map(|address| self.rate_limit_keys.key(name, hour, address)),
            per_hour,
        }
    }

    /// Identifies the visitor behind a request.
    ///
    /// # Errors
    /// [`Error::TooLong`] for an id over [`MAX_ID_CHARS`].
    pub fn visitor(
        &self,
        request: &HttpRequest,
        tracking: TrackingInput,
    ) -> Result<Visitor, Error> {
        let visitor_id = checked_id("visitor_id", tracking.visitor_id)?;
        let session_id = checked_id("session_id", tracking.session_id)?;
        let known = !wants_privacy(request);
        let address = known.then(|| self.client_address(request)).flatten();
        Ok(Visitor {
            visitor_id: visitor_id.filter(|_| known),
            session_id,
            ip_hash: address.map(|address| self.hasher.hash(address)),
            ua: known.then(|| user_agent(request)).flatten(),
            referrer: tracking
                .referrer
                .map(|referrer| cut(referrer, MAX_REFERRER_CHARS)),
            geolocation: address
                .map(|address| self.geolocation(request, address))
                .unwrap_or_default(),
        })
    }

    /// Where the client's address lies. Headers are the proxy's only if a trusted one has sent them.
    fn geolocation(&self, request: &HttpRequest, client: IpAddr) -> Geolocation {
        let from_proxy = request
            .peer_addr()
            .is_some_and(|peer| self.is_trusted(peer.ip().to_canonical()))
            .then(|| request.headers());
        self.geolocation.find(from_proxy, client)
    }

    /// The address that the request came from.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`. Read from the right, the
    /// first address that is no trusted proxy is the client; what stands left of it is the
    /// client's own claim, and need not even be text.
    fn client_address(&self, request: &HttpRequest) -> Option<IpAddr> {
        let mut client = request.peer_addr()?.ip().to_canonical();
        let forwarded: Vec<&[u8]> = request
            .headers()
            .get_all(header::X_FORWARDED_FOR)
            .flat_map(|line| line.as_bytes().split(|&byte| byte == b','))
            .collect();
        if !forwarded.is_empty() && !self.is_trusted(client) && is_private(client) {
            self.warn_of_unknown_proxy();
        }
        for entry in forwarded.into_iter().rev() {
            if !self.is_trusted(client) {
                break;
            }
            match address(entry) {
                Some(previous) => client = previous,
                None => break,
            }
        }
        Some(client)
    }

    /// Once: it is so for every request, or for none.
    fn warn_of_unknown_proxy(&self) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            warn!(
                "visitors come through a proxy that TRUSTED_PROXIES does not name: \
                 they count as one address, and their limits are one"
            );
        }
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies
            .iter()
            .any(|network| network.contains(&address))
    }
}

/// Whether the address is of this machine or a network of its own: visitors' are not, proxies' are.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text.trim_ascii()).ok()?;
    text.trim_matches(['[', ']'])
        .parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
        .map(|address| address.to_canonical())
}

fn wants_privacy(request: &HttpRequest) -> bool {
    request
        .headers()
        .get("sec-gpc")
        .is_some_and(|value| value.as_bytes().trim_ascii() == b"1")
}

fn user_agent(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(header::USER_AGENT)?;
    let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
    Some(cut(text, MAX_UA_CHARS))
}

/// The text's first characters. Too long a text is cut, not refused: it is no reason to lose a lead.
fn cut(mut text: String, max_chars: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(max_chars) {
        text.truncate(end);
    }
    text
}

/// An empty id is none.
fn checked_id(name: &'static str, id: Option<String>) -> Result<Option<String>, Error> {
    match id.filter(|id| !id.is_empty()) {
        Some(id) if id.chars().count() > MAX_ID_CHARS => Err(Error::TooLong(name)),
        id => Ok(id),
    }
}
