//! The wire format of `/rest/v1/*`: the part of PostgREST that supabase-js needs to insert rows.
//!
//! Parameters (`select`, `columns`, `Prefer`, `Accept`), response shapes, and error codes are those
//! of <https://docs.postgrest.org/en/v14/references/errors.html>.

mod anon_key;
mod error;
mod preferences;
mod rows;

use actix_web::{HttpRequest, web};

pub use anon_key::AnonKey;
pub use error::{ErrorBody, with_errors};
pub use preferences::InsertPreferences;
pub use rows::{Row, is_writable, rows};

const TABLE: &str = "site_forms";

/// Reads a comma-separated list of names, with or without quotes, from the query of a request.
fn names(request: &HttpRequest, parameter: &str) -> Vec<String> {
    web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default()
        .iter()
        .filter(|(name, _)| name == parameter)
        .flat_map(|(_, list)| list.split(','))
        .map(|name| name.trim().trim_matches('"').to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}
