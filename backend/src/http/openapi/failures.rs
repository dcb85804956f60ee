//! The schemas of failures that several paths share.

use utoipa::{IntoResponses, ToSchema};

use crate::http::{api, postgrest, uploads};

/// A JSON body cannot be used. The answer has the shape of `/api`, or `Body`.
#[derive(IntoResponses)]
pub enum UnusableBody<Body: ToSchema = api::ErrorBody> {
    /// The body is not the JSON that is expected, or a header or a text in it cannot be stored.
    #[response(status = 400)]
    Malformed(Body),
    /// The body took too long to arrive.
    #[response(status = 408)]
    TooSlow(Body),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(Body),
    /// The `Content-Type` is not `application/json`.
    #[response(status = 415)]
    UnsupportedMediaType(Body),
}

/// Too much of this came from the address within the hour.
#[derive(IntoResponses)]
#[response(
    status = 429,
    headers(("Retry-After" = u32, description = "Seconds until more is taken."))
)]
pub struct RateLimited(api::ErrorBody);

/// A parameter of the query is not as described.
#[derive(IntoResponses)]
#[response(status = 400)]
pub struct BadParameter(api::ErrorBody);

/// The token of the lead's photographs is missing, has expired, or its lead was erased.
#[derive(IntoResponses)]
#[response(status = 401)]
pub struct Late(uploads::RefusalBody);

/// A photograph is refused; `code` says why.
#[derive(IntoResponses)]
pub enum Photo {
    /// Nothing of it came for 15 seconds, or it took longer than five minutes.
    #[response(status = 408)]
    Slow(uploads::RefusalBody),
    /// There are as many as there may be, or the id is another photograph's.
    #[response(status = 409)]
    Full(uploads::RefusalBody),
    /// It has too many bytes or pixels.
    #[response(status = 413)]
    Large(uploads::RefusalBody),
    /// It is no JPEG, PNG or WebP.
    #[response(status = 415)]
    Type(uploads::RefusalBody),
    /// It cannot be decoded.
    #[response(status = 422)]
    Broken(uploads::RefusalBody),
    /// Too many came from the address within the hour.
    #[response(
        status = 429,
        headers(("Retry-After" = u32, description = "Seconds until one is taken."))
    )]
    Many(uploads::RefusalBody),
    /// Too many are being sent at once, of which nothing was read; or the database is unavailable.
    #[response(
        status = 503,
        headers(("Retry-After" = Option<u32>, description = "Seconds until another try."))
    )]
    Busy(uploads::RefusalBody),
    /// There is no room for more.
    #[response(status = 507)]
    Space(uploads::RefusalBody),
}

/// There is no valid session.
#[derive(IntoResponses)]
#[response(status = 401)]
pub struct SignedOut(api::ErrorBody);

/// The link or code was used, has expired, or never was; or too many codes were typed.
#[derive(IntoResponses)]
#[response(status = 401)]
pub struct UnusableLink(api::ErrorBody);

/// `Sec-Fetch-Site` or `Origin` names another site, or the `Content-Type` is not
/// `application/json`.
#[derive(IntoResponses)]
#[response(status = 403)]
pub struct Foreign(api::ErrorBody);

/// There is nothing with this id.
#[derive(IntoResponses)]
#[response(status = 404)]
pub struct Unknown(api::ErrorBody);

/// One of the requests is not among those that are found, or a mail about one of them is being sent at
/// this moment: nothing was erased.
#[derive(IntoResponses)]
#[response(status = 409)]
pub struct NotNow(api::ErrorBody);

/// The fault is on the server's side. The answer has the shape of `/api`, or `Body`.
#[derive(IntoResponses)]
pub enum Fault<Body: ToSchema = api::ErrorBody> {
    /// A fault of the program; its log has the cause.
    #[response(status = 500)]
    Fault(Body),
    /// The database is unavailable.
    #[response(status = 503)]
    Outage(Body),
}

/// An estimate request is refused.
#[derive(IntoResponses)]
pub enum Refused {
    /// The rules refuse the request: `message` and `details` are for the visitor, `hint` is the
    /// form's field to go to. Or the `Idempotency-Key` was used for another request.
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

/// The failures under `/rest` alone.
#[derive(IntoResponses)]
pub enum Rest {
    /// The body, the query or a header cannot be read, or names something unknown; see `code`.
    #[response(status = 400)]
    Malformed(postgrest::ErrorBody),
    /// The key is missing or another one.
    #[response(status = 401)]
    Unauthorized(postgrest::ErrorBody),
    /// The response cannot have the requested form: `Accept`, `Content-Profile`, or a single object
    /// when there is not exactly one row.
    #[response(status = 406)]
    NotAcceptable(postgrest::ErrorBody),
    /// The rules refuse the request: `message` and `details` are for the visitor, `hint` is the
    /// form's field to go to. Or the `Idempotency-Key` was used for another row.
    #[response(status = 422)]
    Rejected(postgrest::ErrorBody),
    /// The session's last request is less than 30 seconds old, or too many came from the address
    /// within the hour.
    #[response(
        status = 429,
        headers(("Retry-After" = u32, description = "Seconds until a request is taken."))
    )]
    TooMany(postgrest::ErrorBody),
}

/// The contact page with a notice of the failure, and with the visitor's input still in it.
#[derive(IntoResponses)]
pub enum Page {
    /// The form cannot be read, or holds text that cannot be stored.
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
    /// A fault of the program; its log has the cause.
    #[response(status = 500, content_type = "text/html")]
    Fault(String),
    /// The database is unavailable.
    #[response(status = 503, content_type = "text/html")]
    Outage(String),
}
