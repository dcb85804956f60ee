//! The backend over real HTTP, on a real Postgres: each test has a server and a database of its
//! own, and sends mails to a folder or to a real SMTP server.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on may stop"
)]

mod app;
mod database;
mod mail_server;

mod cases;
mod commands;
mod connections;
mod contact;
mod cooldown;
mod cors;
mod database_tls;
mod erasure;
mod estimate_requests;
mod form_token;
mod geolocation;
mod idempotency;
mod lead_writer;
mod malformed;
mod metrics;
mod openapi;
mod outage;
mod outbox;
mod paths;
mod phone_clicks;
mod program;
mod rate_limits;
mod roles;
mod schema;
mod security_headers;
mod send_email;
mod site;
mod site_forms;
mod slow_clients;
mod spam;
mod tracking_data;
mod wire;
