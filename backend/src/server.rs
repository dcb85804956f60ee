//! The server as a whole: startup, routes, health, metrics, and `OpenAPI` description.

pub(crate) mod metrics;
pub(crate) mod request_log;
pub mod routes;
pub mod startup;
