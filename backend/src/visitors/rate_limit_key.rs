//! The key under which the requests of a network are counted for an hour, or its photographs for a day.
//!
//! It is a hash with its own secret key and includes the time: a count can be linked neither to a
//! lead's address hash nor to the count of the same address an hour later.

use std::fmt::Display;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::rate_limit::RateLimitKey;
use crate::config::secret::Secret;

/// Computes the keys.
#[derive(Clone)]
pub struct RateLimitKeys(Hmac<Sha256>);

impl RateLimitKeys {
    /// Derives the hash key from the site's secret.
    pub fn new(secret: &Secret) -> Self {
        Self(secret.mac("flood key"))
    }

    /// The key of a network or a lead, for one `scope` of limits and one `time` (hours or days
    /// since 1970): the HMAC-SHA-256 of the three.
    pub fn key(&self, scope: &str, time: u64, of: impl Display) -> RateLimitKey {
        let mac = self.0.clone().chain_update(time.to_be_bytes());
        // A network or a lead has no letters beyond f, and a scope begins with one: they cannot run together.
        let mac = mac.chain_update(of.to_string()).chain_update(scope);
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::RateLimitKeys;
    use crate::{config::secret::Secret, web::networks::networks};

    #[test]
    fn scope_hour_network_and_secret_each_make_another_key() {
        let key = |secret, scope, hour, address: &str| {
            let network = networks(address.parse().unwrap()).next().unwrap();
            RateLimitKeys::new(&Secret::of(secret)).key(scope, hour, network.0)
        };
        let one = key("secret", "leads", 1, "203.0.113.7");
        assert_eq!(one, key("secret", "leads", 1, "::ffff:203.0.113.7"));
        for other in [
            key("other secret", "leads", 1, "203.0.113.7"),
            key("secret", "mails", 1, "203.0.113.7"),
            key("secret", "leads", 2, "203.0.113.7"),
            key("secret", "leads", 1, "203.0.113.8"),
            key("secret", "leads", 1, "2001:db8::1"),
        ] {
            assert_ne!(one, other);
        }
    }
}
