//! `/api/desk/links`: links that sign in.

use actix_web::{HttpRequest, HttpResponse, rt, web};
use serde::Deserialize;
use tracing::Instrument;
use utoipa::ToSchema;

use crate::{
    desk::Desk,
    http::{
        api::Success,
        desk::{self, DeskError, SameOrigin},
        error::RequestError,
        methods::post_only,
        openapi::{DESK, failures},
    },
    store::{Store, rate_limits},
    visitor::{RateLimitScope, VisitorIdentifier},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(post_only("/links", web::post().to(request_link)));
}

/// Who wants a link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkRequest {
    /// Their mail address.
    #[schema(example = "owner@example.com")]
    email: String,
}

/// Ask for a link that signs in
///
/// If the address is one of the desk's people, a mail with a link goes to it. The answer is the same
/// for every address, and comes before anything else is done. A mailbox that has had several links
/// within the hour gets no more.
#[utoipa::path(
    post,
    path = "/api/desk/links",
    operation_id = "requestDeskLink",
    tag = DESK,
    request_body = LinkRequest,
    responses(
        (status = 202, description = "If the address may sign in, a mail is on its way.", body = Success),
        failures::UnusableBody,
        failures::Foreign,
        failures::RateLimited,
        failures::Fault,
    ),
)]
pub(crate) async fn request_link(
    request: HttpRequest,
    _: SameOrigin,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let LinkRequest { email } = desk::fields(&request, payload).await?;
    let limit = visitors.rate_limit(&request, RateLimitScope::DeskLinks);
    let is_admitted = store
        .run(async |connection| rate_limits::admit(connection, &limit).await)
        .await?;
    if !is_admitted {
        return Err(RequestError::RateLimited.into());
    }
    // For every address alike: whether it is known is looked up after the answer.
    rt::spawn(
        async move {
            let mailbox = visitors.mailbox_rate_limit(&email.trim().to_lowercase());
            desk.send_link(&store, &email, mailbox).await;
        }
        .in_current_span(),
    );
    Ok(Success::with(HttpResponse::Accepted()))
}
