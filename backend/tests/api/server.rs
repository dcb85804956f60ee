//! The server's paths, its OpenAPI description, and its metrics.

mod metrics;
pub mod openapi;
mod paths;
