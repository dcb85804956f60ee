//! The outbox and its delivery.

mod outbox;
