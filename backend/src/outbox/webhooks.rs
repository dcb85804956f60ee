//! Announces new leads to another program by signed HTTP requests, as Standard Webhooks has it
//! (<https://github.com/standard-webhooks/standard-webhooks>, version 1.0.0).

mod client;
mod event;
mod signature;

pub use self::client::WebhookClient;
pub(crate) use self::event::Event;
