//! Paths of `/api` that take certain methods alone. Other methods get an error in the API's shape.

use actix_web::{
    Resource, Route,
    guard::{self, Guard},
    web,
};

use super::{api::ApiError, error::RequestError};

/// A path that takes POST.
pub fn post_only(path: &str, post: Route) -> Resource {
    web::resource(path)
        .route(post)
        .default_service(web::to(async || not_allowed("POST")))
}

/// A path that takes GET and HEAD.
pub fn get_only(path: &str, route: Route) -> Resource {
    web::resource(path)
        .route(route.guard(reads()))
        .default_service(web::to(async || not_allowed("GET, HEAD")))
}

/// A route for GET and HEAD.
pub fn get() -> Route {
    web::route().guard(reads())
}

fn reads() -> impl Guard {
    guard::Any(guard::Get()).or(guard::Head())
}

/// Refuses another method than `allowed`.
pub fn not_allowed(allowed: &'static str) -> Result<String, ApiError> {
    Err(RequestError::MethodNotAllowed { allowed }.into())
}
