//! Errors in PostgREST's shape.

use std::borrow::Cow;

use actix_web::{
    Error as ActixError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::web::{api::with_body_of_error, error::RequestError};

/// An error in PostgREST's shape.
#[derive(Serialize, ToSchema)]
#[schema(as = PostgrestError)]
pub struct ErrorBody {
    /// PostgREST's code, or Postgres's own, or `PT` with the status.
    #[schema(example = "PT422")]
    code: Cow<'static, str>,
    /// More about the error.
    #[schema(required, example = "Please fill in all required fields.")]
    details: Option<Cow<'static, str>>,
    /// How to fix the error: a field's name, the seconds to wait, or a sentence.
    #[schema(required, example = "phone")]
    hint: Option<Cow<'static, str>>,
    /// A description of the error.
    #[schema(example = "Missing Information")]
    message: String,
}

impl From<&RequestError> for ErrorBody {
    fn from(error: &RequestError) -> Self {
        let seconds = error.retry_after_seconds.map(|it| it.to_string().into());
        Self {
            code: match error.code {
                Some(code) => code.into(),
                None => format!("PT{}", error.status.as_u16()).into(),
            },
            details: match error.title {
                Some(_) => Some(error.sentence.clone()),
                None => error.details.clone(),
            },
            hint: seconds.or(error.hint.or(error.field).map(Cow::Borrowed)),
            message: error.to_string(),
        }
    }
}

pub async fn with_errors(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, ActixError> {
    let response = next.call(request).await?;
    Ok(with_body_of_error(response, |error| {
        Some(ErrorBody::from(error))
    }))
}
