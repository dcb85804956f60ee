//! The database: Postgres, through diesel.

pub(crate) mod columns;
pub mod connection;
pub mod desk;
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
mod text_enum;

pub use connection::connect;
pub use error::{ConnectError, StoreError};
pub use pool::Store;
