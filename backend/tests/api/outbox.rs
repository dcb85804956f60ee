//! The outbox and its delivery.

mod auto_reply;
mod delivery;
pub mod estimates;
mod unicode;
mod webhooks;
