//! Photos of trees: their upload, their decoding in a separate process, and their table.

pub mod link;
mod network_time;
pub mod photo_records;
pub mod process;
pub mod refusal;
pub mod routes;
pub(crate) mod service;
pub mod source;
pub mod token;
pub(crate) mod turns;
pub(crate) mod uploads;
