//! The keyed hash of a visitor's IP address. The address itself is not stored. A plain hash could
//! be reversed by hashing all addresses: IPv4 has only 4 billion.

use std::net::IpAddr;

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::config::secret::Secret;

/// Hashes addresses with a key that only the server knows.
#[derive(Clone)]
pub struct IpHasher(Hmac<Sha256>);

impl IpHasher {
    /// Keys the hash with the site's secret.
    pub fn new(secret: &Secret) -> Self {
        Self(secret.address_mac())
    }

    /// Returns the HMAC-SHA-256 of the address in its usual notation, in hexadecimal.
    pub fn hash(&self, address: IpAddr) -> String {
        let mut mac = self.0.clone();
        mac.update(address.to_string().as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}
