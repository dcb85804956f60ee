//! The routes, by path.

pub(crate) mod contact;
pub(crate) mod desk;
pub(crate) mod estimate_requests;
pub(crate) mod form_token;
pub(crate) mod health;
pub mod openapi;
pub(crate) mod phone_clicks;
pub mod photos;
pub(crate) mod send_email;
pub(crate) mod site;
pub(crate) mod site_forms;
pub(crate) mod tracking_data;

use actix_web::{HttpRequest, middleware::Condition, web};

use super::{
    api::ApiError,
    error::RequestError,
    middleware::cors,
    postgrest::{AnonKey, PostgrestError},
};
use crate::store::Store;

/// Adds all routes: those of the desk if it has a store. Pages of `allowed_origins` may call those of the
/// two wires.
pub fn configure(
    config: &mut web::ServiceConfig,
    allowed_origins: &[String],
    desk_store: Option<&web::Data<Store>>,
) {
    let cors = || Condition::new(!allowed_origins.is_empty(), cors::allowing(allowed_origins));
    // Before `/api`, which takes what is left.
    if let Some(store) = desk_store {
        config.configure(|config| desk::configure(config, store));
    }
    config
        .configure(health::configure)
        .service(
            web::scope("/rest")
                .wrap(cors())
                .configure(site_forms::configure)
                .default_service(web::to(unknown_rest_path)),
        )
        .service(
            web::scope("/api")
                .wrap(cors())
                .configure(estimate_requests::configure)
                .configure(form_token::configure)
                .configure(tracking_data::configure)
                .configure(send_email::configure)
                .configure(phone_clicks::configure)
                .configure(openapi::configure)
                .default_service(web::to(unknown_api_path)),
        )
        .configure(contact::configure)
        .configure(photos::configure)
        .configure(site::configure);
}

async fn unknown_api_path() -> Result<String, ApiError> {
    Err(RequestError::NotFound.into())
}

async fn unknown_rest_path(
    request: HttpRequest,
    key: web::Data<AnonKey>,
) -> Result<String, PostgrestError> {
    let table = request
        .path()
        .strip_prefix("/rest/v1/")
        .and_then(|path| path.split('/').next())
        .filter(|table| !table.is_empty());
    let Some(table) = table else {
        return Err(RequestError::NotFound.into());
    };
    key.check(&request)?;
    Err(PostgrestError::UnknownTable(table.to_owned()))
}
