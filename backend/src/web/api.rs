//! The wire format of `/api/*`: an error is `{"error": "<sentence>"}`.

use actix_web::{
    HttpResponse, HttpResponseBuilder, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{RequestError, TOO_MANY};

/// An error.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiError)]
pub struct ErrorBody {
    /// What went wrong, in a sentence for people.
    #[schema(example = "Empty or invalid json (line 1, column 13)")]
    error: String,
}

/// The request succeeded.
#[derive(Serialize, ToSchema)]
pub struct Success {
    /// Always `true`.
    #[schema(example = true)]
    success: bool,
}

impl Success {
    /// The response.
    pub fn response() -> HttpResponse {
        Self::with(HttpResponse::Ok())
    }

    /// A response of another status, or with headers.
    pub fn with(mut response: HttpResponseBuilder) -> HttpResponse {
        response.json(Self { success: true })
    }
}

/// The response to a request that is refused or fails.
pub fn error_response(
    status: StatusCode,
    retry_after_seconds: Option<u32>,
    sentence: String,
) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    if let Some(seconds) = retry_after_seconds {
        response.insert_header((header::RETRY_AFTER, seconds.to_string()));
    }
    response.json(ErrorBody { error: sentence })
}

/// The handler of paths without a route.
pub async fn unknown_path() -> Result<String, RequestError> {
    Err(RequestError::NotFound)
}

impl ResponseError for RequestError {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    fn error_response(&self) -> HttpResponse {
        let sentence = match self {
            Self::RateLimited => TOO_MANY.to_owned(),
            error => error.to_string(),
        };
        let mut response = error_response(self.status(), self.retry_after_seconds(), sentence);
        if let Self::MethodNotAllowed { allowed } = self {
            let allowed = HeaderValue::from_static(allowed);
            response.headers_mut().insert(header::ALLOW, allowed);
        }
        response
    }
}
