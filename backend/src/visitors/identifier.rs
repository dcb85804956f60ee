//! Identifies the visitor behind a request.

use std::fmt::Display;

use actix_web::{HttpRequest, http::header, web::Data};
use uuid::Uuid;

use super::{
    geolocation_sources::{DatabaseError, GeolocationSources},
    rate_limit::{self, RateLimit, RateLimitScope},
    tracking::{MAX_REFERRER_CHARS, MAX_UA_CHARS, TrackingInput, Visitor, checked_id, cut},
};
use crate::{
    config::{self, Config, secret::Secret},
    web::{
        client_address::ClientAddresses,
        error::RequestError,
        networks::{Network, networks, sign_in_networks},
    },
};

/// The most links to the desk that one address can request within an hour: enough for everybody in an
/// office, several times.
const DESK_LINKS_PER_ADDRESS: i32 = 20;

/// The most unknown cookies, calendar secrets, and requests for a code that are looked up for one address within an hour.
const UNKNOWN_SECRETS_PER_ADDRESS: i32 = 300;

/// The most bodies of more than [`SMALL_BODY_BYTES`](crate::web::limits::SMALL_BODY_BYTES) that one
/// address can send within an hour, to the routes for estimate requests.
const LARGE_BODIES_PER_ADDRESS: i32 = 60;

/// The most photos that one address can send within an hour: the photos of twenty requests.
const PHOTOS_PER_ADDRESS: i32 = 120;

pub struct VisitorIdentifier {
    secret: Secret,
    rate_limits: config::RateLimits,
    auto_replies_per_address: i32,
    pub addresses: Data<ClientAddresses>,
    geolocation: GeolocationSources,
}

impl VisitorIdentifier {
    /// Hashes addresses with the site's secret. Opens the geolocation databases.
    pub fn new(secret: &Secret, config: &Config) -> Result<Self, DatabaseError> {
        let auto_replies = config.auto_replies_per_hour.unwrap_or(0);
        let config = &config.visitors;
        Ok(Self {
            secret: secret.clone(),
            rate_limits: config.rate_limits,
            auto_replies_per_address: (auto_replies + 3) / 4,
            addresses: Data::new(ClientAddresses::new(config.trusted_proxies.clone())),
            geolocation: GeolocationSources::open(config)?,
        })
    }

    /// Returns the rate limit of the request's address. It applies under Global Privacy Control too.
    /// [`RateLimitKey`](super::rate_limit::RateLimitKey) describes what is stored about the address.
    pub fn rate_limit(&self, request: &HttpRequest, scope: RateLimitScope) -> RateLimit {
        let (name, per_hour) = match scope {
            RateLimitScope::Leads => ("leads", self.rate_limits.leads),
            RateLimitScope::LargeBodies => ("large bodies", LARGE_BODIES_PER_ADDRESS),
            RateLimitScope::Mails => ("mails", self.rate_limits.mails),
            RateLimitScope::Clicks => ("clicks", self.rate_limits.clicks),
            RateLimitScope::Photos => ("photos", PHOTOS_PER_ADDRESS),
            RateLimitScope::DeskLinks => ("desk links", DESK_LINKS_PER_ADDRESS),
            RateLimitScope::UnknownSecrets => ("unknown secrets", UNKNOWN_SECRETS_PER_ADDRESS),
            RateLimitScope::AutoReplies => ("auto-replies", self.auto_replies_per_address),
        };
        let hour = (self.rate_limits.hour)();
        let address = self.addresses.find(request).into_iter();
        let limits = address.flat_map(networks).map(|it| {
            let key = rate_limit::key(&self.secret, name, hour, it.0);
            (key, it.most(per_hour))
        });
        RateLimit(limits.collect())
    }

    /// Returns the shares of a lead and of the request's networks in a day's photos, in kilobytes.
    /// Visitors without a known address share one key.
    pub fn photo_shares(
        &self,
        request: &HttpRequest,
        lead: Uuid,
        of_lead: i32,
        share: i32,
    ) -> RateLimit {
        const SCOPE: &str = "photo kilobytes";
        let day = (self.rate_limits.hour)() / 24;
        let key = |of: &dyn Display| rate_limit::key(&self.secret, SCOPE, day, of);
        let mut shares = vec![(key(&lead), of_lead)];
        match self.addresses.find(request) {
            Some(address) => {
                shares.extend(networks(address).map(|it| (key(&it.0), it.most(share))));
            }
            None => shares.push((key(&""), share)),
        }
        RateLimit(shares)
    }

    /// Returns the networks of the request's address that limit sign-ins.
    pub fn sign_in_networks(&self, request: &HttpRequest) -> Vec<Network> {
        let address = self.addresses.find(request).into_iter();
        address.flat_map(sign_in_networks).collect()
    }

    pub fn visitor(
        &self,
        request: &HttpRequest,
        tracking: TrackingInput,
    ) -> Result<Visitor, RequestError> {
        let headers = request.headers();
        let privacy = headers.get("sec-gpc");
        let is_private = privacy.is_some_and(|it| it.as_bytes().trim_ascii() == b"1");
        let visitor_id = checked_id("visitor_id", tracking.visitor_id)?;
        let address = self.addresses.find(request).filter(|_| !is_private);
        // The request's headers count only if a trusted proxy sent them.
        let is_from_proxy = self.addresses.is_from_proxy(request);
        let from_proxy = is_from_proxy.then_some(headers);
        let user_agent = headers
            .get(header::USER_AGENT)
            .filter(|_| !is_private)
            .map(|it| String::from_utf8_lossy(it.as_bytes()).into_owned());
        Ok(Visitor {
            visitor_id: visitor_id.filter(|_| !is_private),
            session_id: checked_id("session_id", tracking.session_id)?,
            is_private,
            ip_hash: address.map(|address| self.secret.address_hash(address)),
            ua: user_agent.map(|it| cut(it, MAX_UA_CHARS)),
            referrer: tracking.referrer.map(|it| cut(it, MAX_REFERRER_CHARS)),
            geolocation: address
                .map(|address| self.geolocation.find(from_proxy, address))
                .unwrap_or_default(),
        })
    }
}
