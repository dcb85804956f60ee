//! Errors in PostgREST's shape.

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;
use validator_wasm::Field;

use super::table;
use crate::web::error::{RequestError, TOO_MANY};

/// An error in PostgREST's shape.
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

/// Why a request under `/rest` is refused or fails. The text is PostgREST's, where it has one.
#[derive(Debug, Error)]
pub enum PostgrestError {
    /// Neither `apikey` nor `Authorization` holds a key.
    #[error("No API key found in request")]
    MissingKey,

    /// The request brings a wrong key.
    #[error("Invalid API key")]
    WrongKey,

    /// The table does not exist.
    #[error("Could not find the table 'public.{0}' in the schema cache")]
    UnknownTable(String),

    /// The function does not exist: its name and how it was called, and what was searched for.
    #[error("Could not find the function public.{0} in the schema cache")]
    UnknownFunction(String, String),

    /// The client asks to replace rows.
    #[error("Rows of '{table}' are inserted and never replaced", table = table::NAME)]
    Upsert,

    /// The column cannot be written.
    #[error("Could not find the '{0}' column of '{table}' in the schema cache", table = table::NAME)]
    UnknownColumn(String),

    /// The column cannot be read.
    #[error("column {table}.{0} does not exist", table = table::NAME)]
    UnreadableColumn(String),

    /// The client wants a single object, and the response has this many rows.
    #[error("Cannot coerce the result to a single JSON object")]
    NotSingular(usize),

    /// The client accepts none of the media types.
    #[error("None of these media types are available: {0}")]
    NotAcceptable(String),

    /// The schema does not exist.
    #[error("Invalid schema: {0}")]
    UnknownSchema(String),

    /// An idempotency key came with several rows.
    #[error("An Idempotency-Key stands for one row; send the rows one by one.")]
    IdempotencyKeyForManyRows,

    /// The request has more rows than this.
    #[error("At most {0} rows can be sent at once.")]
    TooManyRows(usize),

    /// An error that both APIs share.
    #[error(transparent)]
    Request(RequestError),
}

impl<E: Into<RequestError>> From<E> for PostgrestError {
    fn from(error: E) -> Self {
        Self::Request(error.into())
    }
}

impl PostgrestError {
    /// The error for a function of this name, called with these arguments by `POST`, or else by `GET`.
    pub fn unknown_function(name: &str, arguments: &[String], by_post: bool) -> Self {
        let names = arguments.join(", ");
        let (call, with) = match arguments.len() {
            0 => (
                format!("{name} without parameters"),
                "without parameters".to_owned(),
            ),
            1 => (
                format!("{name}({names})"),
                format!("with parameter {names}"),
            ),
            _ => (
                format!("{name}({names})"),
                format!("with parameters {names}"),
            ),
        };
        let or_one = if by_post {
            " or with a single unnamed json/jsonb parameter"
        } else {
            ""
        };
        Self::UnknownFunction(call, format!("public.{name} {with}{or_one}"))
    }

    /// The status of the response, and PostgREST's code.
    fn facts(&self) -> (StatusCode, &'static str) {
        match self {
            Self::MissingKey | Self::WrongKey => (StatusCode::UNAUTHORIZED, "PGRST301"),
            Self::UnknownTable(_) => (StatusCode::NOT_FOUND, "PGRST205"),
            Self::UnknownFunction(..) => (StatusCode::NOT_FOUND, "PGRST202"),
            Self::UnknownColumn(_) => (StatusCode::BAD_REQUEST, "PGRST204"),
            Self::UnreadableColumn(_) => (StatusCode::BAD_REQUEST, "42703"),
            Self::NotSingular(_) => (StatusCode::NOT_ACCEPTABLE, "PGRST116"),
            Self::NotAcceptable(_) => (StatusCode::NOT_ACCEPTABLE, "PGRST107"),
            Self::UnknownSchema(_) => (StatusCode::NOT_ACCEPTABLE, "PGRST106"),
            Self::Upsert | Self::IdempotencyKeyForManyRows | Self::TooManyRows(_) => {
                (StatusCode::BAD_REQUEST, "PT400")
            }
            Self::Request(error) => (error.status(), code(error)),
        }
    }
}

impl ResponseError for PostgrestError {
    fn status_code(&self) -> StatusCode {
        self.facts().0
    }

    fn error_response(&self) -> HttpResponse {
        let mut details = None;
        let mut hint = None;
        match self {
            Self::Request(error) => return error_response(error),
            Self::NotSingular(rows) => details = Some(format!("The result contains {rows} rows")),
            Self::UnknownFunction(_, searched) => {
                details = Some(format!(
                    "Searched for the function {searched}, but no matches were found in the schema cache."
                ));
            }
            Self::Upsert => {
                hint = Some(
                    "Use insert(). A row that may be sent twice is saved once under an Idempotency-Key header.",
                );
            }
            Self::UnknownSchema(_) => hint = Some("Only the following schemas are exposed: public"),
            Self::MissingKey | Self::WrongKey => {
                hint = Some("Send the site's public key as apikey and as Authorization: Bearer.");
            }
            _ => {}
        }
        let (status, code) = self.facts();
        HttpResponse::build(status).json(ErrorBody {
            code,
            details,
            hint: hint.map(str::to_owned),
            message: self.to_string(),
        })
    }
}

/// The response to an error that both APIs share, in PostgREST's shape.
fn error_response(error: &RequestError) -> HttpResponse {
    let mut response = HttpResponse::build(error.status());
    if let Some(seconds) = error.retry_after_seconds() {
        response.insert_header((header::RETRY_AFTER, seconds.to_string()));
    }
    if let RequestError::MethodNotAllowed { allowed } = error {
        response.insert_header((header::ALLOW, *allowed));
    }
    response.json(ErrorBody {
        code: code(error),
        details: details(error),
        hint: hint(error),
        message: error.to_string(),
    })
}

/// PostgREST's code, or Postgres's own, or `PTxyz` for a response of our own with status xyz.
fn code(error: &RequestError) -> &'static str {
    match error {
        RequestError::Rejected(_) if error.status() == StatusCode::TOO_MANY_REQUESTS => "PT429",
        RequestError::RateLimited => "PT429",
        RequestError::Rejected(_) | RequestError::IdempotencyKeyUsed => "PT422",
        RequestError::IdempotencyKeyMalformed => "22P02",
        RequestError::MalformedBody(_) | RequestError::UnsupportedMediaType(_) => "PGRST102",
        RequestError::NulCharacter => "22P05",
        RequestError::TooLong { .. } => "22001",
        RequestError::TooLarge => "PT413",
        RequestError::TooSlow { .. } => "PT408",
        RequestError::NotFound => "PGRST125",
        RequestError::MethodNotAllowed { .. } => "PGRST117",
        error if error.is_outage() => "PGRST000",
        RequestError::Database(_) | RequestError::Overloaded(_) | RequestError::Interrupted(_) => {
            "XX000"
        }
    }
}

fn details(error: &RequestError) -> Option<String> {
    match error {
        RequestError::Rejected(rejection) => Some(rejection.text.to_owned()),
        RequestError::RateLimited => Some(TOO_MANY.to_owned()),
        RequestError::IdempotencyKeyUsed => {
            Some("The request that was sent with this key had other content.".to_owned())
        }
        RequestError::NulCharacter => Some("\\u0000 cannot be converted to text.".to_owned()),
        RequestError::TooLong { max, .. } => Some(format!("At most {max} characters are kept.")),
        _ => None,
    }
}

fn hint(error: &RequestError) -> Option<String> {
    match error {
        RequestError::Rejected(rejection) if rejection.retry_after_seconds.is_none() => {
            rejection.field.map(Field::as_str).map(str::to_owned)
        }
        _ => error
            .retry_after_seconds()
            .map(|seconds| seconds.to_string()),
    }
}
