//! `GET /metrics` on a port of its own, reachable only from this machine.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
};

use actix_web::{
    App, HttpResponse, HttpServer, dev::Server, error::ErrorInternalServerError, http::header, web,
};
use tracing::warn;

use super::outbox::registry;
use crate::{
    config::DatabaseUrl,
    observability::{error_chain::chain, metrics::Metrics},
    store::{Store, migrations::Migrated, outbox},
};

/// The path.
pub const PATH: &str = "/metrics";

/// <https://prometheus.io/docs/instrumenting/exposition_formats/>
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Binds the port.
///
/// # Errors
/// When another program has it.
pub fn bind(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
}

/// Starts a server for the figures. It has a database connection of its own: a site whose
/// connections are all in use can still be monitored.
pub fn serve(
    listener: TcpListener,
    metrics: Metrics,
    database_url: DatabaseUrl,
    migrated: Migrated,
) -> io::Result<Server> {
    let metrics = web::Data::new(metrics);
    Ok(HttpServer::new(move || {
        App::new()
            .app_data(metrics.clone())
            .app_data(web::Data::new(Store::new(
                database_url.clone(),
                1,
                migrated.clone(),
            )))
            .service(
                web::resource(PATH)
                    .route(web::get().to(scrape))
                    .route(web::head().to(scrape)),
            )
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run())
}

async fn scrape(
    metrics: web::Data<Metrics>,
    store: web::Data<Store>,
) -> actix_web::Result<HttpResponse> {
    let outbox = outbox::figures::read(&store)
        .await
        .inspect_err(|cause| {
            warn!(cause = chain(cause), "the outbox could not be looked at");
        })
        .ok();
    let text = metrics
        .text(&registry(outbox.as_ref()))
        .map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok()
        .content_type(OPEN_METRICS)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}
