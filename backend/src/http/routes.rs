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
    error::RequestError,
    methods::{get, only},
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
        .service(only("GET, HEAD", "/healthz").route(get().to(health::alive)))
        .service(only("GET, HEAD", "/readyz").route(get().to(health::ready)))
        .service(
            web::scope("/rest")
                .wrap(cors())
                .service(
                    web::resource("/v1/site_forms")
                        .post(site_forms::insert)
                        .default_service(web::to(only_insert)),
                )
                .default_service(web::to(unknown_rest_path)),
        )
        .service(
            web::scope("/api")
                .wrap(cors())
                .service(only("POST", "/estimate-requests").post(estimate_requests::submit))
                .service(only("GET, HEAD", "/form-token").route(get().to(form_token::issue)))
                .service(only("POST", "/get-tracking-data").post(tracking_data::tracking_data))
                .service(only("POST", "/send-email").post(send_email::send))
                .service(only("POST", "/incrementPhoneClickCount").post(phone_clicks::count))
                .service(only("GET, HEAD", "/openapi.json").route(get().to(openapi::document)))
                .default_service(web::to(unknown_api_path)),
        )
        .configure(contact::configure)
        .service(
            only("GET, HEAD, POST", "/contact/photos")
                .route(get().to(photos::list))
                .post(photos::send),
        )
        .service(only("POST", "/contact/photos/link").post(photos::choose))
        .service(
            only("GET, HEAD, PUT, DELETE", "/contact/photos/{id}")
                .route(get().to(photos::show))
                .put(photos::add)
                .delete(photos::remove),
        )
        .configure(site::configure);
}

async fn unknown_api_path() -> Result<String, RequestError> {
    Err(RequestError::NotFound)
}

async fn only_insert() -> Result<String, PostgrestError> {
    Err(RequestError::MethodNotAllowed { allowed: "POST" }.into())
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
