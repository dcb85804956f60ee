//! The wire formats, the pages and the limits of connections.

mod confirmation;
pub mod contact;
mod cors;
mod malformed;
mod metrics;
pub mod openapi;
mod paths;
mod phone_clicks;
mod security_headers;
mod send_email;
mod site;
mod site_forms;
mod slow_clients;
