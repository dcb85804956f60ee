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

use std::time::Duration;

use tokio::time::{interval, timeout};

/// Repeats a look, with a pause after each, until it finds something.
async fn until<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let mut pauses = interval(Duration::from_millis(10));
    let found = async {
        loop {
            pauses.tick().await;
            if let Some(found) = look().await {
                return found;
            }
        }
    };
    let found = timeout(Duration::from_mins(2), found).await;
    found.unwrap_or_else(|_| panic!("waited in vain until {what}"))
}
