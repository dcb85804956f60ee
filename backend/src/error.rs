//! What can go wrong while a request is answered.
//!
//! One type for all of the backend; it knows the HTTP status and the words. The two wires write
//! it down each in its own shape: [`postgrest::PostgrestError`](crate::postgrest::PostgrestError) and
//! [`api::ApiError`](crate::api::ApiError). What failed on our side has an opaque body; its cause
//! is logged once, by [`telemetry`](crate::telemetry).

use actix_web::http::StatusCode;
use thiserror::Error;
use validator_wasm::{Rejection, RejectionCode};

use crate::{
    body::{BODY_TIMEOUT, MAX_BODY_BYTES},
    store::StoreError,
    visitor::{MAX_ID_CHARS, seconds_left_of_the_hour},
};

/// Why a request was not answered as wished. The text is what the caller reads.
#[derive(Debug, Error)]
pub enum Error {
    /// The rules refuse the estimate request.
    #[error("{}", .0.title)]
    Rejected(Rejection),

    /// The idempotency key belongs to a request with other content.
    #[error("Idempotency-Key already used")]
    IdempotencyKeyUsed,

    /// The idempotency key is no UUID.
    #[error("The Idempotency-Key header must be a UUID.")]
    IdempotencyKeyMalformed,

    /// One idempotency key cannot stand for many rows.
    #[error("An Idempotency-Key stands for one row; send the rows one by one.")]
    IdempotencyKeyForManyRows,

    /// More rows than this were sent at once.
    #[error("At most {0} rows can be sent at once.")]
    TooManyRows(usize),

    /// The body is not the JSON that is expected; the text says in what way.
    #[error("{0}")]
    MalformedBody(String),

    /// The body holds the character U+0000, which Postgres cannot store.
    #[error("The text holds a NUL character, which cannot be stored.")]
    NulCharacter,

    /// This id is longer than [`MAX_ID_CHARS`].
    #[error("{0} is longer than {MAX_ID_CHARS} characters.")]
    TooLong(&'static str),

    /// The body is longer than [`MAX_BODY_BYTES`].
    #[error("The request is larger than {MAX_BODY_BYTES} bytes.")]
    TooLarge,

    /// The body did not arrive within [`BODY_TIMEOUT`].
    #[error("The request took longer than {} seconds to arrive.", BODY_TIMEOUT.as_secs())]
    TooSlow,

    /// The body is announced as something else than this media type.
    #[error("The Content-Type must be {0}.")]
    UnsupportedMediaType(&'static str),

    /// Neither `apikey` nor `Authorization` holds the key.
    #[error("No API key found in request")]
    MissingKey,

    /// A key is there, and it is another one.
    #[error("Invalid API key")]
    WrongKey,

    /// There is no such table.
    #[error("Could not find the table 'public.{0}' in the schema cache")]
    UnknownTable(String),

    /// There is no such column to write.
    #[error("Could not find the '{column}' column of '{table}' in the schema cache")]
    UnknownColumn {
        /// The table.
        table: &'static str,
        /// What the client calls it.
        column: String,
    },

    /// There is no such column to read.
    #[error("column {table}.{column} does not exist")]
    UnreadableColumn {
        /// The table.
        table: &'static str,
        /// What the client calls it.
        column: String,
    },

    /// One object is wanted, and it is not one row.
    #[error("Cannot coerce the result to a single JSON object")]
    NotSingular {
        /// How many rows it is.
        rows: usize,
    },

    /// The answer is wanted in none of the media types there are.
    #[error("None of these media types are available: {0}")]
    NotAcceptable(String),

    /// There is no such schema.
    #[error("Invalid schema: {0}")]
    UnknownSchema(String),

    /// There is nothing at this path.
    #[error("There is nothing at this address.")]
    NotFound,

    /// There is something at this path, and it does not take this method.
    #[error("This address takes {allowed} only.")]
    MethodNotAllowed {
        /// The method that it takes.
        allowed: &'static str,
    },

    /// Too many requests of this kind came from the address within this hour.
    #[error("{TOO_MANY_TITLE}")]
    RateLimited,

    /// The database did not do its part.
    #[error("{}", if .0.is_outage() { OUTAGE } else { FAULT })]
    Store(#[from] StoreError),

    /// The task that saves a request came to no end.
    #[error("{FAULT}")]
    Interrupted(#[from] actix_web::rt::task::JoinError),
}

/// What a visitor reads when the database is away.
const OUTAGE: &str = "We could not save your request just now. Please call us.";

/// What a visitor reads who shares an address with too many others, or with a machine.
pub const TOO_MANY_TITLE: &str = "Too many requests";

/// The sentence below [`TOO_MANY_TITLE`], and the one alone where there is no title.
pub const TOO_MANY: &str =
    "Too many requests came from your network just now. Please call us, or try again later.";

/// What a visitor reads when the fault is in this program.
const FAULT: &str = "Something went wrong on our side. Please call us.";

impl Error {
    /// The answer's status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Rejected(rejection) => match rejection.code {
                RejectionCode::Cooldown => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::IdempotencyKeyUsed => StatusCode::UNPROCESSABLE_ENTITY,
            Self::IdempotencyKeyMalformed
            | Self::IdempotencyKeyForManyRows
            | Self::TooManyRows(_)
            | Self::MalformedBody(_)
            | Self::NulCharacter
            | Self::TooLong(_)
            | Self::UnknownColumn { .. }
            | Self::UnreadableColumn { .. } => StatusCode::BAD_REQUEST,
            Self::MissingKey | Self::WrongKey => StatusCode::UNAUTHORIZED,
            Self::UnknownTable(_) | Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotSingular { .. } | Self::NotAcceptable(_) | Self::UnknownSchema(_) => {
                StatusCode::NOT_ACCEPTABLE
            }
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::UnsupportedMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Store(cause) if cause.is_outage() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Interrupted(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The seconds after which the request would be taken, if that is all there is against it.
    #[must_use]
    pub fn retry_after_seconds(&self) -> Option<u32> {
        match self {
            Self::Rejected(rejection) => rejection.retry_after_seconds,
            Self::RateLimited => Some(seconds_left_of_the_hour()),
            _ => None,
        }
    }
}
