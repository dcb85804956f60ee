//! `/api/desk/session`: who is signed in.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    desk::{Desk, Token, lead::iso_8601},
    http::{
        api::Success,
        desk::{self, DeskError, SameOrigin, SignedIn, removed, session_cookie},
        methods::not_allowed,
        openapi::{DESK, failures},
    },
    store::{Store, desk::sessions::Session as Saved},
};

/// The path.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/session")
            .route(web::get().to(show))
            .route(web::head().to(show))
            .route(web::post().to(sign_in))
            .route(web::delete().to(sign_out))
            .default_service(web::to(async || not_allowed("GET, HEAD, POST, DELETE"))),
    );
}

/// A session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskSession)]
pub(crate) struct Session {
    /// The address of who is signed in.
    email: String,
    /// When the session ends.
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: DateTime<Utc>,
}

impl From<&Saved> for Session {
    fn from(session: &Saved) -> Self {
        Self {
            email: session.address.clone(),
            expires_at: session.expires_at,
        }
    }
}

/// A link's token.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkToken {
    /// What follows `#sign-in=` in the link.
    #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
    token: String,
}

/// Which sessions to end.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Extent {
    /// Whether all sessions of this person are ended, not this browser's alone.
    #[serde(default)]
    #[param(required = false)]
    everywhere: bool,
}

/// See who is signed in
#[utoipa::path(
    get,
    path = "/api/desk/session",
    operation_id = "getDeskSession",
    tag = DESK,
    security(("desk" = [])),
    responses(
        (status = 200, description = "The session.", body = Session),
        failures::SignedOut,
        failures::Fault,
    ),
)]
pub(crate) async fn show(SignedIn(session): SignedIn) -> HttpResponse {
    HttpResponse::Ok().json(Session::from(&session))
}

/// Sign in by a link
///
/// The link is used up. The answer sets the session's cookie.
#[utoipa::path(
    post,
    path = "/api/desk/session",
    operation_id = "signInToDesk",
    tag = DESK,
    request_body = LinkToken,
    responses(
        (
            status = 200,
            description = "Signed in.",
            body = Session,
            headers(("Set-Cookie" = String, description = "The session's cookie, for 30 days.")),
        ),
        failures::UnusableBody,
        failures::Foreign,
        failures::UnusableLink,
        failures::Fault,
    ),
)]
pub(crate) async fn sign_in(
    request: HttpRequest,
    _: SameOrigin,
    payload: web::Payload,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let LinkToken { token } = desk::fields(&request, payload).await?;
    let signed_in = desk.sign_in(&store, &Token::sent(&token)).await?;
    let (session, token) = signed_in.ok_or(DeskError::UnusableLink)?;
    Ok(HttpResponse::Ok()
        .cookie(session_cookie(&desk, &session, &token))
        .json(Session::from(&session)))
}

/// Sign out
///
/// The `Content-Type` is `application/json`, although there is no body.
#[utoipa::path(
    delete,
    path = "/api/desk/session",
    operation_id = "signOutOfDesk",
    tag = DESK,
    security(("desk" = [])),
    params(Extent),
    responses(
        (status = 200, description = "Signed out; the cookie is removed.", body = Success),
        failures::BadParameter,
        failures::Foreign,
        failures::SignedOut,
        failures::Fault,
    ),
)]
pub(crate) async fn sign_out(
    request: HttpRequest,
    SignedIn(session): SignedIn,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let Extent { everywhere } = desk::query(&request)?;
    desk.sign_out(&store, &session, everywhere).await?;
    let mut response = HttpResponse::Ok();
    response.cookie(removed(&desk));
    Ok(Success::with(response))
}
