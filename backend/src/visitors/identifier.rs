//! Identifies the visitor behind a request.

use std::{
    fmt::Display,
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
};

use actix_web::{HttpRequest, http::header};
use ipnet::IpNet;
use tracing::warn;
use uuid::Uuid;

use super::{
    geolocation::Geolocation,
    geolocation_sources::GeolocationSources,
    ip_hash::IpHasher,
    rate_limit::{RateLimit, RateLimitScope, current_hour},
    rate_limit_key::RateLimitKeys,
    tracking::{IdTooLong, MAX_UA_CHARS, TrackingInput, Visitor, cut},
};
use crate::{
    config::{self, secret::Secret},
    web::networks::{Network, networks, sign_in_networks},
};

/// How many links to the desk may be asked for from one address within an hour, and how many codes typed:
/// everybody of an office several times.
const DESK_SIGN_INS_PER_ADDRESS: i32 = 20;

/// How many photographs may come from one address within an hour: those of twenty requests.
const PHOTOS_PER_ADDRESS: i32 = 120;

/// Identifies visitors and their rate limits.
pub struct VisitorIdentifier {
    hasher: IpHasher,
    rate_limit_keys: RateLimitKeys,
    rate_limits: config::RateLimits,
    auto_replies_per_address: i32,
    trusted_proxies: Vec<IpNet>,
    geolocation: GeolocationSources,
    /// Whether the warning about an untrusted proxy was logged.
    warned: AtomicBool,
}

impl VisitorIdentifier {
    /// Derives the keys of address hashes from the site's secret.
    pub fn new(
        secret: &Secret,
        config: &config::Visitors,
        auto_replies: Option<config::AutoReply>,
        geolocation: GeolocationSources,
    ) -> Self {
        let auto_replies = auto_replies.map_or(0, |it| it.per_hour);
        Self {
            hasher: IpHasher::new(secret),
            rate_limit_keys: RateLimitKeys::new(secret),
            rate_limits: config.rate_limits,
            auto_replies_per_address: (auto_replies + 3) / 4,
            trusted_proxies: config.trusted_proxies.clone(),
            geolocation,
            warned: AtomicBool::new(false),
        }
    }

    /// The rate limit of the request's address. It applies under Global Privacy Control too: see
    /// [`rate_limit_key`](super::rate_limit_key) for what is stored of the address.
    pub fn rate_limit(&self, request: &HttpRequest, scope: RateLimitScope) -> RateLimit {
        let (name, per_hour) = match scope {
            RateLimitScope::Leads => ("leads", self.rate_limits.leads),
            RateLimitScope::Mails => ("mails", self.rate_limits.mails),
            RateLimitScope::Clicks => ("clicks", self.rate_limits.clicks),
            RateLimitScope::Photos => ("photos", PHOTOS_PER_ADDRESS),
            RateLimitScope::DeskLinks => ("desk links", DESK_SIGN_INS_PER_ADDRESS),
            RateLimitScope::DeskCodes => ("desk codes", DESK_SIGN_INS_PER_ADDRESS),
            RateLimitScope::AutoReplies => ("auto-replies", self.auto_replies_per_address),
        };
        let hour = current_hour();
        let counted = |it: Network| {
            let key = self.rate_limit_keys.key(name, hour, it.0);
            (key, it.most(per_hour))
        };
        let address = self.client_address(request).into_iter();
        RateLimit(address.flat_map(networks).map(counted).collect())
    }

    /// The shares of a lead and of the request's networks in a day's photographs: under which keys bytes are
    /// counted that day, and how many each may have. Visitors without a known address share one.
    pub fn photo_shares(
        &self,
        request: &HttpRequest,
        lead: Uuid,
        of_lead: i32,
        share: i32,
    ) -> RateLimit {
        const SCOPE: &str = "photo kilobytes";
        let day = current_hour() / 24;
        let key = |of: &dyn Display| self.rate_limit_keys.key(SCOPE, day, of);
        let mut shares = vec![(key(&lead), of_lead)];
        match self.client_address(request) {
            Some(address) => {
                shares.extend(networks(address).map(|it| (key(&it.0), it.most(share))));
            }
            None => shares.push((key(&""), share)),
        }
        RateLimit(shares)
    }

    /// The networks of the request's address, by which it may sign in.
    pub fn sign_in_networks(&self, request: &HttpRequest) -> Vec<Network> {
        let address = self.client_address(request).into_iter();
        address.flat_map(sign_in_networks).collect()
    }

    /// Identifies the visitor behind a request.
    pub fn visitor(
        &self,
        request: &HttpRequest,
        tracking: TrackingInput,
    ) -> Result<Visitor, IdTooLong> {
        let known = !wants_privacy(request);
        let address = known.then(|| self.client_address(request)).flatten();
        Ok(Visitor {
            ip_hash: address.map(|address| self.hasher.hash(address)),
            ua: known.then(|| user_agent(request)).flatten(),
            geolocation: address
                .map(|address| self.geolocation(request, address))
                .unwrap_or_default(),
            ..Visitor::sent(tracking, known)?
        })
    }

    /// The geolocation of the client's address. The request's headers count only if a trusted proxy
    /// has sent them.
    fn geolocation(&self, request: &HttpRequest, client: IpAddr) -> Geolocation {
        let from_proxy = request
            .peer_addr()
            .is_some_and(|peer| self.is_trusted(peer.ip().to_canonical()))
            .then(|| request.headers());
        self.geolocation.find(from_proxy, client)
    }

    /// The client's address.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`. Read from the right, the
    /// first address that is no trusted proxy is the client; the entries left of it are the
    /// client's own claims, and may be anything.
    pub fn client_address(&self, request: &HttpRequest) -> Option<IpAddr> {
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

    /// Warns once: it concerns every request, or none.
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

/// Whether the address is one of this machine or of a private network, as proxies have and visitors
/// do not.
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
