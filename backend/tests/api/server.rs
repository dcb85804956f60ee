//! The paths of the server, their description, and its metrics.

mod metrics;
pub mod openapi;
mod paths;
