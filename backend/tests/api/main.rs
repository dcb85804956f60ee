//! The backend over real HTTP, on a real Postgres: each test has a server and a database of its
//! own, and sends mails to a folder or to a real SMTP server.
//!
//! The rule for tests: a test of one file's functions is in that file, in `mod tests` at its end. A
//! test through a request, a command, a mail or the database is here, in the folder of the layer
//! that it tests.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on may stop"
)]

mod app;
mod database;
mod mail_server;
mod process;
mod tls;
mod webhook_receiver;
mod wire;

mod cli;
mod config;
mod desk;
mod http;
mod rooms;
mod leads;
mod mail;
mod people;
mod photos;
mod visitor;
mod webhooks;
