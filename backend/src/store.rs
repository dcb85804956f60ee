//! The database: Postgres, through diesel.

pub(crate) mod columns;
pub mod connection;
pub mod desk_audit;
pub mod desk_figures;
pub mod desk_leads;
pub mod desk_links;
pub mod desk_push_subscriptions;
pub mod desk_sessions;
pub mod erasure;
pub mod error;
pub mod inspection;
mod interval;
pub mod lead_records;
pub mod migrations;
pub mod outbox;
pub mod phone_clicks;
pub mod pool;
pub mod pruning;
pub mod rate_limits;
pub mod schema;
pub mod sent_texts;
pub mod site_forms;

pub use connection::connect;
pub use error::{ConnectError, StoreError};
pub use pool::Store;
