//! Tests of the backend through real HTTP and a real Postgres. Each test has its own server and
//! database, and sends mails to a folder or a real SMTP server.
//!
//! A test of one file's functions is in that file, in `mod tests` at its end. A test through a
//! request, a command, a mail, or the database is here, in the folder of the room that it tests.

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
