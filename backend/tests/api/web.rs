//! What all routes share: limits of bodies and connections, and headers.

mod cors;
mod malformed;
mod security_headers;
mod slow_clients;
