//! Identifies visitors: tracking fields, IP address, geolocation, and rate limits.
//!
//! The browser sends its own id, its session's id, and the referrer. The server determines the IP
//! address, user agent, and geolocation itself, and ignores what the browser sends about them. Under
//! Global Privacy Control (`Sec-GPC: 1`), nothing is stored that distinguishes one visitor from another.

pub(crate) mod geolocation;
pub(crate) mod geolocation_sources;
mod identifier;
mod rate_limit;
pub(crate) mod rate_limits;
mod recent_map;
mod request_counts;
pub(crate) mod routes;
mod tracking;

pub(crate) use identifier::VisitorIdentifier;
pub(crate) use rate_limit::{RateLimit, RateLimitScope};
pub(crate) use recent_map::RecentMap;
pub(crate) use request_counts::RequestCounts;
pub(crate) use tracking::TrackingInput;
pub use tracking::{MAX_REFERRER_CHARS, MAX_UA_CHARS, Visitor};
