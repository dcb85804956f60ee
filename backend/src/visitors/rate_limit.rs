//! Rate limits by address and hour.

/// The keyed hash of a network, an hour, and the kind of request; see
/// [`rate_limit_key`](super::rate_limit_key).
pub type RateLimitKey = [u8; 32];

/// What may come from an address within an hour: under which key the requests of each of its networks are
/// counted, the smaller first, and how many may come. Nothing is counted when no address is known.
#[derive(Clone, Debug, Default)]
pub struct RateLimit(pub Vec<(RateLimitKey, i32)>);

/// The kinds of requests; each has a rate limit of its own.
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
    /// Mails that answer visitors.
    AutoReplies,
}
