//! The error of a request: the content of its response in any wire format, and of its log line.
//!
//! Each room creates its own errors with [`RequestError::new`]. The errors of the layers below are
//! converted here. There are three renderers: [`api`](super::api) for most paths,
//! [`postgrest`](crate::forms::postgrest) for `/rest`, and
//! [`contact_page`](crate::forms::contact_page) for the page. They do not reveal the cause of a
//! server fault. [`request_log`](crate::server::request_log) logs it once.

use std::{borrow::Cow, error::Error as StdError, sync::Arc};

use actix_web::{http::StatusCode, rt::task::JoinError};
use thiserror::Error;
use validator_wasm::{Field, Rejection, RejectionCode};

use super::lead_outcome::LeadOutcome;
use crate::database::StoreError;
use crate::hour::seconds_left_of_the_hour;

#[derive(Debug, Default, Error)]
#[error("{}", .title.unwrap_or(.sentence))]
pub struct RequestError {
    pub status: StatusCode,
    /// The title above the sentence, for visitors.
    pub title: Option<&'static str>,
    /// A sentence for people that describes the error.
    pub sentence: Cow<'static, str>,
    /// More about the error. If there is a title: the rules' findings.
    pub details: Option<Cow<'static, str>>,
    /// How to fix the error, for developers.
    pub hint: Option<&'static str>,
    pub field: Option<&'static str>,
    /// PostgREST's or Postgres's code for the reason. `None` for one of our own errors, whose code
    /// is derived from the status.
    pub code: Option<&'static str>,
    /// The reason, for programs that use `/api`, if the error has a code there.
    pub api_code: Option<&'static str>,
    /// The seconds after which the same request would be accepted, if it only has to wait.
    pub retry_after_seconds: Option<u32>,
    pub allowed_methods: Option<&'static str>,
    /// The outcome of the request's lead. `None` for a request that no page of this site sends: it
    /// contains no lead.
    pub lead_outcome: Option<LeadOutcome>,
    pub cause: Option<Arc<dyn StdError + Send + Sync>>,
}

impl RequestError {
    pub fn new(status: StatusCode, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            sentence: sentence.into(),
            ..Self::default()
        }
    }

    pub fn with_code(
        status: StatusCode,
        code: &'static str,
        sentence: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            code: Some(code),
            ..Self::new(status, sentence)
        }
    }

    pub fn malformed(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::with_code(StatusCode::BAD_REQUEST, "PGRST102", sentence)
    }

    /// Creates the error of a text that contains the character U+0000, which Postgres cannot store.
    pub fn nul_character() -> Self {
        Self {
            details: Some("\\u0000 cannot be converted to text.".into()),
            ..Self::with_code(
                StatusCode::BAD_REQUEST,
                "22P05",
                "The text holds a NUL character, which cannot be stored.",
            )
        }
    }

    pub fn not_found() -> Self {
        Self::with_code(
            StatusCode::NOT_FOUND,
            "PGRST125",
            "There is nothing at this address.",
        )
    }

    /// Creates the error of an address that sent too many requests of a kind within this hour. Too
    /// many other visitors, or a bot, share it.
    pub fn rate_limited() -> Self {
        Self {
            title: Some("Too many requests"),
            retry_after_seconds: Some(seconds_left_of_the_hour()),
            lead_outcome: Some(LeadOutcome::RateLimited),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests came from your network just now. Please call us, or try again later.",
            )
        }
    }

    /// Creates the error for visitors while the database is unavailable or accepts no more.
    pub fn outage(cause: Arc<dyn StdError + Send + Sync>) -> Self {
        Self {
            lead_outcome: Some(LeadOutcome::Outage),
            cause: Some(cause),
            ..Self::with_code(
                StatusCode::SERVICE_UNAVAILABLE,
                "PGRST000",
                "We could not save your request just now. Please call us.",
            )
        }
    }

    /// Creates the error for visitors if this program is at fault.
    fn fault(cause: Arc<dyn StdError + Send + Sync>) -> Self {
        Self {
            lead_outcome: Some(LeadOutcome::Fault),
            cause: Some(cause),
            ..Self::with_code(
                StatusCode::INTERNAL_SERVER_ERROR,
                "XX000",
                "Something went wrong on our side. Please call us.",
            )
        }
    }
}

impl From<Arc<StoreError>> for RequestError {
    fn from(cause: Arc<StoreError>) -> Self {
        if cause.is_outage() {
            Self::outage(cause)
        } else {
            Self::fault(cause)
        }
    }
}

impl From<StoreError> for RequestError {
    fn from(cause: StoreError) -> Self {
        Arc::new(cause).into()
    }
}

/// The task that handles the request panicked.
impl From<JoinError> for RequestError {
    fn from(cause: JoinError) -> Self {
        Self::fault(Arc::new(cause))
    }
}

/// The rules refuse the estimate request.
impl From<Rejection> for RequestError {
    fn from(rejection: Rejection) -> Self {
        let status = match rejection.code {
            RejectionCode::Cooldown => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self {
            title: Some(rejection.title),
            details: Some(rejection.finding.into()),
            field: rejection.field.map(Field::as_str),
            retry_after_seconds: rejection.retry_after_seconds,
            lead_outcome: Some(rejection.code.into()),
            ..Self::new(status, rejection.text)
        }
    }
}
