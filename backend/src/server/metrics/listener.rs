//! `GET /metrics` on a port of its own, reachable only from this machine.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
};

use actix_web::{
    App, HttpResponse, HttpServer, dev::Server, error::ErrorInternalServerError, http::header, web,
};
use prometheus_client::{metrics::gauge::ConstGauge, registry::Unit};
use tracing::warn;

use super::outbox::registry;
use crate::{
    config::{DatabaseUrl, Photos},
    database::{Store, StoreError, migrations::Migrated},
    observability::{error_chain::chain, metrics::Metrics},
    outbox,
    photos::photo_records,
    web::methods::get,
};

/// The path.
pub const PATH: &str = "/metrics";

/// <https://prometheus.io/docs/instrumenting/exposition_formats/>
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Binds the port. Fails when another program has it.
pub fn bind(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
}

/// Starts a server for the metrics. It has its own database connection: a site whose connections
/// are all in use can still be monitored.
pub fn serve(
    listener: TcpListener,
    metrics: Metrics,
    photo_limits: Photos,
    database_url: DatabaseUrl,
    migrated: Migrated,
) -> io::Result<Server> {
    let metrics = web::Data::new(metrics);
    let photo_limits = web::Data::new(photo_limits);
    Ok(HttpServer::new(move || {
        App::new()
            .app_data(metrics.clone())
            .app_data(photo_limits.clone())
            .app_data(web::Data::new(Store::new(
                database_url.clone(),
                1,
                migrated.clone(),
            )))
            .service(web::resource(PATH).route(get().to(scrape)))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run())
}

async fn scrape(
    metrics: web::Data<Metrics>,
    photo_limits: web::Data<Photos>,
    store: web::Data<Store>,
) -> actix_web::Result<HttpResponse> {
    let read = async {
        let outbox = outbox::figures::read(&store).await?;
        let photos = store.run(photo_records::usage).await?;
        Ok::<_, StoreError>((outbox, photos))
    };
    let figures = read
        .await
        .inspect_err(|cause| {
            warn!(cause = chain(cause), "the database could not be looked at");
        })
        .ok();
    let mut registry = registry(figures.as_ref().map(|(outbox, _)| outbox));
    if let Some((_, usage)) = figures {
        for (name, help, bytes) in [
            ("photos", "How much photographs take", usage.total),
            (
                "photos_limit",
                "How much they may (PHOTOS_TOTAL_MB)",
                photo_limits.total_bytes,
            ),
            (
                "photos_of_day",
                "How much those of the last 24 hours take",
                usage.day,
            ),
            (
                "photos_of_day_limit",
                "How much they may (PHOTOS_DAY_MB)",
                photo_limits.day_bytes,
            ),
        ] {
            registry.register_with_unit(name, help, Unit::Bytes, ConstGauge::new(bytes));
        }
    }
    let text = metrics.text(&registry).map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok()
        .content_type(OPEN_METRICS)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}
