//! The format of the desk's errors: that of `/api`, in words for the owner.

use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;
use validator_wasm::{Field, Rejection};

use crate::{
    database::StoreError,
    desk::person::PersonError,
    privacy::erasure::ErasureError,
    web::{api, error::RequestError},
};

/// Why a request to the desk is refused or fails. The desk's people read the text.
#[derive(Debug, Error)]
pub enum DeskError {
    /// There is no valid session.
    #[error("You are not signed in.")]
    SignedOut,
    /// The link was used, has expired, or never existed.
    #[error("This link was used or is too old: ask for another.")]
    UnusableLink,
    /// The typed text is not a code.
    #[error("The code is the eight digits in the mail.")]
    MalformedCode,
    /// The code is wrong, was used, has expired, or too many were typed. One error for all, so that
    /// nobody learns which mail was sent.
    #[error(
        "This code is wrong, was used or is too old: type the one in the newest mail. After five tries, ask for another."
    )]
    UnusableCode,
    /// A page of another site sent the request.
    #[error("This request does not come from the desk.")]
    ForeignSite,
    /// The request's type is not JSON. A form of another site cannot send JSON.
    #[error("The Content-Type must be application/json.")]
    NotJson,
    /// The server's database role has no permission to erase.
    #[error(
        "This server has no permission to erase. Run `backend leads erase` with the DATABASE_URL of the tables' owner."
    )]
    MayNotErase,
    /// The rules refuse a lead that is entered by hand.
    #[error("{}", .0.text)]
    Refused(Rejection),
    /// The browser's subscription is not valid.
    #[error("This browser's subscription cannot be used. Turn notifications off and on again.")]
    UnusableSubscription,
    /// One of the requests is not among those of the person.
    #[error(
        "One of these requests was changed or erased meanwhile: look again. Nothing was erased."
    )]
    PersonChanged,
    /// One of the mails is leased.
    #[error(
        "A mail about this is being sent right now: try again in {0} seconds. Nothing was erased."
    )]
    MailBeingSent(u64),
    /// The folder of mails cannot be read or cleared.
    #[error(
        "The mails in the server's folder are out of reach, and its log says why. Nothing was erased from the database."
    )]
    MailFolder(#[source] ErasureError),
    /// An error that any request may have.
    #[error("{}", sentence(.0))]
    Request(#[from] RequestError),
}

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        Self::Request(error.into())
    }
}

impl From<PersonError> for DeskError {
    fn from(error: PersonError) -> Self {
        match error {
            PersonError::NotFound => RequestError::NotFound.into(),
            PersonError::Changed => Self::PersonChanged,
            PersonError::Store(cause) => cause.into(),
            PersonError::Erasure(cause) => match cause {
                ErasureError::NotPermitted => Self::MayNotErase,
                ErasureError::MailBeingSent { seconds } => Self::MailBeingSent(seconds),
                ErasureError::Query(cause) => StoreError::from(cause).into(),
                cause @ ErasureError::MailFolder(_) => Self::MailFolder(cause),
            },
        }
    }
}

/// The sentences for visitors ask them to call the company; the desk's people get others.
fn sentence(error: &RequestError) -> String {
    match error {
        RequestError::RateLimited => {
            "Your network has tried to sign in too often. Try again later.".to_owned()
        }
        RequestError::Database(cause) if matches!(**cause, StoreError::TookTooLong) => {
            "This took the database too long. Try again in a moment.".to_owned()
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

/// The rules refuse a lead that is entered by hand.
#[derive(Serialize, ToSchema)]
pub struct DeskRefusal {
    /// Why, in a sentence for people.
    error: &'static str,
    /// The field in which the reason lies, if it lies in one.
    #[schema(required)]
    field: Option<&'static str>,
}

/// The name of a form's field where the desk enters a lead.
const fn entered_field(field: Field) -> &'static str {
    match field {
        Field::FirstName | Field::LastName => "name",
        Field::Message => "details",
        field => field.as_str(),
    }
}

impl ResponseError for DeskError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::SignedOut | Self::UnusableLink | Self::MalformedCode | Self::UnusableCode => {
                StatusCode::UNAUTHORIZED
            }
            Self::ForeignSite | Self::NotJson | Self::MayNotErase => StatusCode::FORBIDDEN,
            Self::UnusableSubscription => StatusCode::BAD_REQUEST,
            Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::PersonChanged | Self::MailBeingSent(_) => StatusCode::CONFLICT,
            Self::MailFolder(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Request(error) => error.status(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        if let Self::Refused(rejection) = self {
            return HttpResponse::build(self.status_code()).json(DeskRefusal {
                error: rejection.text,
                field: rejection.field.map(entered_field),
            });
        }
        let retry_after = match self {
            Self::Request(error) => error.retry_after_seconds(),
            _ => None,
        };
        api::error_response(self.status_code(), retry_after, self.to_string())
    }
}
