//! Identification of visitors: tracking fields, address, geolocation and rate limits.
//!
//! The browser sends its own id, its session's id and the referrer. Address, user agent and
//! geolocation are the server's own, whatever the browser says about them. Under Global Privacy
//! Control (`Sec-GPC: 1`) nothing is stored that distinguishes one visitor from another.

pub(crate) mod geolocation;
pub(crate) mod geolocation_sources;
mod identifier;
pub mod ip_hash;
pub(crate) mod networks;
mod rate_limit;
mod rate_limit_key;
mod recent_map;
mod request_counts;
mod tracking;

pub(crate) use identifier::VisitorIdentifier;
pub(crate) use networks::{Held, Network, NetworkShares, networks};
pub(crate) use rate_limit::{RateLimit, RateLimitScope, current_hour, seconds_left_of_the_hour};
pub(crate) use recent_map::RecentMap;
pub(crate) use request_counts::RequestCounts;
pub(crate) use tracking::{IdTooLong, MAX_ID_CHARS, TrackingInput};
pub use tracking::{MAX_REFERRER_CHARS, MAX_UA_CHARS, Visitor};
