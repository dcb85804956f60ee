//! The HTTP server: its start, its limits, its two wire formats and its routes.

pub mod api;
pub mod body;
pub mod contact_page;
pub mod desk;
pub mod error;
pub mod lead_service;
pub mod limits;
pub mod listener;
mod methods;
pub mod metrics;
pub mod middleware;
pub mod openapi;
pub mod postgrest;
pub mod request_signals;
pub mod routes;
pub mod site;
pub mod startup;
pub mod timeout_stream;
