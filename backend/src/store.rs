//! The database: Postgres, through diesel.

pub(crate) mod call;
pub(crate) mod columns;
pub mod connection;
pub(crate) mod desk;
pub mod erasure;
pub(crate) mod error;
pub(crate) mod inspection;
mod interval;
pub(crate) mod iso_8601;
pub mod lead_records;
pub mod migrations;
pub mod outbox;
pub(crate) mod phone_clicks;
pub mod photos;
pub(crate) mod pool;
pub mod pruning;
pub(crate) mod rate_limits;
pub(crate) mod schema;
pub(crate) mod sent_texts;
pub(crate) mod site_forms;
mod text_enum;

pub use connection::connect;
pub use error::{ConnectError, StoreError};
pub use pool::Store;
