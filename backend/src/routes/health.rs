//! `GET /healthz`: the server is alive.

use actix_web::{HttpResponse, http::header, web};
use serde_json::json;

use crate::{api, error::Error};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/healthz")
            .route(web::get().to(alive))
            .route(web::head().to(alive))
            .default_service(web::to(async || -> Result<String, api::Failure> {
                Err(Error::MethodNotAllowed {
                    allowed: "GET, HEAD",
                }
                .into())
            })),
    );
}

async fn alive() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(json!({ "status": "ok" }))
}
