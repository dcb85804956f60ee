//! Why a request is refused or fails, with its HTTP status and its message.
//!
//! The layers below have their own errors; here they become a status and a sentence. Each wire
//! format writes them in its own way: [`api`](super::api),
//! [`PostgrestError`](crate::forms::postgrest::PostgrestError) and
//! [`ContactPageError`](crate::forms::contact_page::ContactPageError). The body of a server fault
//! reveals no cause: [`request_log`](crate::server::request_log) logs it once.

use std::{error::Error as StdError, sync::Arc, time::Duration};

use actix_web::{http::StatusCode, rt::task::JoinError};
use thiserror::Error;
use validator_wasm::{Rejection, RejectionCode};

use super::{hour::seconds_left_of_the_hour, limits::MAX_BODY_BYTES};
use crate::database::StoreError;

/// Why a request is refused or fails. The text is what the caller reads.
#[derive(Debug, Error)]
pub enum RequestError {
    /// The rules refuse the estimate request.
    #[error("{}", .0.title)]
    Rejected(Rejection),

    /// The idempotency key belongs to a request with other content.
    #[error("Idempotency-Key already used")]
    IdempotencyKeyUsed,

    /// The idempotency key is not a UUID.
    #[error("The Idempotency-Key header must be a UUID.")]
    IdempotencyKeyMalformed,

    /// The body is not the expected JSON; the text says why.
    #[error("{0}")]
    MalformedBody(String),

    /// The body contains the character U+0000, which Postgres cannot store.
    #[error("The text holds a NUL character, which cannot be stored.")]
    NulCharacter,

    /// A field is longer than the most that is stored.
    #[error("{field} is longer than {max} characters.")]
    TooLong {
        /// Its name.
        field: &'static str,
        /// The most characters.
        max: usize,
    },

    /// The body is longer than [`MAX_BODY_BYTES`].
    #[error("The request is larger than {MAX_BODY_BYTES} bytes.")]
    TooLarge,

    /// The body, or the next part of a large one, did not arrive in time.
    #[error("{what} took longer than {} seconds to arrive.", .limit.as_secs())]
    TooSlow {
        /// The request, or a part of it.
        what: &'static str,
        /// Its timeout.
        limit: Duration,
    },

    /// The body is not declared as this media type.
    #[error("The Content-Type must be {0}.")]
    UnsupportedMediaType(&'static str),

    /// There is no route with this path.
    #[error("There is nothing at this address.")]
    NotFound,

    /// The route of this path does not support this method.
    #[error("This address takes {allowed} only.")]
    MethodNotAllowed {
        /// The methods that it supports.
        allowed: &'static str,
    },

    /// Too many requests of this kind came from the address within this hour.
    #[error("{TOO_MANY_TITLE}")]
    RateLimited,

    /// The database is unavailable, or a statement failed.
    #[error("{}", if .0.is_outage() { OUTAGE } else { FAULT })]
    Database(#[source] Arc<StoreError>),

    /// The server accepts no more leads at the moment.
    #[error("{OUTAGE}")]
    Overloaded(#[source] Box<dyn StdError + Send + Sync>),

    /// The task that handles the request panicked.
    #[error("{FAULT}")]
    Interrupted(#[from] JoinError),
}

/// The sentence for visitors while the database is unavailable.
const OUTAGE: &str = "We could not save your request just now. Please call us.";

/// The title for visitors who share an address with too many other visitors, or with a bot.
pub const TOO_MANY_TITLE: &str = "Too many requests";

/// The sentence below [`TOO_MANY_TITLE`], which is used alone where there is no title.
pub const TOO_MANY: &str =
    "Too many requests came from your network just now. Please call us, or try again later.";

/// The sentence for visitors when the fault is in this program.
const FAULT: &str = "Something went wrong on our side. Please call us.";

impl From<StoreError> for RequestError {
    fn from(cause: StoreError) -> Self {
        Self::Database(Arc::new(cause))
    }
}

impl From<Rejection> for RequestError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl RequestError {
    /// Makes the error of a body that is not what is expected; the text says why.
    pub fn malformed(text: impl Into<String>) -> Self {
        Self::MalformedBody(text.into())
    }

    /// The response's status.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Rejected(rejection) => match rejection.code {
                RejectionCode::Cooldown => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Self::IdempotencyKeyUsed => StatusCode::UNPROCESSABLE_ENTITY,
            Self::IdempotencyKeyMalformed
            | Self::MalformedBody(_)
            | Self::NulCharacter
            | Self::TooLong { .. } => StatusCode::BAD_REQUEST,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::UnsupportedMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Database(_) | Self::Overloaded(_) if self.is_outage() => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Database(_) | Self::Overloaded(_) | Self::Interrupted(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }

    /// Whether the database is unavailable.
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Database(cause) => cause.is_outage(),
            Self::Overloaded(_) => true,
            _ => false,
        }
    }

    /// The seconds after which the same request would be accepted, if waiting is all that it takes.
    pub fn retry_after_seconds(&self) -> Option<u32> {
        match self {
            Self::Rejected(rejection) => rejection.retry_after_seconds,
            Self::RateLimited => Some(seconds_left_of_the_hour()),
            _ => None,
        }
    }
}
