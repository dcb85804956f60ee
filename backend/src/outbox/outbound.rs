//! HTTP requests to servers whose addresses are not this program's: receivers of webhooks, push services.
//! None reaches a network that it is not permitted in.

mod address;
mod client;

pub(crate) use client::OutboundClient;
pub use client::OutboundError;
