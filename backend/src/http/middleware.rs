//! What is done to every request or response.

pub mod cors;
pub mod request_log;
pub mod security_headers;
