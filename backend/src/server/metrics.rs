//! The Prometheus endpoint: the counters of this process, and the figures of the outbox.

pub(crate) mod listener;
mod outbox;
