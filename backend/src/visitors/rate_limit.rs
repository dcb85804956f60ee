//! Rate limits by address and hour.

/// The keyed hash of a network, an hour, and the kind of request; see
/// [`rate_limit_key`](super::rate_limit_key).
pub type RateLimitKey = [u8; 32];

/// The rate limit of an address within an hour: for each of its networks, the smaller first, the key under which
/// its requests are counted, and the most that may come. Nothing is counted when the address is unknown.
#[derive(Clone, Debug, Default)]
pub struct RateLimit(pub Vec<(RateLimitKey, i32)>);

/// The kinds of requests, each with its own rate limit.
#[derive(Clone, Copy, Debug)]
pub enum RateLimitScope {
    /// Estimate requests, by any route.
    Leads,
    /// Mails that belong to no estimate request.
    Mails,
    /// Clicks on a call button.
    Clicks,
    /// Photographs of trees.
    Photos,
    /// Links that sign in to the desk.
    DeskLinks,
    /// Codes that sign in to the desk.
    DeskCodes,
    /// Automatic replies to visitors.
    AutoReplies,
}
