//! The rows in a request's body.

use std::fmt;

use actix_web::{HttpRequest, http::StatusCode};
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Map, Value};

use super::{TABLE, names};
use crate::{
    database::columns::Columns,
    leads::site_forms::SiteForm,
    web::{body, error::RequestError},
};

const MAX_ROWS: usize = 20;

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
}

/// The objects of a body, up to one more than [`MAX_ROWS`].
struct Rows(Vec<Map<String, Value>>);

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RowsVisitor)
    }
}

struct RowsVisitor;

impl<'de> Visitor<'de> for RowsVisitor {
    type Value = Rows;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object or an array of objects")
    }

    fn visit_map<A: MapAccess<'de>>(self, row: A) -> Result<Rows, A::Error> {
        let row = Map::deserialize(MapAccessDeserializer::new(row))?;
        Ok(Rows(vec![row]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Rows, A::Error> {
        let mut rows = Vec::new();
        while rows.len() <= MAX_ROWS
            && let Some(row) = array.next_element()?
        {
            rows.push(row);
        }
        while let Some(IgnoredAny) = array.next_element()? {}
        Ok(Rows(rows))
    }
}

/// Reads the rows in a body: one object, or an array of objects.
///
/// # Errors
/// When the body is neither, has too many rows, or has a column that does not exist or that clients cannot
/// write.
pub fn rows(request: &HttpRequest, body: &[u8]) -> Result<Vec<Row>, RequestError> {
    let Some(Rows(rows)) = body::json(body)? else {
        return Err(RequestError::malformed(
            "The request must be a JSON object or an array of them.",
        ));
    };
    if rows.len() > MAX_ROWS {
        return Err(RequestError::new(
            StatusCode::BAD_REQUEST,
            format!("At most {MAX_ROWS} rows can be sent at once."),
        ));
    }
    // `columns` lists the keys of the objects that count. Other keys are ignored.
    let columns = names(request, "columns");
    if let Some(column) = columns.iter().find(|it| !is_writable(it)) {
        return Err(unknown(column));
    }
    rows.into_iter()
        .map(|mut row| {
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
