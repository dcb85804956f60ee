//! Opening a connection to Postgres, encrypted or not.
//!
//! `sslmode=require` in `DATABASE_URL` makes it TLS, and the server must prove who it is, by a
//! certificate for the host's name. (libpq would be content with any certificate: a thief's, too.)
//! Without it the connection is plain.
//!
//! Every transaction begins with [`BEGIN`], which limits how long it may take. The limits are the
//! transaction's, not the connection's: a pooler in transaction mode, such as Supabase's, gives
//! each transaction any of its connections to Postgres, so that what `SET` says is lost to ours and
//! left to a stranger's.

use std::{fmt, fs, io, path::Path, str::FromStr, sync::Arc, time::Duration};

use diesel::QueryResult;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncPgConnection, SimpleAsyncConnection,
    TransactionManager,
};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use thiserror::Error;
use tokio::task::JoinHandle;
use tokio_postgres::{CancelToken, Client, Config, NoTls, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::ConnectError;

/// Begins a transaction with its limits: a statement may take 4 seconds, waiting for locks included,
/// which is less than the request that waits for it has ([`WORK_TIMEOUT`](super::WORK_TIMEOUT)). A
/// transaction whose client is silent for as long, or gone for a second, is ended.
///
/// There is no `lock_timeout`: one below the statement's would only refuse leads that could still
/// be saved, one above it never comes to pass.
pub const BEGIN: &str = "BEGIN;
    SET LOCAL statement_timeout = '4s';
    SET LOCAL idle_in_transaction_session_timeout = '4s';
    SET LOCAL client_connection_check_interval = '1s'";

/// How long a TCP connection may take. `DATABASE_URL` may name several hosts: within
/// [`CONNECTION_TIMEOUT`](super::CONNECTION_TIMEOUT) there is time for a second one.
const TCP_CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long Postgres may leave what was sent to it unacknowledged, and how long an idle connection
/// may be silent before it is asked for a sign of life. By default a machine that is gone would be
/// noticed after a quarter of an hour, and after two hours.
const TCP_TIMEOUT: Duration = Duration::from_secs(10);

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
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseUrl")
            .field("config", &self.config)
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
        let mut config = Config::from_str(url).map_err(|_| {
            if url.contains("sslmode=verify-") {
                UrlError::UnknownMode
            } else {
                UrlError::Malformed
            }
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(TCP_CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(TCP_TIMEOUT);
            config.keepalives_idle(TCP_TIMEOUT);
        }
        let tls = if config.get_ssl_mode() == SslMode::Require {
            let roots = match ca_file {
                Some(file) => roots_in(file)?,
                None => system_roots()?,
            };
            Some(MakeRustlsConnect::new(client_config(roots)?))
        } else {
            None
        };
        Ok(Self { config, tls })
    }

    /// Opens a connection for SQL that diesel does not write. How long that takes in all is for the
    /// caller to limit.
    ///
    /// # Errors
    /// [`ConnectError`].
    pub async fn connect(&self) -> Result<Session, ConnectError> {
        // Why a connection ended is told to who uses it; an idle one is replaced.
        let (client, driver) = if let Some(tls) = &self.tls {
            let (client, connection) = self.config.connect(tls.clone()).await?;
            (client, tokio::spawn(async { drop(connection.await) }))
        } else {
            let (client, connection) = self.config.connect(NoTls).await?;
            (client, tokio::spawn(async { drop(connection.await) }))
        };
        let canceller = Canceller {
            token: client.cancel_token(),
            tls: self.tls.clone(),
        };
        Ok(Session {
            client,
            canceller,
            driver,
        })
    }
}

/// A connection as tokio-postgres has it. Its transactions begin with [`BEGIN`].
pub struct Session {
    /// Sends statements.
    pub client: Client,
    /// Stops them.
    pub canceller: Canceller,
    driver: JoinHandle<()>,
}

impl Session {
    /// Stops what was given up on this connection, and waits until Postgres has: as
    /// [`Canceller::cancel`], and then the end of the transaction. The connection can be used again.
    ///
    /// # Errors
    /// When the connection has broken.
    pub async fn recover(&self) -> Result<(), tokio_postgres::Error> {
        self.canceller.cancel().await;
        self.client.batch_execute(ROLLBACK).await
    }

    /// Closes it at once, whatever it is doing.
    pub fn abort(self) {
        self.driver.abort();
    }
}

/// Stops what a connection is doing.
#[derive(Clone)]
pub struct Canceller {
    token: CancelToken,
    tls: Option<MakeRustlsConnect>,
}

impl Canceller {
    /// Asks Postgres, by a connection of its own, to cancel the statement that runs, if one does.
    ///
    /// It may have ended by then, and nothing is known of it before the connection answers again. If
    /// Postgres is not reached, the statement ends by [`BEGIN`]'s limits.
    pub async fn cancel(&self) {
        drop(match &self.tls {
            Some(tls) => self.token.cancel_query(tls.clone()).await,
            None => self.token.cancel_query(NoTls).await,
        });
    }
}

/// Answered when all that was sent before it has ended. Outside of a transaction it does nothing.
const ROLLBACK: &str = "ROLLBACK";

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

/// A connection as diesel has it, and what carries its traffic.
pub(super) struct Connection {
    pub(super) diesel: AsyncPgConnection,
    canceller: Canceller,
    /// Ends with the connection.
    driver: JoinHandle<()>,
}

impl Connection {
    pub(super) async fn open(url: &DatabaseUrl) -> Result<Self, ConnectError> {
        let Session {
            client,
            canceller,
            driver,
        } = url.connect().await?;
        Ok(Self {
            diesel: AsyncPgConnection::try_from(client).await?,
            canceller,
            driver,
        })
    }

    /// Whether it has ended, or is left in a state that nobody knows.
    pub(super) fn is_broken(&mut self) -> bool {
        self.driver.is_finished()
            || AnsiTransactionManager::is_broken_transaction_manager(&mut self.diesel)
    }

    /// As [`Session::recover`].
    pub(super) async fn recover(&mut self) -> QueryResult<()> {
        self.canceller.cancel().await;
        self.diesel.batch_execute(ROLLBACK).await?;
        // diesel would still be in the transaction that was given up.
        *self.diesel.transaction_state() = AnsiTransactionManager::default();
        Ok(())
    }

    /// Closes it at once, whatever it is doing.
    pub(super) fn abort(self) {
        self.driver.abort();
    }
}
