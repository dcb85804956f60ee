//! The outbox and its delivery.

mod auto_reply;
mod delivery;
mod estimates;
mod unicode;
mod webhooks;
