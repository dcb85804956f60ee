//! How a request can fail, in the words of the description: the answers that several paths share.

use utoipa::{IntoResponses, ToSchema};

use crate::http::{api, postgrest};

/// A JSON body under `/api` cannot be used.
#[derive(IntoResponses)]
pub enum UnusableBody {
    /// The body is not the JSON that is expected, or a header or a text in it cannot be kept.
    #[response(status = 400)]
    Malformed(api::ErrorBody),
    /// The body took too long to arrive.
    #[response(status = 408)]
    TooSlow(api::ErrorBody),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(api::ErrorBody),
    /// The `Content-Type` is not `application/json`.
    #[response(status = 415)]
    UnsupportedMediaType(api::ErrorBody),
}

/// Under `/api`, too much of this came from the address within the hour.
#[derive(IntoResponses)]
pub enum RateLimited {
    /// Too much of this came from the address within the hour.
    #[response(
        status = 429,
        headers(("Retry-After" = u32, description = "Seconds until more is taken."))
    )]
    RateLimited(api::ErrorBody),
}

/// Under `/api`, the fault is on the server's side.
#[derive(IntoResponses)]
pub enum Fault {
    /// The fault is in the program; its log says which.
    #[response(status = 500)]
    Fault(api::ErrorBody),
    /// The database is away.
    #[response(status = 503)]
    Outage(api::ErrorBody),
}

/// How an estimate request is refused that could be read.
#[derive(IntoResponses)]
pub enum Refused {
    /// The rules refuse the request: `message` and `details` are for the visitor, `hint` is the form's
    /// field to go to. Or the `Idempotency-Key` was used for another request.
    #[response(status = 422)]
    Rejected(postgrest::ErrorBody),
    /// The visitor's last request is less than 30 seconds old, or too many came from the address
    /// within the hour.
    #[response(
        status = 429,
        headers(("Retry-After" = u32, description = "Seconds until a request is taken."))
    )]
    TooMany(TooMany),
}

/// Too many estimate requests.
#[derive(ToSchema)]
#[serde(untagged)]
pub enum TooMany {
    /// From the visitor.
    Cooldown(postgrest::ErrorBody),
    /// From the address.
    RateLimited(api::ErrorBody),
}

/// All that can fail under `/rest`.
#[derive(IntoResponses)]
pub enum Rest {
    /// The body, the query or a header cannot be read, or names what there is not; `code` tells which.
    #[response(status = 400)]
    Malformed(postgrest::ErrorBody),
    /// The key is missing or another one.
    #[response(status = 401)]
    Unauthorized(postgrest::ErrorBody),
    /// The answer is wanted in a way that it cannot have: `Accept`, `Content-Profile`, or one object
    /// of what is not one row.
    #[response(status = 406)]
    NotAcceptable(postgrest::ErrorBody),
    /// The body took too long to arrive.
    #[response(status = 408)]
    TooSlow(postgrest::ErrorBody),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(postgrest::ErrorBody),
    /// The `Content-Type` is not `application/json`.
    #[response(status = 415)]
    UnsupportedMediaType(postgrest::ErrorBody),
    /// The rules refuse the request: `message` and `details` are for the visitor, `hint` is the form's
    /// field to go to. Or the `Idempotency-Key` was used for another row.
    #[response(status = 422)]
    Rejected(postgrest::ErrorBody),
    /// The session's last request is less than 30 seconds old, or too many came from the address
    /// within the hour.
    #[response(
        status = 429,
        headers(("Retry-After" = u32, description = "Seconds until a request is taken."))
    )]
    TooMany(postgrest::ErrorBody),
    /// The fault is in the program; its log says which.
    #[response(status = 500)]
    Fault(postgrest::ErrorBody),
    /// The database is away.
    #[response(status = 503)]
    Outage(postgrest::ErrorBody),
}

/// The contact page, telling of what went wrong, with all that was typed still in it.
#[derive(IntoResponses)]
pub enum Page {
    /// The form cannot be read, or holds what cannot be kept.
    #[response(status = 400, content_type = "text/html")]
    Malformed(String),
    /// The form took too long to arrive.
    #[response(status = 408, content_type = "text/html")]
    TooSlow(String),
    /// The form is too large.
    #[response(status = 413, content_type = "text/html")]
    TooLarge(String),
    /// The form is sent in another media type.
    #[response(status = 415, content_type = "text/html")]
    UnsupportedMediaType(String),
    /// The rules refuse the request.
    #[response(status = 422, content_type = "text/html")]
    Rejected(String),
    /// The session's last request is less than 30 seconds old, or too many came from the address
    /// within the hour.
    #[response(
        status = 429,
        content_type = "text/html",
        headers(("Retry-After" = u32, description = "Seconds until a request is taken."))
    )]
    TooMany(String),
    /// The fault is in the program; its log says which.
    #[response(status = 500, content_type = "text/html")]
    Fault(String),
    /// The database is away.
    #[response(status = 503, content_type = "text/html")]
    Outage(String),
}
