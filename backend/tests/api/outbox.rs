//! The outbox and its delivery.

mod auto_reply;
mod delivery;
mod unicode;
mod webhooks;
