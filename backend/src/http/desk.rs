//! What the routes of the desk share.

mod cookie;
mod error;
mod guards;

use actix_web::{
    Error as ActixError, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderName, HeaderValue},
    middleware::Next,
    web,
};
use serde::de::DeserializeOwned;
use uuid::Uuid;

pub use cookie::{removed, session_cookie};
pub use error::DeskError;
pub use guards::{SameOrigin, SignedIn};

use super::{body, error::RequestError};

/// Keeps search engines from what it is sent with.
pub const NOINDEX: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-robots-tag"),
    HeaderValue::from_static("noindex"),
);

/// Completes every answer of the desk: nothing keeps it.
///
/// # Errors
/// Those of the service that it wraps.
pub async fn complete(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, ActixError> {
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(NOINDEX.0, NOINDEX.1);
    Ok(response)
}

/// Reads the fields of a JSON body.
///
/// # Errors
/// As [`body::json`] and [`body::fields`].
pub async fn fields<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<T, DeskError> {
    Ok(body::fields(&body::json(request, payload).await?)?)
}

/// Reads the parameters of a query that holds no NUL character.
///
/// # Errors
/// When one of them is not as described.
pub fn query<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, DeskError> {
    let query = request.query_string();
    if query.contains("%00") {
        return Err(RequestError::NulCharacter.into());
    }
    let read = web::Query::<T>::from_query(query).map_err(|_| unreadable())?;
    Ok(read.into_inner())
}

/// A parameter of the query is not as described.
#[must_use]
pub fn unreadable() -> DeskError {
    RequestError::MalformedBody(
        "A parameter of the request is not as /api/openapi.json describes it.".to_owned(),
    )
    .into()
}

/// Reads an id in the path. What is no id names nothing.
///
/// # Errors
/// When it is none.
pub fn id(text: &str) -> Result<Uuid, DeskError> {
    text.parse().map_err(|_| RequestError::NotFound.into())
}
