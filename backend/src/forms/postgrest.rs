//! The wire format of `/rest/v1/*`: the part of PostgREST that supabase-js needs to insert rows.
//!
//! The parameters (`select`, `columns`, `Prefer`, `Accept`), the shape of responses and the codes
//! of errors are those of <https://docs.postgrest.org/en/v14/references/errors.html>.

mod anon_key;
mod error;
mod preferences;
mod query;
mod rows;
pub(crate) mod table;

pub use anon_key::AnonKey;
pub use error::{ErrorBody, with_errors};
pub use preferences::InsertPreferences;
pub use rows::{Row, rows};
