//! The keyed hash of a visitor's address.
//!
//! The address itself is not stored. A plain hash could be reversed by hashing all addresses (IPv4
//! has only 4 billion), so it is an HMAC.

use std::net::IpAddr;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::config::secret::Secret;

/// Hashes addresses with a key that only the server knows.
#[derive(Clone)]
pub struct IpHasher(Hmac<Sha256>);

impl IpHasher {
    /// Keys the hash with the site's secret.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        Self(secret.address_mac())
    }

    /// HMAC-SHA-256 of the address in its usual notation, in hexadecimal.
    #[must_use]
    pub fn hash(&self, address: IpAddr) -> String {
        let mut mac = self.0.clone();
        mac.update(address.to_string().as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::IpHasher;
    use crate::config::secret::Secret;

    #[test]
    fn the_hash_of_an_address_never_changes() {
        let hasher = IpHasher::new(&Secret::of("a secret of the tests with enough characters"));
        // printf 127.0.0.1 | openssl dgst -sha256 -hmac 'a secret of the tests with enough
        // characters'
        assert_eq!(
            hasher.hash([127, 0, 0, 1].into()),
            "732bbdc5fdc5965962595b8ea49d27b94132d66e7e75f98169ded6138859b1ee"
        );
    }
}
