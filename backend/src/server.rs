//! The server as a whole: its start, its paths, its health, metrics and description.

pub(crate) mod desk_paths;
pub(crate) mod metrics;
pub(crate) mod request_log;
pub mod routes;
pub mod startup;
