//! Rate limits by IP address and hour, and the keys under which requests are counted.

use std::fmt::Display;

use hmac::Mac;

use crate::config::secret::Secret;

/// The key under which a network's requests are counted for an hour, or its photos for a day. It is
/// a hash with its own secret key, so a count can be linked neither to a lead's address hash nor to
/// the count of the same address an hour later.
pub type RateLimitKey = [u8; 32];

/// The rate limit of an address within an hour: for each of its networks, the smaller first, the key
/// under which requests are counted, and the most requests. It is empty if the address is unknown.
#[derive(Clone, Debug, Default)]
pub struct RateLimit(pub Vec<(RateLimitKey, i32)>);

/// A kind of request that has its own rate limit.
#[derive(Clone, Copy, Debug)]
pub enum RateLimitScope {
    /// Estimate requests, by any route.
    Leads,
    /// Bodies of estimate requests that are larger than a customer's.
    LargeBodies,
    /// Emails that belong to no estimate request.
    Mails,
    Clicks,
    Photos,
    DeskLinks,
    /// Cookies, calendar secrets, and requests for a code that do not exist.
    UnknownSecrets,
    AutoReplies,
}

/// Returns the key of a network or a lead, for one `scope` of limits and one `time` (hours or days
/// since 1970): the HMAC-SHA-256 of the three.
pub fn key(secret: &Secret, scope: &str, time: u64, of: impl Display) -> RateLimitKey {
    let of_time = secret.mac("flood key").chain_update(time.to_be_bytes());
    // A network or a lead has no letters beyond f, and a scope begins with a later letter, so the
    // two cannot run together.
    let of_all = of_time.chain_update(of.to_string()).chain_update(scope);
    of_all.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::key;
    use crate::config::secret::Secret;

    #[test]
    fn each_hour_and_each_secret_makes_another_key() {
        let key = |secret, hour| key(&Secret::of(secret), "leads", hour, "7");
        assert_eq!(key("secret", 1), key("secret", 1));
        assert_ne!(key("secret", 1), key("secret", 2));
        assert_ne!(key("secret", 1), key("other secret", 1));
    }
}
