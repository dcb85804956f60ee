//! `GET /healthz`: the server is alive. `GET /readyz`: it can save estimate requests.

use actix_web::{
    HttpResponse, Resource, Route,
    http::{StatusCode, header},
    web,
};
use serde_json::{Value, json};
use tracing::warn;

use crate::{
    api,
    error::Error,
    store::{Store, migrations},
    telemetry,
};

/// The paths.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(get_only("/healthz", || web::to(alive)))
        .service(get_only("/readyz", || web::to(ready)));
}

fn get_only(path: &str, answer: impl Fn() -> Route) -> Resource {
    web::resource(path)
        .route(answer().method(actix_web::http::Method::GET))
        .route(answer().method(actix_web::http::Method::HEAD))
        .default_service(web::to(async || -> Result<String, api::Failure> {
            Err(Error::MethodNotAllowed {
                allowed: "GET, HEAD",
            }
            .into())
        }))
}

async fn alive() -> HttpResponse {
    status(StatusCode::OK, &json!({ "status": "ok" }))
}

async fn ready(store: web::Data<Store>) -> HttpResponse {
    let not_ready = |reason: &str| {
        status(
            StatusCode::SERVICE_UNAVAILABLE,
            &json!({ "status": "not ready", "reason": reason }),
        )
    };
    match store.run(migrations::lacking).await {
        Ok(lacking) if lacking.is_empty() => status(StatusCode::OK, &json!({ "status": "ready" })),
        Ok(_) => not_ready("the database does not have the schema"),
        Err(cause) => {
            warn!(cause = telemetry::chain(&cause), "not ready");
            not_ready(&cause.to_string())
        }
    }
}

fn status(status: StatusCode, body: &Value) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body)
}
