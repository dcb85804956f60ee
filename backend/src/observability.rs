//! The log, the metrics, and errors as text. Every layer above may use them.

pub mod error_chain;
pub mod log;
pub mod metrics;
