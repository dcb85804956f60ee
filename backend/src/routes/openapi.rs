//! `GET /api/openapi.json`: the description of all public paths.

use std::sync::LazyLock;

use actix_web::{HttpResponse, http::header, web};
use utoipa::OpenApi;

use crate::openapi::{Description, OPERATION};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(super::get_only("/openapi.json", || web::to(document)));
}

/// This description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "getDescription",
    tag = OPERATION,
    responses((
        status = 200,
        description = "The description, as OpenAPI 3.1.",
        body = inline(serde_json::Map<String, serde_json::Value>),
    )),
)]
pub(crate) async fn document() -> HttpResponse {
    static DESCRIPTION: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(Description::openapi);
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .json(&*DESCRIPTION)
}
