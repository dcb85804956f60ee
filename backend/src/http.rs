//! The HTTP server: its start, its limits, its two wire formats and its routes.

pub(crate) mod api;
pub(crate) mod body;
pub(crate) mod confirmation;
pub(crate) mod connections;
pub(crate) mod contact_page;
pub(crate) mod desk;
pub(crate) mod error;
pub(crate) mod lead_log;
mod lead_service;
pub mod limits;
pub(crate) mod listener;
mod methods;
pub(crate) mod metrics;
pub(crate) mod middleware;
pub(crate) mod openapi;
pub(crate) mod photo_service;
pub(crate) mod postgrest;
pub(crate) mod request_signals;
pub mod routes;
pub(crate) mod site;
pub mod startup;
pub(crate) mod timeout_stream;
pub(crate) mod turns;
pub(crate) mod uploads;
