//! The outbox and its delivery.

mod auto_reply;
mod outbox;
mod unicode;
