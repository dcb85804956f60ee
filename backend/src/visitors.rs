//! Identification of visitors: tracking fields, address, geolocation and rate limits.
//!
//! The browser sends its own id, its session's id and the referrer. Address, user agent and
//! geolocation are the server's own, whatever the browser says about them. Under Global Privacy
//! Control (`Sec-GPC: 1`) nothing is stored that distinguishes one visitor from another.

pub(crate) mod geolocation;
pub(crate) mod geolocation_sources;
mod identifier;
pub mod ip_hash;
pub(crate) mod phone_clicks;
mod rate_limit;
mod rate_limit_key;
pub(crate) mod rate_limits;
mod recent_map;
mod request_counts;
pub(crate) mod routes;
mod tracking;

pub(crate) use self::identifier::VisitorIdentifier;
pub(crate) use self::rate_limit::{
    RateLimit, RateLimitScope, current_hour, seconds_left_of_the_hour,
};
pub(crate) use self::recent_map::RecentMap;
pub(crate) use self::request_counts::RequestCounts;
pub(crate) use self::tracking::{IdTooLong, MAX_ID_CHARS, TrackingInput};
pub use self::tracking::{MAX_REFERRER_CHARS, MAX_UA_CHARS, Visitor};
