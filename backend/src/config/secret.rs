//! The site's secret. The keys of all hashes are derived from it.

use std::{fs, io, io::Write as _, net::IpAddr, path::Path};

use hmac::{Hmac, KeyInit, Mac, digest::Key};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use tempfile::NamedTempFile;

/// The file in the data folder that stores a generated secret. It is named after its first use. Do
/// not rename it: a new name would mean a new secret, and stored address hashes would no longer
/// match.
const FILE: &str = "ip-hash-secret";

/// The prefix of every purpose, so that no sub-key is ever the hash of an address.
const SUB_KEY: &[u8] = b"sub-key: ";

/// The secret, as the HMAC that is keyed with it. It has no `Debug`, so that nothing prints it.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl Secret {
    /// Uses the secret that is `set`. If none is, loads the secret in `data_dir`, which the first
    /// call generates.
    pub fn load(set: Option<&SecretString>, data_dir: &Path) -> io::Result<Self> {
        let secret = set.map_or_else(|| kept(data_dir), |secret| Ok(secret.clone()))?;
        Hmac::new_from_slice(secret.expose_secret().as_bytes())
            .map(Self)
            .map_err(io::Error::other)
    }

    #[cfg(test)]
    pub(crate) fn of(text: &str) -> Self {
        Self::load(Some(&text.into()), Path::new("unused")).unwrap()
    }

    /// Returns an HMAC for one purpose. It has its own key, so a hash for one purpose is never
    /// valid for another.
    pub(crate) fn mac(&self, purpose: &str) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(SUB_KEY);
        mac.update(purpose.as_bytes());
        // HMAC pads a key that is shorter than a block with zeros (RFC 2104, section 2).
        let mut key = Key::<Hmac<Sha256>>::default();
        let sub_key = mac.finalize().into_bytes();
        key[..sub_key.len()].copy_from_slice(&sub_key);
        Hmac::new(&key)
    }

    /// Returns the hash of a visitor's IP address, which is stored instead of the address: the
    /// HMAC-SHA-256 of its usual notation, in hexadecimal. A plain hash could be reversed by hashing
    /// all addresses: IPv4 has only 4 billion. The key is the secret itself, because address hashes
    /// are older than the sub-keys and must not change.
    pub fn address_hash(&self, address: IpAddr) -> String {
        let mac = self.0.clone().chain_update(address.to_string());
        hex::encode(mac.finalize().into_bytes())
    }
}

fn kept(data_dir: &Path) -> io::Result<SecretString> {
    let file = data_dir.join(FILE);
    match fs::read_to_string(&file) {
        Ok(secret) => return Ok(secret.into()),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
        Err(cause) => return Err(cause),
    }
    let mut random = [0; 32];
    getrandom::fill(&mut random)?;
    let mut draft = NamedTempFile::new_in(data_dir)?;
    draft.write_all(hex::encode(random).as_bytes())?;
    // If two processes start at the same time, one of them wins, and neither reads half a secret.
    match draft.persist_noclobber(&file) {
        Err(cause) if cause.error.kind() != io::ErrorKind::AlreadyExists => Err(cause.error),
        _ => fs::read_to_string(&file).map(SecretString::from),
    }
}

#[cfg(test)]
mod tests {
    use hmac::Mac;

    use super::Secret;

    fn tag(secret: &Secret, purpose: &str) -> Vec<u8> {
        let mac = secret.mac(purpose).chain_update(b"text");
        mac.finalize().into_bytes().to_vec()
    }

    #[test]
    fn each_purpose_and_each_secret_has_a_key_of_its_own() {
        let [one, other] = ["one", "other"].map(Secret::of);
        assert_eq!(tag(&one, "a"), tag(&Secret::of("one"), "a"));
        assert_ne!(tag(&one, "a"), tag(&one, "b"));
        assert_ne!(tag(&one, "a"), tag(&other, "a"));
        let raw = one.0.clone().chain_update(b"text");
        assert_ne!(tag(&one, ""), raw.finalize().into_bytes().to_vec());
    }
}
