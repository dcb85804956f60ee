//! What every route stands on: limits of bodies and connections, headers.

mod cors;
mod malformed;
mod security_headers;
mod slow_clients;
