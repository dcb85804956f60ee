//! Which path is answered by what.

pub mod contact;
pub mod estimate_requests;
pub mod form_token;
pub mod health;
pub mod openapi;
pub mod phone_clicks;
pub mod send_email;
pub mod site;
pub mod site_forms;
pub mod tracking_data;

use actix_web::{HttpRequest, Resource, Route, http::Method, middleware::Condition, web};

use crate::{
    api, cors,
    error::Error,
    postgrest::{self, AnonKey},
};

/// All paths. Pages of `allowed_origins` may call those of the two wires.
pub fn configure(config: &mut web::ServiceConfig, allowed_origins: &[String]) {
    let cors = || Condition::new(!allowed_origins.is_empty(), cors::allowing(allowed_origins));
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
        .configure(site::configure);
}

/// A path of `/api` that takes POST, and answers any other method in the API's shape.
fn post_only(path: &str, post: Route) -> Resource {
    web::resource(path).route(post).default_service(web::to(
        async || -> Result<String, api::ApiError> {
            Err(Error::MethodNotAllowed { allowed: "POST" }.into())
        },
    ))
}

/// A path that takes GET and HEAD, and answers any other method in the API's shape.
fn get_only(path: &str, answer: impl Fn() -> Route) -> Resource {
    web::resource(path)
        .route(answer().method(Method::GET))
        .route(answer().method(Method::HEAD))
        .default_service(web::to(async || -> Result<String, api::ApiError> {
            Err(Error::MethodNotAllowed {
                allowed: "GET, HEAD",
            }
            .into())
        }))
}

async fn unknown_api_path() -> Result<String, api::ApiError> {
    Err(Error::NotFound.into())
}

async fn unknown_rest_path(
    request: HttpRequest,
    key: web::Data<AnonKey>,
) -> Result<String, postgrest::PostgrestError> {
    let table = request
        .path()
        .strip_prefix("/rest/v1/")
        .and_then(|path| path.split('/').next())
        .filter(|table| !table.is_empty());
    let Some(table) = table else {
        return Err(Error::NotFound.into());
    };
    key.check(&request)?;
    Err(Error::UnknownTable(table.to_owned()).into())
}
