//! The rows in a request's body.

use actix_web::{HttpRequest, http::StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{TABLE, names};
use crate::{
    database::columns::Columns,
    leads::site_forms::SiteForm,
    web::{body, error::RequestError},
};

/// A row as it was sent: every column that is present and not null, as text. Other types are
/// converted to text as Postgres would convert them.
pub struct Row(Map<String, Value>);

impl Row {
    pub fn take(&mut self, column: &str) -> Option<String> {
        match self.0.remove(column)? {
            Value::Null => None,
            Value::String(text) => Some(text),
            other => Some(other.to_string()),
        }
    }

    /// Reads the fields of `T`, which are texts, from the remaining columns.
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
/// When the body is neither, or has a column that does not exist or that clients cannot write.
pub fn rows(request: &HttpRequest, body: Value) -> Result<Vec<Row>, RequestError> {
    let rows = match body {
        Value::Array(rows) => rows,
        row => vec![row],
    };
    // `columns` lists the keys of the objects that count. Other keys are ignored.
    let columns = names(request, "columns");
    if let Some(column) = columns.iter().find(|it| !is_writable(it)) {
        return Err(unknown(column));
    }
    rows.into_iter()
        .map(|row| {
            let Value::Object(mut row) = row else {
                return Err(RequestError::malformed(
                    "The request must be a JSON object or an array of them.",
                ));
            };
            if !columns.is_empty() {
                row.retain(|column, _| columns.contains(column));
            } else if let Some(column) = row.keys().find(|it| !is_writable(it)) {
                return Err(unknown(column));
            }
            Ok(Row(row))
        })
        .collect()
}

pub fn is_writable(column: &str) -> bool {
    SiteForm::NAMES.contains(&column)
}

fn unknown(column: &str) -> RequestError {
    RequestError::with_code(
        StatusCode::BAD_REQUEST,
        "PGRST204",
        format!("Could not find the '{column}' column of '{TABLE}' in the schema cache"),
    )
}
