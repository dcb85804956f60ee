//! Paths of `/api` that take certain methods alone. Other methods get an error in the API's shape.

use std::future::ready;

use actix_web::{Resource, Route, guard, web};

use super::error::RequestError;

/// A path that takes the `allowed` methods, whose routes are to be added.
pub fn only(allowed: &'static str, path: &str) -> Resource {
    let refuse = move || ready(Err::<String, _>(RequestError::MethodNotAllowed { allowed }));
    web::resource(path).default_service(web::to(refuse))
}

/// A route for GET and HEAD.
pub fn get() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}
