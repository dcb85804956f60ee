//! The schema, its roles, outages and erasure.

mod connections;
mod database_tls;
pub mod outage;
mod roles;
mod schema;
