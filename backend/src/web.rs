//! The HTTP server: its start, its limits, its two wire formats and its routes.

pub(crate) mod api;
pub(crate) mod body;
pub(crate) mod connections;
pub(crate) mod description;
pub(crate) mod error;
pub mod limits;
pub(crate) mod listener;
pub(crate) mod methods;
pub(crate) mod middleware;
pub(crate) mod networks;
pub(crate) mod signed_token;
pub(crate) mod timeout_stream;
