//! Paths that support only certain methods, and return an error for others.

use std::future::ready;

use actix_web::{Resource, Route, guard, http::StatusCode, web};

use super::error::RequestError;

/// Creates a path that supports only the `allowed` methods. The caller adds their routes.
pub fn only(allowed: &'static str, path: &str) -> Resource {
    web::resource(path).default_service(web::to(move || {
        ready(Err::<String, _>(RequestError {
            allowed_methods: Some(allowed),
            ..RequestError::with_code(
                StatusCode::METHOD_NOT_ALLOWED,
                "PGRST117",
                format!("Allowed methods: {allowed}."),
            )
        }))
    }))
}

pub fn get() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}
