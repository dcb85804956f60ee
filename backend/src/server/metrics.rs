//! The Prometheus endpoint, `GET /metrics` on its own port, reachable only from this machine: this
//! process's counters, and the figures of the outbox and of the photos. `GET /idle` there reports
//! whether the process has nothing to do.

use std::{io, net::TcpListener};

use actix_web::{
    App, HttpResponse, HttpServer, dev::Server, error::ErrorInternalServerError, http::header, web,
};
use prometheus_client::{
    encoding::text,
    metrics::{
        family::Family,
        gauge::{ConstGauge, Gauge},
    },
    registry::{Registry, Unit},
};
use tracing::warn;

use crate::{
    config::{DatabaseUrl, Photos},
    database::{Store, StoreError, migrations::Migrated},
    forms::lead_service::LeadService,
    message_kind::MessageState,
    observability::{error_chain::chain, metrics::Metrics},
    outbox::{
        figures::{self, COUNTED, OutboxFigures},
        outcome::FailureClass,
    },
    photos::photo_records::{self, Usage},
    web::methods::get,
};

pub const PATH: &str = "/metrics";

/// <https://prometheus.io/docs/instrumenting/exposition_formats/>
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Starts the server. It has its own database connection, so a site with no free connection is still monitored.
pub fn serve(
    listener: TcpListener,
    metrics: Metrics,
    photo_limits: Photos,
    leads: web::Data<LeadService>,
    database_url: DatabaseUrl,
    migrated: Migrated,
) -> io::Result<Server> {
    let metrics = web::Data::new(metrics);
    let photo_limits = web::Data::new(photo_limits);
    Ok(HttpServer::new(move || {
        App::new()
            .app_data(metrics.clone())
            .app_data(photo_limits.clone())
            .app_data(leads.clone())
            .app_data(web::Data::new(Store::new(
                database_url.clone(),
                1,
                migrated.clone(),
            )))
            .service(web::resource(PATH).route(get().to(scrape)))
            .service(web::resource("/idle").route(get().to(idle)))
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run())
}

/// Responds with 204 if there is nothing to do. Messages that are due later do not count.
async fn idle(leads: web::Data<LeadService>, store: web::Data<Store>) -> HttpResponse {
    // In the order in which one becomes the next.
    let pending = if !leads.photos.turns.are_free() {
        "a photo is being decoded"
    } else if leads.notifier.is_saving() {
        "a lead is being saved"
    } else if leads.store.is_in_use() {
        "a request uses the database"
    } else if !leads.counts.due().is_empty() {
        "a count of a rate limit is not saved"
    } else {
        match figures::is_message_due(&store).await {
            Ok(false) => return HttpResponse::NoContent().finish(),
            Ok(true) => "a message is due",
            Err(_) => "the database is unavailable",
        }
    };
    HttpResponse::ServiceUnavailable().body(format!("{pending}\n"))
}

async fn scrape(
    metrics: web::Data<Metrics>,
    photo_limits: web::Data<Photos>,
    store: web::Data<Store>,
) -> actix_web::Result<HttpResponse> {
    let read = async {
        let outbox = figures::read(&store).await?;
        let photos = store.run(photo_records::usage).await?;
        Ok::<_, StoreError>((outbox, photos))
    };
    let figures = read
        .await
        .inspect_err(|cause| {
            warn!(cause = chain(cause), "the figures could not be read");
        })
        .ok();
    let mut registry = Registry::default();
    metrics.register(&mut registry);
    registry.register(
        "database_up",
        "Whether the database queries for these metrics succeeded",
        ConstGauge::new(i64::from(figures.is_some())),
    );
    if let Some((outbox, usage)) = figures {
        register_outbox(&mut registry, &outbox);
        register_photos(&mut registry, &usage, &photo_limits);
    }
    let mut text = String::new();
    text::encode(&mut text, &registry).map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok()
        .content_type(OPEN_METRICS)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}

fn register_photos(registry: &mut Registry, usage: &Usage, limits: &Photos) {
    for (name, help, bytes) in [
        ("photos", "Size of all photos", usage.total),
        (
            "photos_limit",
            "Limit of the size of all photos (PHOTOS_TOTAL_MB)",
            limits.total_bytes,
        ),
        (
            "photos_of_day",
            "Size of the photos of the last 24 hours",
            usage.day,
        ),
        (
            "photos_of_day_limit",
            "Limit of the size of the photos of the last 24 hours (PHOTOS_DAY_MB)",
            limits.day_bytes,
        ),
    ] {
        registry.register_with_unit(name, help, Unit::Bytes, ConstGauge::new(bytes));
    }
}

fn register_outbox(registry: &mut Registry, outbox: &OutboxFigures) {
    // The names and values of two labels.
    type Labels = [(&'static str, &'static str); 2];
    let waiting = Family::<Labels, Gauge>::default();
    let failing = Family::<Labels, Gauge>::default();
    for of in COUNTED {
        let channel = ("channel", of.name());
        for state in [
            MessageState::Pending,
            MessageState::Quarantined,
            MessageState::Dead,
        ] {
            let gauge = waiting.get_or_create(&[channel, ("state", state.name())]);
            gauge.set(outbox.waiting(of, state));
        }
        for &class in FailureClass::ALL {
            let gauge = failing.get_or_create(&[channel, ("failure", class.name())]);
            gauge.set(outbox.failing(of, class));
        }
    }
    registry.register(
        "outbox_mails",
        "Emails and webhooks in the outbox, by state; dead ones need action by a person",
        waiting,
    );
    registry.register(
        "outbox_failing_mails",
        "Emails and webhooks whose last attempt failed and that will be retried, by class of failure",
        failing,
    );
    for (name, help, seconds) in [
        (
            "outbox_oldest_due",
            "Time since the oldest due email became due; 0 if none is due",
            outbox.oldest_due_seconds(),
        ),
        (
            "outbox_oldest_pending",
            "Age of the oldest email that is not sent yet, including failed ones; 0 if there is none",
            outbox.oldest_pending_seconds(),
        ),
    ] {
        registry.register_with_unit(name, help, Unit::Seconds, ConstGauge::new(seconds));
    }
}
