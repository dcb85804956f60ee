//! The wire of `/rest/v1/*`: as much of PostgREST as supabase-js needs to insert rows.
//!
//! What is asked (`select`, `columns`, `Prefer`, `Accept`), the shape of answers and the codes of
//! errors are those of <https://docs.postgrest.org/en/v14/references/errors.html>.

use std::fmt;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
    web,
};
use serde::Serialize;
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;
use validator_wasm::Field;

use crate::{
    error::{Error, TOO_MANY},
    visitor::MAX_ID_CHARS,
};

const SINGULAR: &str = "application/vnd.pgrst.object+json";

/// A table, as far as this wire shows it.
pub struct Table {
    /// Its name in the path.
    pub name: &'static str,
    /// The columns that a client may write.
    pub writable: &'static [&'static str],
    /// The columns that a client may have back of the rows that it wrote.
    pub readable: &'static [&'static str],
}

/// The public key that every request must bring.
pub struct AnonKey(pub String);

impl AnonKey {
    /// Lets a request pass that brings the key as `apikey`, as a bearer token, or both.
    ///
    /// # Errors
    /// [`Error::MissingKey`] and [`Error::WrongKey`].
    pub fn check(&self, request: &HttpRequest) -> Result<(), Error> {
        let headers = request.headers();
        let bearer = headers
            .get(header::AUTHORIZATION)
            .map(HeaderValue::as_bytes)
            .map(|value| value.strip_prefix(b"Bearer ").unwrap_or(value));
        let mut brought = headers
            .get("apikey")
            .map(HeaderValue::as_bytes)
            .into_iter()
            .chain(bearer)
            .peekable();
        if brought.peek().is_none() {
            return Err(Error::MissingKey);
        }
        // In constant time: how long the answer takes tells nothing of the key.
        brought
            .all(|key| bool::from(key.ct_eq(self.0.as_bytes())))
            .then_some(())
            .ok_or(Error::WrongKey)
    }
}

/// What a client that inserts rows wants to have back.
#[derive(Clone)]
pub struct InsertPreferences {
    representation: bool,
    singular: bool,
    /// `None`: all.
    columns: Option<Vec<&'static str>>,
    /// Whether the client said what it prefers.
    preference: bool,
}

impl InsertPreferences {
    /// Reads `Prefer`, `Accept`, the schema's header and `select`.
    ///
    /// # Errors
    /// [`Error::UnknownSchema`], [`Error::NotAcceptable`] and [`Error::UnreadableColumn`].
    pub fn of(request: &HttpRequest, table: &Table) -> Result<Self, Error> {
        if let Some(schema) = header_text(request, "content-profile").filter(|it| *it != "public") {
            return Err(Error::UnknownSchema(schema.to_owned()));
        }
        let returned = header_text(request, "prefer")
            .into_iter()
            .flat_map(|preferences| preferences.split(','))
            .find_map(|preference| preference.trim().strip_prefix("return="));
        let representation = match returned {
            Some("representation") => Some(true),
            Some("minimal" | "headers-only") => Some(false),
            _ => None,
        };
        Ok(Self {
            representation: representation.unwrap_or(false),
            singular: wants_singular(request)?,
            columns: selected_columns(request, table)?,
            preference: representation.is_some(),
        })
    }

    /// Checks whether this number of rows can be returned as the client prefers.
    ///
    /// # Errors
    /// [`Error::NotSingular`].
    pub fn check_count(&self, rows: usize) -> Result<(), Error> {
        if self.singular && self.representation && rows != 1 {
            return Err(Error::NotSingular { rows });
        }
        Ok(())
    }

    /// The answer to rows that were saved.
    pub fn created(&self, rows: &[impl Serialize]) -> HttpResponse {
        let mut response = HttpResponse::Created();
        response.insert_header((header::CONTENT_RANGE, "*/*"));
        if self.preference {
            let applied = if self.representation {
                "return=representation"
            } else {
                "return=minimal"
            };
            response.insert_header(("preference-applied", applied));
        }
        if !self.representation {
            return response.finish();
        }
        if let ([row], true) = (rows, self.singular) {
            response.insert_header((header::CONTENT_TYPE, format!("{SINGULAR}; charset=utf-8")));
            return response.json(self.selected(row));
        }
        let rows: Vec<_> = rows.iter().map(|row| self.selected(row)).collect();
        response.json(rows)
    }

    fn selected<'a, R: Serialize>(&'a self, row: &'a R) -> Selected<'a, R> {
        Selected {
            row,
            columns: self.columns.as_deref(),
        }
    }
}

/// A row of which only some columns are answered.
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

fn header_text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok().map(str::trim)
}

fn wants_singular(request: &HttpRequest) -> Result<bool, Error> {
    let Some(accepted) = header_text(request, "accept").filter(|accepted| !accepted.is_empty())
    else {
        return Ok(false);
    };
    accepted
        .split(',')
        .find_map(
            |item| match item.split(';').next().unwrap_or_default().trim() {
                SINGULAR | "application/vnd.pgrst.object" => Some(true),
                "application/json" | "application/*" | "*/*" => Some(false),
                _ => None,
            },
        )
        .ok_or_else(|| Error::NotAcceptable(accepted.to_owned()))
}

fn selected_columns(
    request: &HttpRequest,
    table: &Table,
) -> Result<Option<Vec<&'static str>>, Error> {
    let names = query_list(request, "select");
    if names.is_empty() || names.iter().any(|name| name == "*") {
        return Ok(None);
    }
    names
        .into_iter()
        .map(|name| {
            known(table.readable, &name).ok_or(Error::UnreadableColumn {
                table: table.name,
                column: name,
            })
        })
        .collect::<Result<_, _>>()
        .map(Some)
}

fn known(columns: &'static [&'static str], name: &str) -> Option<&'static str> {
    columns.iter().copied().find(|column| *column == name)
}

/// A comma-separated list in the query, each name in quotes or not.
fn query_list(request: &HttpRequest, key: &str) -> Vec<String> {
    web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default()
        .into_iter()
        .filter(|(name, _)| name == key)
        .flat_map(|(_, list)| {
            list.split(',')
                .map(|name| name.trim().trim_matches('"').to_owned())
                .filter(|name| !name.is_empty())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// A row as sent: every column that is there and not null, as text. Other types become text as
/// Postgres would make it.
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
}

/// The rows in a body: one object, or an array of objects.
///
/// # Errors
/// [`Error::MalformedBody`] when it is neither, [`Error::UnknownColumn`] for a column that the
/// table does not have or that no client may write.
pub fn rows(request: &HttpRequest, body: Value, table: &Table) -> Result<Vec<Row>, Error> {
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
    let unknown = |column: &str| Error::UnknownColumn {
        table: table.name,
        column: column.to_owned(),
    };
    // `columns` says which keys of the objects count; the others are passed over.
    let columns = query_list(request, "columns");
    if let Some(column) = columns
        .iter()
        .find(|it| known(table.writable, it).is_none())
    {
        return Err(unknown(column));
    }
    objects
        .into_iter()
        .map(|mut object| {
            if columns.is_empty() {
                if let Some(column) = object.keys().find(|it| known(table.writable, it).is_none()) {
                    return Err(unknown(column));
                }
            } else {
                object.retain(|column, _| columns.contains(column));
            }
            Ok(Row(object))
        })
        .collect()
}

fn not_rows() -> Error {
    Error::MalformedBody("The request must be a JSON object or an array of them.".to_owned())
}

/// A request that was not answered as wished, as PostgREST tells it.
#[derive(Serialize, ToSchema)]
#[schema(as = PostgrestError)]
pub struct ErrorBody {
    /// PostgREST's code, or Postgres's own, or `PT` with the status.
    #[schema(example = "PT422")]
    code: &'static str,
    /// More about it.
    #[schema(required, example = "Please fill in all required fields.")]
    details: Option<String>,
    /// What to do about it: a field's name, or the seconds to wait, or a sentence.
    #[schema(required, example = "phone")]
    hint: Option<String>,
    /// What went wrong.
    #[schema(example = "Missing Information")]
    message: String,
}

/// An [`Error`] in PostgREST's shape.
#[derive(Debug)]
pub struct PostgrestError(Error);

impl<E: Into<Error>> From<E> for PostgrestError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Display for PostgrestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for PostgrestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.0)
    }
}

impl ResponseError for PostgrestError {
    fn status_code(&self) -> StatusCode {
        self.0.status()
    }

    fn error_response(&self) -> HttpResponse {
        response(&self.0)
    }
}

/// The answer to an error, in PostgREST's shape.
#[must_use]
pub fn response(error: &Error) -> HttpResponse {
    let mut response = HttpResponse::build(error.status());
    if let Some(seconds) = error.retry_after_seconds() {
        response.insert_header((header::RETRY_AFTER, seconds.to_string()));
    }
    if let Error::MethodNotAllowed { allowed } = error {
        response.insert_header((header::ALLOW, *allowed));
    }
    response.json(ErrorBody {
        code: code(error),
        details: details(error),
        hint: hint(error),
        message: error.to_string(),
    })
}

/// PostgREST's code, or Postgres's own, or `PTxyz` for an answer with status xyz of our own.
fn code(error: &Error) -> &'static str {
    match error {
        Error::Rejected(_) if error.status() == StatusCode::TOO_MANY_REQUESTS => "PT429",
        Error::RateLimited => "PT429",
        Error::Rejected(_) | Error::IdempotencyKeyUsed => "PT422",
        Error::IdempotencyKeyMalformed => "22P02",
        Error::IdempotencyKeyForManyRows | Error::TooManyRows(_) => "PT400",
        Error::MalformedBody(_) | Error::UnsupportedMediaType(_) => "PGRST102",
        Error::NulCharacter => "22P05",
        Error::TooLong(_) => "22001",
        Error::TooLarge => "PT413",
        Error::TooSlow => "PT408",
        Error::MissingKey | Error::WrongKey => "PGRST301",
        Error::UnknownTable(_) => "PGRST205",
        Error::UnknownColumn { .. } => "PGRST204",
        Error::UnreadableColumn { .. } => "42703",
        Error::NotSingular { .. } => "PGRST116",
        Error::NotAcceptable(_) => "PGRST107",
        Error::UnknownSchema(_) => "PGRST106",
        Error::NotFound => "PGRST125",
        Error::MethodNotAllowed { .. } => "PGRST117",
        Error::Store(cause) if cause.is_outage() => "PGRST000",
        Error::Store(_) | Error::Interrupted(_) => "XX000",
    }
}

fn details(error: &Error) -> Option<String> {
    match error {
        Error::Rejected(rejection) => Some(rejection.text.to_owned()),
        Error::RateLimited => Some(TOO_MANY.to_owned()),
        Error::IdempotencyKeyUsed => {
            Some("The request that was sent with this key had other content.".to_owned())
        }
        Error::NotSingular { rows } => Some(format!("The result contains {rows} rows")),
        Error::NulCharacter => Some("\\u0000 cannot be converted to text.".to_owned()),
        Error::TooLong(_) => Some(format!("At most {MAX_ID_CHARS} characters are kept.")),
        _ => None,
    }
}

fn hint(error: &Error) -> Option<String> {
    match error {
        Error::Rejected(rejection) => rejection.retry_after_seconds.map_or_else(
            || rejection.field.map(Field::as_str).map(str::to_owned),
            |seconds| Some(seconds.to_string()),
        ),
        Error::RateLimited => error
            .retry_after_seconds()
            .map(|seconds| seconds.to_string()),
        Error::UnknownSchema(_) => {
            Some("Only the following schemas are exposed: public".to_owned())
        }
        Error::MissingKey | Error::WrongKey => {
            Some("Send the site's public key as apikey and as Authorization: Bearer.".to_owned())
        }
        _ => None,
    }
}
