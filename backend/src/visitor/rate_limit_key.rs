//! The key under which requests of one network are counted for an hour.
//!
//! It is a hash with a key of its own, and includes the hour: a count can be linked neither to a
//! lead's address hash nor to the same address an hour later.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::{networks::Network, rate_limit::RateLimitKey};
use crate::config::secret::Secret;

/// Computes the keys.
#[derive(Clone)]
pub struct RateLimitKeys(Hmac<Sha256>);

impl RateLimitKeys {
    /// Derives the hash key from the site's secret.
    pub fn new(secret: &Secret) -> Self {
        Self(secret.mac("flood key"))
    }

    /// The key of a network, for one `scope` of limits and one `hour` since 1970: HMAC-SHA-256 of
    /// the three.
    pub fn key(&self, scope: &str, hour: u64, network: Network) -> RateLimitKey {
        let mac = self.0.clone().chain_update(hour.to_be_bytes());
        // A network ends with digits, and a scope begins with none.
        let mac = mac.chain_update(network.0.to_string()).chain_update(scope);
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::RateLimitKeys;
    use crate::{config::secret::Secret, visitor::networks::networks};

    #[test]
    fn scope_hour_network_and_secret_each_make_another_key() {
        let key = |secret, scope, hour, address: &str| {
            let network = networks(address.parse().unwrap()).next().unwrap();
            RateLimitKeys::new(&Secret::of(secret)).key(scope, hour, network)
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
