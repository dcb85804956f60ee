//! The wire format of `/api/*`. An error is `{"error": "<sentence>"}`.

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
    /// A sentence for people that describes the error.
    #[schema(example = "Empty or invalid json (line 1, column 13)")]
    error: Cow<'static, str>,
    /// The reason, for programs, if the path has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The field that caused the error, if one did.
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
    pub fn response() -> HttpResponse {
        Self::with(HttpResponse::Ok())
    }

    /// Returns a response with another status, or with headers.
    pub fn with(mut response: HttpResponseBuilder) -> HttpResponse {
        response.json(Self { success: true })
    }
}

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
        // A refused photo may be sent again.
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

/// Replaces the body of an error's response, if `body` returns another body for the error.
pub fn with_body_of_error<B: MessageBody + 'static, T: Serialize>(
    response: ServiceResponse<B>,
    body: impl FnOnce(&RequestError) -> Option<T>,
) -> ServiceResponse<BoxBody> {
    let cause = response.response().error();
    let error = cause.and_then(ActixError::as_error::<RequestError>);
    match error.and_then(body) {
        Some(body) => {
            let body = serde_json::to_string(&body).unwrap_or_default();
            response.map_body(|_, _| BoxBody::new(body))
        }
        None => response.map_into_boxed_body(),
    }
}
