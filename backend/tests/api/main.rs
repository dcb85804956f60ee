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

mod anonymous_roles;
mod cases;
mod contact;
mod cooldown;
mod estimate_requests;
mod form_token;
mod idempotency;
mod openapi;
mod outage;
mod paths;
mod phone_clicks;
mod program;
mod schema;
mod send_email;
mod site;
mod site_forms;
mod tracking_data;
