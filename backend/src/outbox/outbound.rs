//! HTTP requests to addresses from outside: receivers of webhooks, push services. No request
//! reaches a network that is not permitted.

mod client;

pub(crate) use client::OutboundClient;
pub use client::OutboundError;
