//! Announces new leads to another program by signed HTTP requests, as Standard Webhooks defines
//! them (<https://github.com/standard-webhooks/standard-webhooks>, version 1.0.0).

mod client;
pub(crate) mod event;

pub use client::WebhookClient;
