//! The schema, its roles, outages, and the cost of many rows.

mod connections;
mod database_tls;
mod growth;
pub mod outage;
mod pruning;
pub mod roles;
mod schema;
