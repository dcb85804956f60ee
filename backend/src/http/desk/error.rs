//! The wire format of the desk's errors: that of `/api`, in words for the owner.

use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use thiserror::Error;

use crate::http::{api, error::RequestError};

/// Why a request to the desk is refused or fails. The text is what its people read.
#[derive(Debug, Error)]
pub enum DeskError {
    /// There is no valid session.
    #[error("You are not signed in.")]
    SignedOut,
    /// The link was used, has expired, or never was.
    #[error("This link was used or is too old: ask for another.")]
    UnusableLink,
    /// A page of another site sent the request.
    #[error("This request does not come from the desk.")]
    ForeignSite,
    /// The request is not announced as JSON, as no form of another site can be.
    #[error("The Content-Type must be application/json.")]
    NotJson,
    /// As everywhere.
    #[error("{}", sentence(.0))]
    Request(#[source] RequestError),
}

impl<E: Into<RequestError>> From<E> for DeskError {
    fn from(error: E) -> Self {
        Self::Request(error.into())
    }
}

/// What visitors read tells them to call the company.
fn sentence(error: &RequestError) -> String {
    match error {
        RequestError::RateLimited => {
            "Too many links were asked for from your network. Try again later.".to_owned()
        }
        error if error.is_outage() => {
            "The database is not reached just now. Try again in a moment.".to_owned()
        }
        error if error.status().is_server_error() => {
            "Something went wrong on the server, and its log says what.".to_owned()
        }
        error => error.to_string(),
    }
}

impl ResponseError for DeskError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::SignedOut | Self::UnusableLink => StatusCode::UNAUTHORIZED,
            Self::ForeignSite | Self::NotJson => StatusCode::FORBIDDEN,
            Self::Request(error) => error.status(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        let retry_after = match self {
            Self::Request(error) => error.retry_after_seconds(),
            _ => None,
        };
        api::error_response(self.status_code(), retry_after, self.to_string())
    }
}
