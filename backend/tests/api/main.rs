//! The backend over real HTTP, on a real Postgres: each test has a server and a database of its
//! own, and sends mails to a folder or to a real SMTP server.
//!
//! The rule for tests: a test of one file's functions is in that file, in `mod tests` at its end. A
//! test through a request, a command, a mail or the database is here, in the folder of the room
//! that it tests.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on may stop"
)]

mod app;
mod cli;
mod config;
mod database;
mod desk;
mod forms;
mod leads;
mod mail_server;
mod outbox;
mod people;
mod photos;
mod privacy;
mod process;
mod rooms;
mod server;
mod site;
mod tls;
mod visitors;
mod web;
mod webhook_receiver;
mod wire;
