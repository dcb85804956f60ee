//! Opening a connection to Postgres, encrypted or not.
//!
//! `sslmode=require` in `DATABASE_URL` makes it TLS, and the server must prove who it is, by a
//! certificate for the host's name. (libpq would be content with any certificate: a thief's, too.)
//! Without it the connection is plain.

use std::{fmt, fs, io, path::Path, str::FromStr, sync::Arc};

use diesel_async::AsyncPgConnection;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config, NoTls, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::ConnectError;

/// Why there is no speaking to a Postgres at that URL.
#[derive(Debug, Error)]
pub enum UrlError {
    /// It is no URL of a Postgres.
    #[error("it is no URL of a Postgres")]
    Malformed,
    /// It asks for a check by libpq's name, which would be passed over.
    #[error("it asks for a check under another name")]
    UnknownMode,
    /// The system has no certificates to check a server by.
    #[error("the system has no certificates")]
    NoRoots,
    /// The file has no certificates in it, or cannot be read.
    #[error("the file of certificates cannot be used")]
    CaFile(#[source] Option<io::Error>),
    /// What was found cannot be used.
    #[error("TLS cannot be set up")]
    Tls(#[from] rustls::Error),
}

/// Where Postgres is, and how it is spoken to.
#[derive(Clone)]
pub struct DatabaseUrl {
    url: SecretString,
    tls: Option<MakeRustlsConnect>,
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseUrl")
            .field("url", &self.url)
            .field("tls", &self.tls.is_some())
            .finish()
    }
}

impl DatabaseUrl {
    /// Reads a URL, and with `sslmode=require` the certificates that the server's is checked by:
    /// those in `ca_file` (PEM), or the system's.
    ///
    /// # Errors
    /// [`UrlError`].
    pub fn new(url: &str, ca_file: Option<&Path>) -> Result<Self, UrlError> {
        let config = Config::from_str(url).map_err(|_| {
            if url.contains("sslmode=verify-") {
                UrlError::UnknownMode
            } else {
                UrlError::Malformed
            }
        })?;
        let tls = if config.get_ssl_mode() == SslMode::Require {
            let roots = match ca_file {
                Some(file) => roots_in(file)?,
                None => system_roots()?,
            };
            Some(MakeRustlsConnect::new(client_config(roots)?))
        } else {
            None
        };
        Ok(Self {
            url: url.into(),
            tls,
        })
    }

    pub(super) async fn connect(&self) -> Result<(Client, JoinHandle<()>), ConnectError> {
        let url = self.url.expose_secret();
        // Why a connection ended is told to who uses it; an idle one is replaced.
        Ok(if let Some(tls) = &self.tls {
            let (client, connection) = tokio_postgres::connect(url, tls.clone()).await?;
            (client, tokio::spawn(async { drop(connection.await) }))
        } else {
            let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
            (client, tokio::spawn(async { drop(connection.await) }))
        })
    }
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

fn system_roots() -> Result<RootCertStore, UrlError> {
    let mut roots = RootCertStore::empty();
    // Systems carry a few that rustls does not take; the others are what counts.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Some(roots)
        .filter(|roots| !roots.is_empty())
        .ok_or(UrlError::NoRoots)
}

fn client_config(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

/// A connection, and what carries its traffic.
pub(super) struct Connection {
    pub(super) diesel: AsyncPgConnection,
    /// Ends with the connection.
    pub(super) driver: JoinHandle<()>,
    pub(super) usable: bool,
}

impl Connection {
    pub(super) async fn open(url: &DatabaseUrl) -> Result<Self, ConnectError> {
        let (client, driver) = url.connect().await?;
        Ok(Self {
            diesel: AsyncPgConnection::try_from(client).await?,
            driver,
            usable: true,
        })
    }
}
