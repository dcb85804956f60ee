//! The parts that all routes build on: errors, bodies, limits, middleware, the listener, and the
//! tags of the `OpenAPI` description.

pub(crate) mod address_kind;
pub(crate) mod api;
pub(crate) mod body;
pub(crate) mod client_address;
pub(crate) mod connections;
pub(crate) mod description;
pub(crate) mod error;
pub(crate) mod lead_outcome;
pub mod limits;
pub(crate) mod listener;
pub(crate) mod methods;
pub(crate) mod middleware;
pub(crate) mod networks;
pub(crate) mod signed_token;
pub(crate) mod site_origin;
pub(crate) mod timeout_stream;
pub(crate) mod transaction;
