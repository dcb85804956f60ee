//! Middleware for every request or response.

pub(crate) mod cors;
pub(crate) mod security_headers;
