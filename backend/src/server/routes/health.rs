//! `GET /healthz`: whether the server is alive. `GET /readyz`: whether it can save estimate requests.

use std::time::Instant;

use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
    web,
};
use serde::Serialize;
use tracing::warn;
use utoipa::ToSchema;

use crate::{
    database::{Store, inspection, migrations},
    forms::postgrest::AnonKey,
    observability::error_chain::chain,
    site::Site,
    web::description::OPERATION,
};

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// The state in a word or two.
    #[schema(example = "ready")]
    status: &'static str,
    /// The reason that the server is not ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Is the server alive?
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "isAlive",
    tag = OPERATION,
    responses((status = 200, description = "The server is alive.", body = Health, example = json!({ "status": "ok" }))),
)]
pub(crate) async fn alive() -> HttpResponse {
    health(StatusCode::OK, "ok", None)
}

/// Can the server save estimate requests?
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "isReady",
    tag = OPERATION,
    responses(
        (status = 200, description = "The server can save estimate requests.", body = Health, example = json!({ "status": "ready" })),
        (
            status = 503,
            description = "The server cannot save estimate requests: the database is unavailable, has no room, or lacks the schema, or the site was built for another `ANON_KEY`.",
            body = Health,
            example = json!({
                "status": "not ready",
                "reason": "the database does not have the schema",
            }),
        ),
    ),
)]
pub(crate) async fn ready(
    store: web::Data<Store>,
    site: web::Data<Site>,
    key: web::Data<AnonKey>,
) -> HttpResponse {
    let not_ready = |reason: &str| {
        let reason = Some(reason.to_owned());
        health(StatusCode::SERVICE_UNAVAILABLE, "not ready", reason)
    };
    if (site.stamp.as_ref()).is_some_and(|stamp| !stamp.sends_key(&key.key)) {
        return not_ready("the site was built for another ANON_KEY");
    }
    let mut ready_at = store.ready_at.lock().await;
    if ready_at.is_some_and(|it| it.elapsed() < store.deadlines.readiness) {
        return health(StatusCode::OK, "ready", None);
    }
    let lacking = store.run(async |connection| {
        inspection::try_write(connection).await?;
        migrations::lacking(connection).await
    });
    match lacking.await {
        Ok(lacking) if lacking.is_empty() => {
            *ready_at = Some(Instant::now());
            health(StatusCode::OK, "ready", None)
        }
        Ok(_) => not_ready("the database does not have the schema"),
        Err(cause) => {
            warn!(cause = chain(&cause), "not ready");
            not_ready(&cause.to_string())
        }
    }
}

fn health(code: StatusCode, status: &'static str, reason: Option<String>) -> HttpResponse {
    HttpResponse::build(code)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Health { status, reason })
}
