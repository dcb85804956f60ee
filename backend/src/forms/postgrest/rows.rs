//! The rows in a request's body.

use actix_web::{HttpRequest, http::StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{query, table};
use crate::web::{body, error::RequestError};

/// A row as sent: every column that is present and not null, as text. Other types become text as
/// Postgres would convert them.
pub struct Row(Map<String, Value>);

impl Row {
    /// Takes a column out of the row.
    pub fn take(&mut self, column: &str) -> Option<String> {
        match self.0.remove(column)? {
            Value::Null => None,
            Value::String(text) => Some(text),
            other => Some(other.to_string()),
        }
    }

    /// Reads the fields of `T`, which are texts, from the columns that were not taken.
    ///
    /// # Errors
    /// When a required field of `T` is missing, or a field is not a text.
    pub fn fields<T: DeserializeOwned>(mut self) -> Result<T, RequestError> {
        for value in self.0.values_mut() {
            if !value.is_string() && !value.is_null() {
                *value = Value::String(value.to_string());
            }
        }
        body::fields(&Value::Object(self.0))
    }
}

/// Reads the rows in a body: one object, or an array of objects.
///
/// # Errors
/// When the body is neither, or when it has a column that does not exist or that no client may
/// write.
pub fn rows(request: &HttpRequest, body: Value) -> Result<Vec<Row>, RequestError> {
    let objects = match body {
        Value::Object(object) => vec![object],
        Value::Array(items) => items
            .into_iter()
            .map(|item| match item {
                Value::Object(object) => Ok(object),
                _ => Err(not_rows()),
            })
            .collect::<Result<_, _>>()?,
        _ => return Err(not_rows()),
    };
    // `columns` says which keys of the objects count; the others are ignored.
    let columns = query::list(request, "columns");
    if let Some(column) = columns.iter().find(|it| !table::is_writable(it)) {
        return Err(unknown(column));
    }
    objects
        .into_iter()
        .map(|mut object| {
            if columns.is_empty() {
                if let Some(column) = object.keys().find(|it| !table::is_writable(it)) {
                    return Err(unknown(column));
                }
            } else {
                object.retain(|column, _| columns.contains(column));
            }
            Ok(Row(object))
        })
        .collect()
}

fn unknown(column: &str) -> RequestError {
    let table = table::NAME;
    RequestError::with_code(
        StatusCode::BAD_REQUEST,
        "PGRST204",
        format!("Could not find the '{column}' column of '{table}' in the schema cache"),
    )
}

fn not_rows() -> RequestError {
    RequestError::malformed("The request must be a JSON object or an array of them.")
}
