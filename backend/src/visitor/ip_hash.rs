//! The keyed hash of a visitor's address.
//!
//! The address itself is kept nowhere. Without the key the hash of an address could be found by
//! hashing all of them (there are but 4 billion in IPv4), so it is an HMAC.

use std::{fs, io, io::Write, net::IpAddr, path::Path};

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

/// The file in the data folder that keeps a generated secret.
const SECRET_FILE: &str = "ip-hash-secret";

/// Hashes addresses with a key that only the server knows.
#[derive(Clone)]
pub struct IpHasher(Hmac<Sha256>);

impl IpHasher {
    /// Keys the hash with `secret`, or, when there is none, with the one kept in `data_dir`,
    /// which the first call generates.
    ///
    /// # Errors
    /// When the file that keeps the secret cannot be read or written.
    pub fn new(secret: Option<&SecretString>, data_dir: &Path) -> io::Result<Self> {
        let secret = secret.map_or_else(|| kept_secret(data_dir), |secret| Ok(secret.clone()))?;
        Hmac::new_from_slice(secret.expose_secret().as_bytes())
            .map(Self)
            .map_err(io::Error::other)
    }

    /// HMAC-SHA-256 of the address in its usual notation, in hexadecimal.
    #[must_use]
    pub fn hash(&self, address: IpAddr) -> String {
        let mut mac = self.0.clone();
        mac.update(address.to_string().as_bytes());
        hexadecimal(&mac.finalize().into_bytes())
    }
}

fn kept_secret(data_dir: &Path) -> io::Result<SecretString> {
    let file = data_dir.join(SECRET_FILE);
    match fs::read_to_string(&file) {
        Ok(secret) => return Ok(secret.into()),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
        Err(cause) => return Err(cause),
    }
    let mut random = [0; 32];
    getrandom::fill(&mut random)?;
    // Written beside its place, then linked there: of two processes that start at the same time
    // one wins, and neither ever reads half a secret.
    let draft = data_dir.join(format!("{SECRET_FILE}.{}", std::process::id()));
    write_private(&draft, &hexadecimal(&random))?;
    let linked = fs::hard_link(&draft, &file);
    fs::remove_file(&draft)?;
    match linked {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => Err(cause),
        _ => fs::read_to_string(&file).map(SecretString::from),
    }
}

/// Writes a file that only its owner can read.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
