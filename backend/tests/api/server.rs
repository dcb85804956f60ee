//! The server's paths, the description of its API, and its metrics.

mod metrics;
pub mod openapi;
mod paths;
