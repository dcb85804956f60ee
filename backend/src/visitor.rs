//! Identification of visitors: tracking fields, address, geolocation and rate limits.
//!
//! The browser sends its own id, its session's id and the referrer. Address, user agent and
//! geolocation are the server's own, whatever the browser says about them. Under Global Privacy
//! Control (`Sec-GPC: 1`) nothing is stored that distinguishes one visitor from another.

pub mod geolocation;
pub mod geolocation_sources;
mod identifier;
pub mod ip_hash;
mod rate_limit;
pub mod rate_limit_key;
mod tracking;

pub use identifier::VisitorIdentifier;
pub use rate_limit::{RateLimit, RateLimitScope, seconds_left_of_the_hour};
pub use tracking::{
    IdTooLong, MAX_ID_CHARS, MAX_REFERRER_CHARS, MAX_UA_CHARS, TrackingInput, Visitor,
};
