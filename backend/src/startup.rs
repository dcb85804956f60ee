//! How the parts become a running server.

use std::{io, net::SocketAddr, path::PathBuf, thread};

use actix_web::{
    App,
    dev::{Server, ServerHandle},
    middleware::from_fn,
    web,
};
use thiserror::Error;
use tracing::info;

use crate::{
    config::Config,
    listener,
    mail::{MailError, Mailer, transport::OUTBOX},
    postgrest::AnonKey,
    routes,
    security_headers::{self, SecurityHeaders},
    site::{Site, SiteError},
    store::{
        Store,
        migrations::{self, MigrationError},
    },
    telemetry,
    visitor::{Recognition, ip_hash::IpHasher},
};

/// Why the server does not start, and what to do about it.
#[derive(Debug, Error)]
pub enum StartupError {
    /// The address is taken, or is none of this machine's.
    #[error(
        "cannot listen on {address}: end what listens there, or set HOST and PORT to another address"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// There is no site to serve.
    #[error("SITE_DIR={} is no built site: build it, or set SITE_DIR to where it is", path.display())]
    Site {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: SiteError,
    },
    /// The data folder cannot be used.
    #[error("DATA_DIR={} cannot be used: set DATA_DIR to a folder that can be written to", path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database does not have the schema.
    #[error("the database is not ready")]
    Database(#[from] MigrationError),
    /// Mails cannot be sent.
    #[error("mails cannot be sent: see that SMTP_URL is right")]
    Mail(#[from] MailError),
    /// The server itself failed.
    #[error("the server failed")]
    Server(#[from] io::Error),
}

/// A server that is ready to run.
pub struct Application {
    server: Server,
    address: SocketAddr,
}

impl Application {
    /// Gets everything ready: the schema, the pages, the port.
    ///
    /// # Errors
    /// [`StartupError`].
    pub async fn build(config: Config) -> Result<Self, StartupError> {
        let site_dir = config.server.site_dir;
        let site = Site::load(&site_dir).map_err(|source| StartupError::Site {
            path: site_dir,
            source,
        })?;
        let data_dir = config.server.data_dir;
        let hasher = std::fs::create_dir_all(&data_dir)
            .and_then(|()| IpHasher::new(config.visitors.ip_hash_secret.as_ref(), &data_dir))
            .map_err(|source| StartupError::Data {
                path: data_dir.clone(),
                source,
            })?;
        let mailer = Mailer::new(&config.mail, data_dir.join(OUTBOX))?;
        let address = config.server.address;
        let listener =
            listener::bind(address).map_err(|source| StartupError::Listen { address, source })?;
        let address = listener.local_addr()?;
        for migration in migrations::run(&config.database.url).await? {
            info!(migration, "migration run");
        }

        let workers = thread::available_parallelism()?
            .get()
            .min(config.database.pool_size);
        let connections = config.database.pool_size / workers;
        let database_url = config.database.url;
        let allowed_origins = config.server.allowed_origins;
        let security_headers = web::Data::new(SecurityHeaders::new(&config.server.public_url));
        let site = web::Data::new(site);
        let mailer = web::Data::new(mailer);
        let anon_key = web::Data::new(AnonKey(config.anon_key));
        let recognition = web::Data::new(Recognition::new(hasher, config.visitors.trusted_proxies));
        let server = listener::serve(listener, workers, move || {
            // One pool for each worker thread: see `Store`.
            let store = Store::new(database_url.clone(), connections);
            App::new()
                .wrap(from_fn(telemetry::observe))
                .wrap(from_fn(security_headers::add))
                .app_data(security_headers.clone())
                .app_data(site.clone())
                .app_data(mailer.clone())
                .app_data(anon_key.clone())
                .app_data(recognition.clone())
                .app_data(web::Data::new(store))
                .configure(|config| routes::configure(config, &allowed_origins))
        })?;
        Ok(Self { server, address })
    }

    /// Where the server listens; with `PORT=0`, on the port that the system chose.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the server from elsewhere.
    #[must_use]
    pub fn handle(&self) -> ServerHandle {
        self.server.handle()
    }

    /// Serves until it is stopped by its [`handle`](Self::handle).
    ///
    /// # Errors
    /// When the server itself fails.
    pub async fn run(self) -> io::Result<()> {
        self.server.await
    }
}
