//! The database's address, and how connections to it are encrypted.
//!
//! `sslmode=require` in `DATABASE_URL` makes it TLS, and the server must prove its identity by a
//! certificate for the host's name. (libpq would accept any certificate, a thief's too.) Without it
//! the connection is plain.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use thiserror::Error;
use tokio_postgres::{Config, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    reader::{Reader, all_read},
    tls,
};

/// What to do about a malformed `DATABASE_URL`.
const REMEDY: &str = "set postgres://user:password@host:port/database (`npm start` runs a Postgres of its own and sets it).";

/// The database.
#[derive(Clone, Debug)]
pub struct Database {
    /// `DATABASE_URL`, which holds the password, and `DATABASE_CA_FILE`.
    pub url: DatabaseUrl,
    /// `DATABASE_POOL_SIZE`: connections held open at most.
    pub pool_size: usize,
}

impl Database {
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        all_read!(Self {
            url: reader
                .required("DATABASE_URL", REMEDY, |value| Some(value.to_owned()))
                .and_then(|url| read_url(reader, &url)),
            pool_size: reader.number("DATABASE_POOL_SIZE", 1..=1000),
        })
    }
}

/// Notes a problem under the setting that mends it.
fn read_url(reader: &mut Reader, url: &str) -> Option<DatabaseUrl> {
    let ca_file: Option<PathBuf> =
        reader.optional("DATABASE_CA_FILE", "set a file.", |file| Some(file.into()));
    let (name, remedy) = match DatabaseUrl::new(url, ca_file.as_deref()) {
        Ok(url) => return Some(url),
        Err(UrlError::Malformed) => ("DATABASE_URL", REMEDY),
        Err(UrlError::UnknownMode) => (
            "DATABASE_URL",
            "write sslmode=require: it checks the certificate and the host's name, as verify-full does elsewhere.",
        ),
        Err(UrlError::NoRoots | UrlError::Tls(_)) => (
            "DATABASE_CA_FILE",
            "set a file with the certificate that Postgres's is checked by: the system has none.",
        ),
        Err(UrlError::CaFile(_)) => (
            "DATABASE_CA_FILE",
            "set a file that can be read and has certificates in PEM in it.",
        ),
    };
    reader.note(name, remedy);
    None
}

/// Why a `DATABASE_URL` cannot be used.
#[derive(Debug, Error)]
pub enum UrlError {
    /// It is no URL of a Postgres.
    #[error("it is no URL of a Postgres")]
    Malformed,
    /// It asks for a certificate check by libpq's name, which would have no effect.
    #[error("it asks for a check under another name")]
    UnknownMode,
    /// The system has no certificates to check a server by.
    #[error("the system has no certificates")]
    NoRoots,
    /// The file holds no certificates, or cannot be read.
    #[error("the file of certificates cannot be used")]
    CaFile(#[source] Option<io::Error>),
    /// The certificates cannot be used.
    #[error("TLS cannot be set up")]
    Tls(#[from] rustls::Error),
}

/// How long a TCP connection may take. `DATABASE_URL` may name several hosts: within
/// [`CONNECTION_TIMEOUT`](crate::store::connection::CONNECTION_TIMEOUT) there is time for a second
/// one.
const TCP_CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long data may stay unacknowledged (`TCP_USER_TIMEOUT`), and how long a connection may be
/// idle before the first keepalive probe. With Linux's defaults the loss of a machine would be
/// noticed after a quarter of an hour, and after two hours.
const TCP_TIMEOUT: Duration = Duration::from_secs(10);

/// The address of a Postgres, and how connections to it are encrypted.
#[derive(Clone)]
pub struct DatabaseUrl {
    /// One for each host, which comes first in it, before the others.
    configs: Arc<[Config]>,
    first_host: usize,
    tls: MakeRustlsConnect,
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseUrl")
            .field("config", self.config())
            .finish_non_exhaustive()
    }
}

impl DatabaseUrl {
    /// Parses a URL, and with `sslmode=require` reads the certificates that the server's is checked
    /// by: those in `ca_file` (PEM), or the system's.
    ///
    /// # Errors
    /// When the URL is none of a Postgres, or when there are no certificates to check a server by:
    /// [`UrlError`] says which of the two settings to change.
    pub fn new(url: &str, ca_file: Option<&Path>) -> Result<Self, UrlError> {
        let mut configs = hosts_in_turn(url)
            .iter()
            .map(|url| Config::from_str(url))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| {
                if url.contains("sslmode=verify-") {
                    UrlError::UnknownMode
                } else {
                    UrlError::Malformed
                }
            })?;
        let is_encrypted = configs[0].get_ssl_mode() == SslMode::Require;
        let roots = match (is_encrypted, ca_file) {
            (true, Some(file)) => roots_in(file)?,
            (true, None) => tls::system_roots().ok_or(UrlError::NoRoots)?,
            (false, _) => RootCertStore::empty(),
        };
        for config in &mut configs {
            if config.get_connect_timeout().is_none() {
                config.connect_timeout(TCP_CONNECT_TIMEOUT);
            }
            if config.get_tcp_user_timeout().is_none() {
                config.tcp_user_timeout(TCP_TIMEOUT);
                config.keepalives_idle(TCP_TIMEOUT);
            }
            if !is_encrypted {
                config.ssl_mode(SslMode::Disable);
            }
        }
        Ok(Self {
            configs: configs.into(),
            first_host: 0,
            tls: MakeRustlsConnect::new(tls::client_config(roots)?),
        })
    }

    /// The same with another order of its hosts: `first` is tried first, counted in a circle.
    ///
    /// A primary that was cut off from its standbys may take connections still, and never commit. So
    /// who has failed on a connection begins with another host.
    pub(crate) fn starting_at(&self, first: usize) -> Self {
        Self {
            first_host: first,
            ..self.clone()
        }
    }

    /// The address and the settings of a connection.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.configs[self.first_host % self.configs.len()]
    }

    /// Makes the TLS connections, where [`config`](Self::config) asks for them.
    #[must_use]
    pub fn tls(&self) -> MakeRustlsConnect {
        self.tls.clone()
    }
}

/// A URL for each of its hosts, which comes first in it. At least one.
fn hosts_in_turn(url: &str) -> Vec<String> {
    let authority = url.find("://").map_or(url.len(), |scheme| scheme + 3);
    let start = url[authority..]
        .find('@')
        .map_or(authority, |at| authority + at + 1);
    let end = url[start..]
        .find(['/', '?'])
        .map_or(url.len(), |length| start + length);
    let mut hosts: Vec<&str> = url[start..end].split(',').collect();
    (0..hosts.len())
        .map(|_| {
            let turned = format!("{}{}{}", &url[..start], hosts.join(","), &url[end..]);
            hosts.rotate_left(1);
            turned
        })
        .collect()
}

fn roots_in(file: &Path) -> Result<RootCertStore, UrlError> {
    let text = fs::read(file).map_err(|cause| UrlError::CaFile(Some(cause)))?;
    let certificates = CertificateDer::pem_slice_iter(&text)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| UrlError::CaFile(None))?;
    let mut roots = RootCertStore::empty();
    for certificate in certificates {
        roots.add(certificate).map_err(|_| UrlError::CaFile(None))?;
    }
    Some(roots)
        .filter(|roots| !roots.is_empty())
        .ok_or(UrlError::CaFile(None))
}

#[cfg(test)]
mod tests {
    use super::hosts_in_turn;

    #[test]
    fn each_host_of_a_list_comes_first_once() {
        assert_eq!(
            hosts_in_turn("postgres://user:a/b@one:1,two:2,three/site?target_session_attrs=any"),
            [
                "postgres://user:a/b@one:1,two:2,three/site?target_session_attrs=any",
                "postgres://user:a/b@two:2,three,one:1/site?target_session_attrs=any",
                "postgres://user:a/b@three,one:1,two:2/site?target_session_attrs=any",
            ]
        );
        for url in [
            "postgres://localhost",
            "postgres://user@[::1]:5432?user=a,b",
            "host=one,two user=site",
            "",
        ] {
            assert_eq!(hosts_in_turn(url), [url]);
        }
    }
}
