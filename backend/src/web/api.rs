//! The wire format of `/api/*`: an error is `{"error": "<sentence>"}`.

use std::borrow::Cow;

use actix_web::{
    Error as ActixError, HttpResponse, HttpResponseBuilder, ResponseError,
    body::{BoxBody, MessageBody},
    dev::ServiceResponse,
    http::{StatusCode, header},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::RequestError;

/// An error.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiError)]
pub struct ErrorBody {
    /// What went wrong, in a sentence for people.
    #[schema(example = "Empty or invalid json (line 1, column 13)")]
    error: Cow<'static, str>,
    /// The reason for programs, where the path has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The field in which the reason lies, if it lies in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
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

/// The handler of paths without a route.
pub async fn unknown_path() -> Result<String, RequestError> {
    Err(RequestError::not_found())
}

impl ResponseError for RequestError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        if let Some(methods) = self.allowed_methods {
            response.insert_header((header::ALLOW, methods));
        }
        // A refused photograph may be sent again.
        if self.api_code.is_some() {
            response.insert_header((header::CACHE_CONTROL, "no-store"));
        }
        response.json(ErrorBody {
            error: self.sentence.clone(),
            code: self.api_code,
            field: self.field,
        })
    }
}

/// Replaces the body of the response to a request that failed, if `body` returns another one for its error.
pub fn with_body_of_error<B: MessageBody + 'static, T: Serialize>(
    response: ServiceResponse<B>,
    body: impl FnOnce(&RequestError) -> Option<T>,
) -> ServiceResponse<BoxBody> {
    let error = response.response().error();
    let error = error.and_then(ActixError::as_error::<RequestError>);
    match error.and_then(body) {
        Some(body) => {
            let body = serde_json::to_string(&body).unwrap_or_default();
            response.map_body(|_, _| BoxBody::new(body))
        }
        None => response.map_into_boxed_body(),
    }
}
