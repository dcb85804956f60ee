use std::borrow::Cow;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
};
use serde::Serialize;
use serde_json::Value;

use super::{TABLE, names};
use crate::{database::columns::Columns, leads::site_forms::SiteForm, web::error::RequestError};

const SINGULAR: &str = "application/vnd.pgrst.object+json";

const REPRESENTATION: &str = "return=representation";

/// The preferences that are applied. (Planned and estimated counts are exact, because the rows were
/// just counted.)
const APPLIED: [&str; 5] = [
    REPRESENTATION,
    "return=minimal",
    "count=exact",
    "count=planned",
    "count=estimated",
];

#[derive(Clone)]
pub struct InsertPreferences {
    /// The applied preferences of `Prefer`: the first of each kind.
    returned: Option<&'static str>,
    counted: Option<&'static str>,
    singular: bool,
    /// The returned columns. `None` for all columns.
    columns: Option<Vec<&'static str>>,
}

impl InsertPreferences {
    /// Reads `Prefer`, `Accept`, the schema's header, and `select`.
    ///
    /// # Errors
    /// When one of them names a schema, a media type, or a column that cannot be returned, or asks
    /// to replace rows.
    pub fn of(request: &HttpRequest) -> Result<Self, RequestError> {
        if let Some(schema) = header_text(request, "content-profile").filter(|it| *it != "public") {
            return Err(RequestError {
                hint: Some("Only the following schemas are exposed: public"),
                ..not_acceptable("PGRST106", format!("Invalid schema: {schema}"))
            });
        }
        let preferred: Vec<&str> = request
            .headers()
            .get_all("prefer")
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(',').map(str::trim))
            .collect();
        if preferred.iter().any(|it| it.starts_with("resolution=")) {
            return Err(RequestError {
                hint: Some(
                    "Use insert(). With an Idempotency-Key header, a row that is sent twice is saved once.",
                ),
                ..RequestError::new(
                    StatusCode::BAD_REQUEST,
                    format!("Rows of '{TABLE}' are inserted and never replaced"),
                )
            });
        }
        let applied = |name| {
            let mut of_this_name = preferred.iter().filter(|it| it.starts_with(name));
            of_this_name.find_map(|it| APPLIED.into_iter().find(|applied| applied == it))
        };
        Ok(Self {
            returned: applied("return="),
            counted: applied("count="),
            singular: wants_singular(request)?,
            columns: selected_columns(request)?,
        })
    }

    /// Fails if the client prefers a single object and there is not exactly one row.
    pub fn check_count(&self, rows: usize) -> Result<(), RequestError> {
        if self.singular && self.returns_rows() && rows != 1 {
            return Err(RequestError {
                details: Some(format!("The result contains {rows} rows").into()),
                ..not_acceptable(
                    "PGRST116",
                    "Cannot coerce the result to a single JSON object",
                )
            });
        }
        Ok(())
    }

    pub fn created(&self, rows: &[impl Serialize]) -> HttpResponse {
        let mut response = HttpResponse::Created();
        // For an insert, PostgREST returns no range, and returns the number of rows only on request.
        let count = self
            .counted
            .map_or("*".to_owned(), |_| rows.len().to_string());
        response.insert_header((header::CONTENT_RANGE, format!("*/{count}")));
        let applied: Vec<_> = self.returned.into_iter().chain(self.counted).collect();
        if !applied.is_empty() {
            response.insert_header(("preference-applied", applied.join(", ")));
        }
        if !self.returns_rows() {
            return response.finish();
        }
        if let ([row], true) = (rows, self.singular) {
            response.insert_header((header::CONTENT_TYPE, format!("{SINGULAR}; charset=utf-8")));
            return response.json(self.selected(row));
        }
        let rows: Vec<_> = rows.iter().map(|row| self.selected(row)).collect();
        response.json(rows)
    }

    fn returns_rows(&self) -> bool {
        self.returned == Some(REPRESENTATION)
    }

    fn selected<'a, R: Serialize>(&'a self, row: &'a R) -> Selected<'a, R> {
        Selected {
            row,
            columns: self.columns.as_deref(),
        }
    }
}

struct Selected<'a, R> {
    row: &'a R,
    columns: Option<&'a [&'static str]>,
}

impl<R: Serialize> Serialize for Selected<'_, R> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(columns) = self.columns else {
            return self.row.serialize(serializer);
        };
        let row = serde_json::to_value(self.row).map_err(serde::ser::Error::custom)?;
        serializer.collect_map(
            columns
                .iter()
                .map(|column| (column, row.get(column).unwrap_or(&Value::Null))),
        )
    }
}

fn not_acceptable(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> RequestError {
    RequestError::with_code(StatusCode::NOT_ACCEPTABLE, code, sentence)
}

fn header_text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok().map(str::trim)
}

fn wants_singular(request: &HttpRequest) -> Result<bool, RequestError> {
    let Some(accepted) = header_text(request, "accept").filter(|accepted| !accepted.is_empty())
    else {
        return Ok(false);
    };
    accepted
        .split(',')
        .find_map(|item| match media_type(item).as_str() {
            SINGULAR | "application/vnd.pgrst.object" => Some(true),
            "application/json" | "application/*" | "*/*" => Some(false),
            _ => None,
        })
        .ok_or_else(|| {
            let sentence = format!("None of these media types are available: {accepted}");
            not_acceptable("PGRST107", sentence)
        })
}

/// Returns a media type without its parameters, in lower case.
fn media_type(item: &str) -> String {
    let name = item.split(';').next().unwrap_or_default();
    name.trim().to_ascii_lowercase()
}

fn selected_columns(request: &HttpRequest) -> Result<Option<Vec<&'static str>>, RequestError> {
    let names = names(request, "select");
    if names.is_empty() || names.iter().any(|name| name == "*") {
        return Ok(None);
    }
    names
        .into_iter()
        .map(|name| {
            let mut readable = SiteForm::READ_ONLY.iter().chain(SiteForm::NAMES).copied();
            readable.find(|column| *column == name).ok_or_else(|| {
                let sentence = format!("column {TABLE}.{name} does not exist");
                RequestError::with_code(StatusCode::BAD_REQUEST, "42703", sentence)
            })
        })
        .collect::<Result<_, _>>()
        .map(Some)
}
