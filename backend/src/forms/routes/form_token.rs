//! `GET /api/form-token`: the signed timestamp that is sent with the form.

use std::time::SystemTime;

use actix_web::{HttpResponse, http::header, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{forms::form_token::FormTokens, web::description::LEADS};

/// The token of a form that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct FormToken {
    /// The token to send with the form.
    #[schema(example = "AQAAAZqgb5EAX9pmx0kBqIdKcXfV0YjJ3g")]
    token: String,
}

/// Ask for a form's time token
///
/// A page requests the token when it shows the form, and sends it with the form. So the server knows how
/// long the form was open. The token contains the time, nothing about the visitor, and never expires.
#[utoipa::path(
    get,
    path = "/api/form-token",
    operation_id = "issueFormToken",
    tag = LEADS,
    responses((status = 200, description = "The token.", body = FormToken)),
)]
pub(crate) async fn issue(tokens: web::Data<FormTokens>) -> HttpResponse {
    HttpResponse::Ok()
        // A cached token would contain the time of another visitor.
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(FormToken {
            token: tokens.issue(SystemTime::now()),
        })
}
