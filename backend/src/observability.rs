//! The log, the metrics, and errors as text. Every layer above may use them.

pub(crate) mod error_chain;
pub(crate) mod log;
pub mod metrics;
