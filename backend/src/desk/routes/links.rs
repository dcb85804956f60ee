//! `/api/desk/links`: links that sign in.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    database::Store,
    desk::{
        Desk,
        http::{self as desk, SameOrigin},
    },
    visitors::{RateLimitScope, VisitorIdentifier},
    web::error::RequestError,
};

/// Who wants a link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkRequest {
    /// Their mail address.
    #[schema(example = "owner@example.com")]
    email: String,
}

/// A link was asked for.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkRequested {
    /// With which the mail's code signs in. Whether there is a mail, it does not tell.
    #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
    request: String,
}

/// Ask for a link and a code that sign in
///
/// If the address is one of the desk's people, a mail with both goes to it. The answer is alike for every
/// address, and comes before anything else is done. A mailbox gets several links at once for
/// those who ask from one network, and then one in six minutes.
#[utoipa::path(
    post,
    path = "/api/desk/links",
    operation_id = "requestDeskLink",
    request_body = LinkRequest,
    responses(
        (status = 200, description = "If the address may sign in, a mail is on its way.", body = LinkRequested),
    ),
)]
pub(crate) async fn request_link(
    request: HttpRequest,
    _: SameOrigin,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    let LinkRequest { email } = desk::fields(&request, payload.into_inner()).await?;
    desk::admit(&request, RateLimitScope::DeskLinks, &visitors, &store).await?;
    // The same for every address: the link sender looks up whether it is known.
    let networks = visitors.sign_in_networks(&request);
    let token = desk.links.send(email, networks);
    Ok(HttpResponse::Ok().json(LinkRequested {
        request: token.text().to_owned(),
    }))
}
