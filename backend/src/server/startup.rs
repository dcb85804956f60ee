//! Builds the server from its parts and runs it.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

use actix_web::{
    App,
    dev::{Server, ServerHandle},
    middleware::from_fn,
    rt, web,
};
use futures_util::{FutureExt, future::LocalBoxFuture};
use thiserror::Error;
use tokio::{
    task::JoinHandle,
    time::{interval, sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, warn};

use super::{metrics, request_log, routes};
use crate::{
    config::{self, Config, DatabaseUrl, DeskPerson, SiteSource, secret::Secret},
    database::{
        Store,
        migrations::{self, Migrated, MigrationError},
    },
    desk::{Desk, lead_events, links::LinkSender},
    forms::{form_token::FormTokens, lead_service::LeadService, postgrest::AnonKey},
    leads::{LeadWriter, cooldowns::Cooldowns, idempotency::FormKeys},
    observability::{error_chain::chain, metrics::Metrics},
    outbox::{
        delivery::{self, ANNOUNCEMENT_CONNECTIONS, Delivery, MAIL_CONNECTIONS, Senders},
        follow_up::{AutoReplies, FollowUps},
        mail::transport::Mailer,
        outbound::OutboundError,
        push::PushClient,
        webhooks::WebhookClient,
    },
    photos::{link::CustomerLinks, process::PhotoDecoder, service::PhotoService},
    privacy::pruning,
    site::{self, ANOTHER_KEY, Site, SiteError},
    visitors::{
        RequestCounts, VisitorIdentifier,
        geolocation_sources::DatabaseError,
        rate_limits::{self, EXCHANGE_INTERVAL},
    },
    web::{
        connections, lead_outcome, listener,
        middleware::security_headers::{self, SecurityHeaders},
        site_origin::SiteOrigin,
    },
};

/// The desk's database connections. During a search that takes seconds, two are left.
const DESK_CONNECTIONS: usize = 3;

/// The reason that the server did not start or that it stopped by itself, and its fix.
#[derive(Debug, Error)]
pub enum ServerError {
    #[error(
        "cannot listen on {0}: stop the program that uses it, or set HOST and PORT to another address"
    )]
    Listen(SocketAddr, #[source] io::Error),
    #[error(
        "cannot listen on 127.0.0.1:{0} for the metrics: stop the program that uses it, or set METRICS_PORT to another port"
    )]
    ListenForMetrics(u16, #[source] io::Error),
    #[error("{0} is not a built site: build it, or set SITE_DIR to the built site")]
    Site(SiteSource, #[source] SiteError),
    #[error("DATA_DIR={} cannot be used: set DATA_DIR to a writable folder", .0.display())]
    Data(PathBuf, #[source] io::Error),
    #[error(transparent)]
    GeolocationSources(#[from] DatabaseError),
    #[error(
        "webhooks cannot be sent: check WEBHOOK_URL, and that the system has certificates (Debian's package ca-certificates)"
    )]
    Webhooks(#[from] OutboundError),
    #[error(transparent)]
    Database(#[from] MigrationError),
    #[error("the server failed")]
    Server(#[from] io::Error),
    #[error("the {0} ended, so the server stopped: read the log, and start the server again")]
    TaskEnded(&'static str),
}

/// A server that listens and is ready to run.
pub struct Application {
    server: Server,
    stop: LocalBoxFuture<'static, ()>,
    /// The server's address. With `PORT=0`, the system chose its port.
    pub address: SocketAddr,
    metrics_server: Server,
    /// The address of the metrics. With `METRICS_PORT=0`, the system chose its port.
    pub metrics_address: SocketAddr,
    lead_writer: thread::JoinHandle<()>,
    background: Background,
    handle: StopHandle,
}

#[derive(Clone)]
pub struct StopHandle {
    server: ServerHandle,
    stopping: CancellationToken,
    /// The time for what is in flight.
    deadline: Duration,
}

impl StopHandle {
    /// Stops the server. From the call on, no email is leased. If `graceful`, the requests in flight are
    /// completed, and those of connections that are open.
    pub fn stop(&self, graceful: bool) {
        self.stopping.cancel();
        if !graceful {
            drop(self.server.stop(false));
        }
    }
}

/// The work besides requests: migrations, then the delivery of emails and the exchange of counts.
struct Background {
    database_url: DatabaseUrl,
    secret: Secret,
    migrated: Migrated,
    delivery: Delivery,
    store: Arc<Store>,
    counts: Arc<RequestCounts>,
    links: LinkSender,
}

impl Background {
    async fn run(self, stop: CancellationToken) {
        if !self.migrated.is_done() {
            tokio::select! {
                () = stop.cancelled() => return,
                () = migrations::run_when_possible(&self.database_url, &self.secret, &self.migrated) => {}
            }
        }
        tokio::join!(
            Box::pin(self.delivery.run(stop.clone())),
            self.links.run(stop.clone()),
            exchange_counts(&self.store, &self.counts, &stop),
        );
    }
}

/// Tries to run the migrations once. Fails only if no attempt can succeed. Otherwise they are
/// retried in the background, because the server may start before its database.
async fn migrate(
    url: &DatabaseUrl,
    secret: &Secret,
    migrated: &Migrated,
) -> Result<(), MigrationError> {
    let run = migrations::run_once(url, secret, migrated);
    match timeout(url.deadlines.connection, run).await {
        Ok(Err(cause @ (MigrationError::UnknownVersion | MigrationError::OtherSecret))) => {
            Err(cause)
        }
        _ => Ok(()),
    }
}

impl Application {
    /// Prepares the schema, the pages, and the ports.
    pub async fn build(config: Config, decoder: PhotoDecoder) -> Result<Self, ServerError> {
        let site = web::Data::new(load_site(&config)?);
        let secret = load_secret(&config)?;
        let visitors = web::Data::new(VisitorIdentifier::new(&secret, &config)?);
        let metrics = lead_outcome::with_counters(Metrics::default());
        let migrated = Migrated::default();
        let delivery = delivery(&config, &secret, &migrated, &metrics)?;
        let ((port, stays_open), metrics_port) = listen(&config.server)?;
        let (address, metrics_address) = (port.local_addr()?, metrics_port.local_addr()?);
        migrate(&config.database.url, &secret, &migrated).await?;

        let database_url = config.database.url.clone();
        let follow_up = delivery.follow_ups.are_on();
        let (writer, lead_writer) = LeadWriter::start(&database_url, &migrated, follow_up)?;
        let counts = web::Data::new(RequestCounts::default());
        let notifier = Arc::clone(&delivery.notifier);
        let senders = Arc::clone(&delivery.senders);
        let (links, link_sender) = LinkSender::new(&config, &senders.mailer, &migrated);
        let desk = web::Data::new(Desk::new(&config, links, &notifier, &senders));
        let photos = PhotoService::new(&secret, &config, &visitors, &counts, decoder);
        let photos = web::Data::new(photos);
        let anon_key = web::Data::new(AnonKey {
            key: config.anon_key,
            metrics: metrics.clone(),
        });
        let metrics = web::Data::new(metrics);
        let (allowed_origins, deadlines) = (config.server.allowed_origins, config.deadlines);
        let proxies = config.visitors.trusted_proxies;
        let security_headers = web::Data::new(SecurityHeaders::new(&config.server.public_url));
        let origin = web::Data::new(SiteOrigin::new(&config.server.public_url));
        let store = |size| Arc::new(Store::new(database_url.clone(), size, migrated.clone()));
        let desk_store = (config.desk.is_on()).then(|| web::Data::from(store(DESK_CONNECTIONS)));
        let store = store(config.database.pool_size);
        let background = Background {
            database_url: database_url.clone(),
            secret: secret.clone(),
            migrated: migrated.clone(),
            delivery,
            store: Arc::clone(&store),
            counts: Arc::clone(&counts),
            links: link_sender,
        };
        let service = web::Data::new(LeadService {
            store: Arc::clone(&store),
            writer,
            cooldowns: Cooldowns::default(),
            counts: counts.clone(),
            notifier,
            visitors: visitors.clone(),
            form_tokens: web::Data::new(FormTokens::new(&secret)),
            form_keys: FormKeys::new(&secret),
            photos: photos.clone(),
            metrics: metrics.clone(),
        });
        let metrics_server = metrics::serve(
            metrics_port,
            Metrics::clone(&metrics),
            config.photos,
            service.clone(),
            database_url,
            migrated,
        )?;
        let (server, stop) = listener::serve(port, stays_open, proxies, &deadlines, move || {
            App::new()
                .wrap(from_fn(request_log::observe))
                .wrap(from_fn(connections::close_in_time))
                .wrap(from_fn(security_headers::add))
                .app_data(deadlines)
                .app_data(security_headers.clone())
                .app_data(origin.clone())
                .app_data(site.clone())
                .app_data(anon_key.clone())
                .app_data(web::Data::from(Arc::clone(&store)))
                .app_data(visitors.addresses.clone())
                .app_data(visitors.clone())
                .app_data(counts.clone())
                .app_data(service.form_tokens.clone())
                .app_data(photos.clone())
                .app_data(desk.clone())
                .app_data(metrics.clone())
                .app_data(service.clone())
                .configure(|config| {
                    routes::configure(config, &allowed_origins, desk_store.as_ref());
                })
        })?;
        Ok(Self {
            handle: StopHandle {
                server: server.handle(),
                stopping: CancellationToken::new(),
                deadline: deadlines.shutdown,
            },
            server,
            stop,
            address,
            metrics_server,
            metrics_address,
            lead_writer,
            background,
        })
    }

    pub fn handle(&self) -> StopHandle {
        self.handle.clone()
    }

    /// Serves until its [`handle`](Self::handle) stops it.
    ///
    /// # Errors
    /// When the server fails, or one of its tasks ends. Then the rest is stopped too: nobody would
    /// notice a process that saves leads and sends no emails.
    pub async fn run(self) -> Result<(), ServerError> {
        let handle = self.handle();
        let metrics_handle = self.metrics_server.handle();
        let stopped = handle.stopping.clone().cancelled_owned();
        rt::spawn(stopped.then(|()| self.stop));
        let delivery = rt::spawn(self.background.run(self.handle.stopping));
        let metrics = rt::spawn(self.metrics_server);
        let lead_writer = rt::task::spawn_blocking(|| self.lead_writer.join());
        let server = async {
            let served = self.server.await;
            handle.stopping.cancel();
            metrics_handle.stop(false).await;
            served.map_err(ServerError::Server)
        };
        let (answered, delivered, measured, saved) = tokio::join!(
            server,
            supervised("outbox delivery", delivery, &handle),
            supervised("metrics server", metrics, &handle),
            supervised("lead writer", lead_writer, &handle),
        );
        answered.and(delivered).and(measured).and(saved)
    }
}

/// Exchanges the counts of addresses with other processes until `stop` is cancelled, and then once
/// more, so that a restarted server continues with them.
async fn exchange_counts(store: &Store, counts: &RequestCounts, stop: &CancellationToken) {
    let mut ticks = interval(EXCHANGE_INTERVAL);
    let mut is_stopped = false;
    while !is_stopped {
        tokio::select! {
            _ = ticks.tick() => {}
            () = stop.cancelled() => is_stopped = true,
        }
        if let Err(cause) = rate_limits::exchange(store, counts).await {
            debug!(
                cause = chain(&cause),
                "rate-limit counts were not exchanged"
            );
        }
    }
}

/// Loads the pages, without the desk's pages if the desk is off.
fn load_site(config: &Config) -> Result<Site, ServerError> {
    let source = &config.server.site;
    let mut site = Site::load(source).map_err(|cause| ServerError::Site(source.clone(), cause))?;
    if !config.desk.is_on() {
        site.remove_desk();
    }
    report_mismatch(&site, config);
    Ok(site)
}

/// Logs how the settings of the site's build differ. The site is served nevertheless: visitors can read
/// it and call, and the form without JavaScript needs no key. Only `/readyz` reports the difference.
fn report_mismatch(site: &Site, config: &Config) {
    let Some(stamp) = &site.stamp else { return };
    if !stamp.sends_key(&config.anon_key) {
        error!("the site was {ANOTHER_KEY}");
    }
    if stamp.public_url != config.server.public_url {
        warn!(
            built_for = stamp.public_url,
            "the site was built for another PUBLIC_URL, which search engines read: build it with the current one"
        );
    }
}

fn delivery(
    config: &Config,
    secret: &Secret,
    migrated: &Migrated,
    metrics: &Metrics,
) -> Result<Delivery, ServerError> {
    let webhooks = config.webhook.as_ref();
    let webhooks = webhooks.map(|it| WebhookClient::new(it, &config.deadlines));
    let webhooks = webhooks.transpose()?;
    let follow_ups = FollowUps {
        webhooks: webhooks.as_ref().map(WebhookClient::receiver),
        auto_replies: config
            .auto_replies_per_hour
            .map(|per_hour| AutoReplies::new(secret, per_hour)),
        push_to: config.desk.people.iter().map(DeskPerson::key).collect(),
    };
    let push = push_client(config);
    delivery::create_counters(metrics);
    let announcements = usize::from(webhooks.is_some()) + usize::from(push.is_some());
    let store = |size| Store::new(config.database.url.clone(), size, migrated.clone());
    Ok(Delivery {
        store: store(MAIL_CONNECTIONS),
        announcement_store: store(announcements * ANNOUNCEMENT_CONNECTIONS),
        senders: Arc::new(Senders {
            mailer: Arc::new(Mailer::new(config)),
            webhooks,
            push,
            desk: config
                .desk
                .is_on()
                .then(|| format!("{}{}", config.server.public_url, site::DESK_PAGE)),
            customer_links: CustomerLinks::new(secret, &config.server.public_url),
        }),
        follow_ups,
        notifier: Arc::default(),
        tidy: |store| {
            Box::pin(async {
                let saved = lead_events::save_outdated(store).await;
                pruning::prune(store).await.and(saved)
            })
        },
        digest_delay: config.mail.digest,
        metrics: metrics.clone(),
    })
}

/// Creates the client that sends push messages, if there is a desk. Without certificates, the desk
/// works without push messages.
fn push_client(config: &Config) -> Option<PushClient> {
    if !config.desk.is_on() {
        return None;
    }
    let (public_url, allow_private) = (&config.server.public_url, config.desk.push_allow_private);
    PushClient::new(public_url, allow_private, &config.deadlines)
        .inspect_err(|cause| warn!(cause = chain(cause), "the desk's notifications are off"))
        .ok()
}

fn listen(config: &config::Server) -> Result<((TcpListener, bool), TcpListener), ServerError> {
    let address = config.address;
    let open = listener::open(address).map_err(|cause| ServerError::Listen(address, cause))?;
    let port = config.metrics_port;
    let metrics_listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map_err(|cause| ServerError::ListenForMetrics(port, cause))?;
    Ok((open, metrics_listener))
}

/// Creates the data folder, and loads the site's secret.
fn load_secret(config: &Config) -> Result<Secret, ServerError> {
    let data_dir = &config.server.data_dir;
    std::fs::create_dir_all(data_dir)
        .and_then(|()| Secret::load(config.visitors.ip_hash_secret.as_ref(), data_dir))
        .map_err(|cause| ServerError::Data(data_dir.clone(), cause))
}

/// Waits for a task to end. If it ends by itself, the server is stopped. If it does not end after a
/// stop, it is abandoned.
async fn supervised<T>(
    name: &'static str,
    task: JoinHandle<T>,
    handle: &StopHandle,
) -> Result<(), ServerError> {
    let overdue = async {
        handle.stopping.cancelled().await;
        sleep(handle.deadline).await;
    };
    tokio::select! {
        _ = task => {}
        () = overdue => {
            warn!(task = name, "a task did not end in time and was abandoned: its work will be repeated");
            return Ok(());
        }
    }
    if handle.stopping.is_cancelled() {
        return Ok(());
    }
    error!(task = name, "a task ended: stopping the server");
    handle.stop(true);
    Err(ServerError::TaskEnded(name))
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use actix_web::rt;
    use tempfile::TempDir;

    use super::{Application, PhotoDecoder, ServerError, supervised};
    use crate::config::Config;

    /// Creates a server whose database is unavailable, and the folder of its pages and data.
    async fn application() -> (Application, TempDir) {
        let folder = TempDir::new().unwrap();
        for page in ["index.html", "contact/index.html", "404/index.html"] {
            let file = folder.path().join(page);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "<h1>Page</h1>").unwrap();
        }
        let config = Config::from_layers("", |name| {
            let value = match name {
                "PORT" | "METRICS_PORT" => "0",
                "DATABASE_URL" => "postgres://nobody@127.0.0.1:1/nowhere",
                "DATA_DIR" | "SITE_DIR" => folder.path().to_str()?,
                "ANON_KEY" => "key",
                _ => return None,
            };
            Some(value.to_owned())
        });
        let decoder = PhotoDecoder::of("".into());
        let application = Application::build(config.unwrap(), decoder).await;
        (application.unwrap(), folder)
    }

    /// Returns the name of the task whose end stopped the server.
    fn ended(outcome: &Result<(), ServerError>) -> &'static str {
        match outcome {
            Err(ServerError::TaskEnded(name)) => name,
            outcome => panic!("{outcome:?}"),
        }
    }

    #[actix_web::test]
    async fn a_writer_that_panics_stops_the_server_with_an_error() {
        let (mut application, _folder) = application().await;
        application.lead_writer = thread::spawn(|| panic!("a fault in the writer"));
        assert_eq!(ended(&application.run().await), "lead writer");
    }

    #[actix_web::test]
    async fn a_server_of_metrics_that_ends_stops_the_server_with_an_error() {
        let (application, _folder) = application().await;
        drop(application.metrics_server.handle().stop(false));
        assert_eq!(ended(&application.run().await), "metrics server");
    }

    #[actix_web::test]
    async fn a_task_that_panics_stops_the_server_and_one_that_was_told_to_end_does_not() {
        let (application, _folder) = application().await;
        let handle = application.handle();
        let server = rt::spawn(application.run());
        let panics = rt::spawn(async { panic!("a fault in the delivery") });
        let outcome = supervised::<()>("outbox delivery", panics, &handle).await;
        assert_eq!(ended(&outcome), "outbox delivery");
        server.await.unwrap().unwrap();

        let outcome = supervised("outbox delivery", rt::spawn(async {}), &handle).await;
        assert!(outcome.is_ok());
    }
}
