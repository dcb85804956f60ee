//! `GET /api/form-token`: the signed time token that rides with the form.

use std::time::SystemTime;

use actix_web::{HttpResponse, http::header, web};
use serde_json::json;

use crate::{api, error::Error, form_token::FormTokens};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/form-token")
            .route(web::get().to(issue))
            .route(web::head().to(issue))
            .default_service(web::to(async || -> Result<String, api::Failure> {
                Err(Error::MethodNotAllowed {
                    allowed: "GET, HEAD",
                }
                .into())
            })),
    );
}

async fn issue(tokens: web::Data<FormTokens>) -> HttpResponse {
    HttpResponse::Ok()
        // A token out of a cache would tell another visitor's time.
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(json!({ "token": tokens.issue(SystemTime::now()) }))
}
