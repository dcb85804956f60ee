//! The key under which requests of one address are counted for an hour.
//!
//! It is a hash with a key of its own, and includes the hour: a count can be linked neither to a
//! lead's address hash nor to the same address an hour later.

use std::net::{IpAddr, Ipv6Addr};

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::rate_limit::RateLimitKey;
use crate::config::secret::Secret;

/// An IPv6 subscriber has a network of 2^64 addresses to choose from (RFC 4291, section 2.5.4),
/// and counts as one.
const SUBSCRIBER_BITS: u32 = 64;

/// Computes the keys.
#[derive(Clone)]
pub struct RateLimitKeys(Hmac<Sha256>);

impl RateLimitKeys {
    /// Derives the hash key from the site's secret.
    pub fn new(secret: &Secret) -> Self {
        Self(secret.mac("flood key"))
    }

    /// The key of an address, for one `scope` of limits and one `hour` since 1970: HMAC-SHA-256 of
    /// the three.
    pub fn key(&self, scope: &str, hour: u64, address: IpAddr) -> RateLimitKey {
        let mut mac = self.0.clone();
        mac.update(&hour.to_be_bytes());
        match subscriber(address) {
            IpAddr::V4(address) => {
                mac.update(&[4]);
                mac.update(&address.octets());
            }
            IpAddr::V6(address) => {
                mac.update(&[6]);
                mac.update(&address.octets());
            }
        }
        // Last, since it is the only part whose length varies.
        mac.update(scope.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// The address that all addresses of a subscriber have in common.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() >> SUBSCRIBER_BITS << SUBSCRIBER_BITS).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::RateLimitKeys;
    use crate::config::secret::Secret;

    #[test]
    fn scope_hour_subscriber_and_secret_each_make_another_key() {
        let key = |secret, scope, hour, address: &str| {
            RateLimitKeys::new(&Secret::of(secret)).key(scope, hour, address.parse().unwrap())
        };
        let one = key("secret", "leads", 1, "203.0.113.7");
        assert_eq!(one, key("secret", "leads", 1, "203.0.113.7"));
        assert_eq!(one, key("secret", "leads", 1, "::ffff:203.0.113.7"));
        for other in [
            key("other secret", "leads", 1, "203.0.113.7"),
            key("secret", "mails", 1, "203.0.113.7"),
            key("secret", "leads", 2, "203.0.113.7"),
            key("secret", "leads", 1, "203.0.113.8"),
            key("secret", "leads", 1, "::ffff:203.0.113.8"),
        ] {
            assert_ne!(one, other);
        }
        let network = key("secret", "leads", 1, "2001:db8:0:1::1");
        assert_eq!(network, key("secret", "leads", 1, "2001:db8:0:1:ffff::2"));
        assert_ne!(network, key("secret", "leads", 1, "2001:db8:0:2::1"));
    }
}
