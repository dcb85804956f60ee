//! Who is asking, as far as they let us know.
//!
//! The browser tells an id of its own, its session's id and where it came from; the server adds
//! what it sees itself, whatever the browser claims of that. Under Global Privacy Control
//! (`Sec-GPC: 1`) nothing is kept that could tell one visitor from another.

pub mod flood_key;
pub mod ip_hash;
pub mod place;

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
use flood_key::FloodKeys;
use ip_hash::IpHasher;
use place::{Place, Places};

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

/// What the browser tells of itself.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct Claims {
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

/// What is kept of a visitor (specification, section 3).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Visitor {
    /// As the browser tells it; nothing under Global Privacy Control.
    #[schema(required)]
    pub visitor_id: Option<String>,
    /// As the browser tells it. It lasts as long as the browser's tab, and the cooldown needs it.
    #[schema(required)]
    pub session_id: Option<String>,
    /// A keyed hash of the address; nothing under Global Privacy Control.
    #[schema(required)]
    pub ip_hash: Option<String>,
    /// The `User-Agent` header, cut to 1,024 characters; nothing under Global Privacy Control.
    #[schema(required)]
    pub ua: Option<String>,
    /// As the browser tells it, cut to 4,096 characters.
    #[schema(required)]
    pub referrer: Option<String>,
    /// Where the address lies; empty under Global Privacy Control.
    #[serde(flatten)]
    pub place: Place,
}

/// What is limited by address, each by itself.
#[derive(Clone, Copy, Debug)]
pub enum Door {
    /// Estimate requests, whichever way they come.
    Leads,
    /// Mails that belong to no estimate request.
    Mails,
    /// Clicks on a call button.
    Clicks,
}

const SECONDS_AN_HOUR: u64 = 60 * 60;

/// How long it is until the hour is over, within which requests are counted: 1 to 3,600.
#[must_use]
pub fn seconds_left_of_the_hour() -> u32 {
    u32::try_from(SECONDS_AN_HOUR - seconds_since_1970() % SECONDS_AN_HOUR).unwrap_or(1)
}

fn seconds_since_1970() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

/// Tells visitors apart.
pub struct Recognition {
    hasher: IpHasher,
    flood_keys: FloodKeys,
    flood: config::Flood,
    trusted_proxies: Vec<IpNet>,
    places: Places,
    /// Whether a proxy that is not trusted was warned of.
    warned: AtomicBool,
}

impl Recognition {
    /// A recognition by the site's secret and as configured.
    #[must_use]
    pub fn new(secret: &Secret, config: &config::Visitors, places: Places) -> Self {
        Self {
            hasher: IpHasher::new(secret),
            flood_keys: FloodKeys::new(secret),
            flood: config.flood,
            trusted_proxies: config.trusted_proxies.clone(),
            places,
            warned: AtomicBool::new(false),
        }
    }

    /// What may come through a door from where the request came from. It holds under Global
    /// Privacy Control too: see [`flood_key`] for what is kept of the address.
    pub fn rate_limit(&self, request: &HttpRequest, door: Door) -> RateLimit {
        let (name, per_hour) = match door {
            Door::Leads => ("leads", self.flood.leads),
            Door::Mails => ("mails", self.flood.mails),
            Door::Clicks => ("clicks", self.flood.clicks),
        };
        let hour = seconds_since_1970() / SECONDS_AN_HOUR;
        RateLimit {
            key: self
                .client_address(request)
                .map(|address| self.flood_keys.key(name, hour, address)),
            per_hour,
        }
    }

    /// The visitor behind a request.
    ///
    /// # Errors
    /// [`Error::TooLong`] for an id over [`MAX_ID_CHARS`].
    pub fn visitor(&self, request: &HttpRequest, claims: Claims) -> Result<Visitor, Error> {
        let visitor_id = checked_id("visitor_id", claims.visitor_id)?;
        let session_id = checked_id("session_id", claims.session_id)?;
        let known = !wants_privacy(request);
        let address = known.then(|| self.client_address(request)).flatten();
        Ok(Visitor {
            visitor_id: visitor_id.filter(|_| known),
            session_id,
            ip_hash: address.map(|address| self.hasher.hash(address)),
            ua: known.then(|| user_agent(request)).flatten(),
            referrer: claims
                .referrer
                .map(|referrer| cut(referrer, MAX_REFERRER_CHARS)),
            place: address
                .map(|address| self.place(request, address))
                .unwrap_or_default(),
        })
    }

    /// Where the client's address lies. Headers are the proxy's only if a trusted one has sent them.
    fn place(&self, request: &HttpRequest, client: IpAddr) -> Place {
        let from_proxy = request
            .peer_addr()
            .is_some_and(|peer| self.is_trusted(peer.ip().to_canonical()))
            .then(|| request.headers());
        self.places.find(from_proxy, client)
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
