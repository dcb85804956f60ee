//! The database: Postgres, through diesel.

pub(crate) mod columns;
pub mod connection;
pub(crate) mod error;
pub(crate) mod inspection;
pub(crate) mod interval;
pub mod migrations;
pub(crate) mod pool;
pub(crate) mod schema;
mod secret_fingerprint;
pub(crate) mod text_enum;

pub use connection::connect;
pub use error::{ConnectError, StoreError};
pub use pool::Store;
