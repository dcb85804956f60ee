//! The database's URL, and the encryption of connections to it.
//!
//! With `sslmode=require` in `DATABASE_URL`, connections use TLS, and the server must present a
//! valid certificate for the host's name. (libpq would accept any certificate, even an attacker's.)
//! Without it, connections are not encrypted.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio_postgres::{Config, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    deadlines::Deadlines,
    reader::{Problem, Reader, settings},
};
use crate::tls;

const REMEDY: &str = "set postgres://user:password@host:port/database.";

settings! {
    #[derive(Clone, Debug)]
    pub struct Database(reader) {
        /// `DATABASE_URL`, which contains the password, and `DATABASE_CA_FILE`.
        pub url: DatabaseUrl = read_url(reader),
        /// `DATABASE_POOL_SIZE`: the most open connections.
        pub pool_size: usize = reader.number("DATABASE_POOL_SIZE", 1..=1000),
    }
}

fn read_url(reader: &mut Reader) -> Option<DatabaseUrl> {
    let url = reader.required("DATABASE_URL", REMEDY, |value| Some(value.to_owned()))?;
    let ca_file = reader.text("DATABASE_CA_FILE").map(PathBuf::from);
    DatabaseUrl::new(&url, ca_file.as_deref())
        .map_err(|problem| reader.problems.push(problem))
        .ok()
}

/// The URL of a Postgres, and the encryption and the deadlines of connections to it.
#[derive(Clone)]
pub struct DatabaseUrl {
    /// One configuration for each host.
    configs: Arc<[Config]>,
    /// The host that the next connection tries first. Clones share it.
    first_host: Arc<AtomicUsize>,
    pub deadlines: Deadlines,
    tls: MakeRustlsConnect,
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseUrl")
            .field("config", &self.config(self.host()))
            .finish_non_exhaustive()
    }
}

impl DatabaseUrl {
    /// Parses a URL. With `sslmode=require`, also reads the trusted root certificates from
    /// `ca_file` (PEM), or else the system's.
    ///
    /// # Errors
    /// When it is not a Postgres URL, or there are no root certificates. The [`Problem`] names the
    /// setting to change.
    pub fn new(url: &str, ca_file: Option<&Path>) -> Result<Self, Problem> {
        let mut configs = url_of_each_host(url)
            .iter()
            .map(|url| Config::from_str(url))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| {
                let remedy = if url.contains("sslmode=verify-") {
                    "write sslmode=require: it checks the certificate and the host's name, as verify-full does elsewhere."
                } else {
                    REMEDY
                };
                Problem::new("DATABASE_URL", remedy)
            })?;
        let is_encrypted = configs[0].get_ssl_mode() == SslMode::Require;
        let no_roots = || {
            Problem::new(
                "DATABASE_CA_FILE",
                "set a file with the certificate authority of Postgres's certificate: the system has none.",
            )
        };
        let roots = match (is_encrypted, ca_file) {
            (true, Some(file)) => roots_in(file).ok_or_else(|| {
                let remedy = "set a readable file that contains PEM certificates.";
                Problem::new("DATABASE_CA_FILE", remedy)
            })?,
            (true, None) => tls::system_roots().ok_or_else(no_roots)?,
            (false, _) => RootCertStore::empty(),
        };
        for config in &mut configs {
            if !is_encrypted {
                config.ssl_mode(SslMode::Disable);
            }
        }
        Ok(Self {
            configs: configs.into(),
            first_host: Arc::default(),
            deadlines: Deadlines::default(),
            tls: MakeRustlsConnect::new(tls::client_config(roots).ok_or_else(no_roots)?),
        })
    }

    pub(crate) fn host_count(&self) -> usize {
        self.configs.len()
    }

    /// Returns the host that the next connection tries first.
    pub(crate) fn host(&self) -> usize {
        self.first_host.load(Ordering::Relaxed)
    }

    /// Makes the next connections begin with the host after this one, unless they already do.
    ///
    /// A primary that was cut off from its standbys may still accept connections, but never commits.
    pub(crate) fn leave(&self, host: usize) {
        if self.host() == host {
            let next = (host + 1) % self.configs.len();
            self.first_host.store(next, Ordering::Relaxed);
        }
    }

    /// Returns the address and the settings of a connection to this host.
    pub fn config(&self, host: usize) -> Config {
        let mut config = self.configs[host].clone();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(self.deadlines.tcp_connect);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(self.deadlines.tcp);
            config.keepalives_idle(self.deadlines.tcp);
        }
        config
    }

    /// Returns the connector for TLS, which is used if [`config`](Self::config) requires TLS.
    pub fn tls(&self) -> MakeRustlsConnect {
        self.tls.clone()
    }
}

/// Returns a URL for each host of a URL. There is at least one.
fn url_of_each_host(url: &str) -> Vec<String> {
    let authority = url.find("://").map_or(url.len(), |scheme| scheme + 3);
    let start = url[authority..]
        .find('@')
        .map_or(authority, |at| authority + at + 1);
    let end = url[start..]
        .find(['/', '?'])
        .map_or(url.len(), |length| start + length);
    url[start..end]
        .split(',')
        .map(|host| format!("{}{host}{}", &url[..start], &url[end..]))
        .collect()
}

/// Reads the certificates in a file. `None` if it cannot be read or has none.
fn roots_in(file: &Path) -> Option<RootCertStore> {
    let text = fs::read(file).ok()?;
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&text) {
        roots.add(certificate.ok()?).ok()?;
    }
    Some(roots).filter(|roots| !roots.is_empty())
}

#[cfg(test)]
mod tests {
    use super::url_of_each_host;

    #[test]
    fn each_host_of_a_list_has_a_url() {
        assert_eq!(
            url_of_each_host("postgres://user:a/b@one:1,two:2,three/site?target_session_attrs=any"),
            [
                "postgres://user:a/b@one:1/site?target_session_attrs=any",
                "postgres://user:a/b@two:2/site?target_session_attrs=any",
                "postgres://user:a/b@three/site?target_session_attrs=any",
            ]
        );
        for url in [
            "postgres://localhost",
            "postgres://user@[::1]:5432?user=a,b",
            "host=one,two user=site",
            "",
        ] {
            assert_eq!(url_of_each_host(url), [url]);
        }
    }
}
