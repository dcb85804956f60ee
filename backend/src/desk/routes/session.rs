//! `/api/desk/links` and `/api/desk/session`: sign-in, sign-out, and the current session.

use std::time::Instant;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use chrono::{DateTime, Utc};
use diesel::{QueryDsl, delete};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    config::DeskPerson,
    database::{Store, schema::desk_sessions},
    desk::{
        Code, Desk, Token,
        http::{self as desk, DeskRequest, check_origin, found, removed, session_cookie},
        revoke,
        tables::{
            links,
            sessions::{self, Session as Saved},
        },
    },
    leads::log::{self, DeskAct},
    visitors::{RateLimitScope, VisitorIdentifier},
    web::{
        api::Success, body, error::RequestError, limits::SMALL_BODY_BYTES, transaction::transaction,
    },
};

/// A request for a sign-in link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkRequest {
    #[schema(example = "owner@example.com")]
    email: String,
}

/// The response to a request for a link.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkRequested {
    /// The token to send back with the email's code. Every address gets one.
    #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
    request: String,
}

/// Request a link and a code to sign in
///
/// If the address belongs to the desk, an email with both is sent to it. The response is the same for every
/// address. From one network, a mailbox gets several links at once, and then one every six minutes.
#[utoipa::path(
    post,
    path = "/api/desk/links",
    operation_id = "requestDeskLink",
    request_body = LinkRequest,
    responses(
        (status = 200, description = "If the address may sign in, an email will be sent.", body = LinkRequested),
    ),
)]
pub(crate) async fn request_link(
    request: HttpRequest,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    check_origin(&request)?;
    let LinkRequest { email } =
        body::object(&request, payload.into_inner(), SMALL_BODY_BYTES).await?;
    desk::admit(&request, RateLimitScope::DeskLinks, &visitors, &store).await?;
    // The same for every address: the link sender checks whether the address is known.
    let networks = visitors.sign_in_networks(&request);
    let token = desk.links.send(email, networks);
    Ok(HttpResponse::Ok().json(LinkRequested {
        request: token.text().to_owned(),
    }))
}

/// A session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskSession {
    /// The address of the signed-in person.
    email: String,
    /// The time at which the session ends: 30 days after its last use, and at most 365 days after the sign-in.
    ends_at: DateTime<Utc>,
    /// The addresses of everybody who may sign in.
    people: Vec<String>,
}

impl DeskSession {
    fn new(desk: &Desk, session: &Saved) -> Self {
        let people = desk.people.people.iter();
        Self {
            email: session.address.clone(),
            ends_at: session.ends_at,
            people: people.map(DeskPerson::key).collect(),
        }
    }
}

/// A link or a code from a sign-in email.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum SignIn {
    /// The email's link.
    Link {
        /// The part of the link after `#sign-in=`.
        #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
        token: String,
    },
    /// The email's code.
    Code {
        /// The `request` of the response to the request for the email.
        #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
        request: String,
        /// The ten digits, in any groups.
        #[schema(example = "01234 56789")]
        code: String,
    },
}

/// The sessions to end.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SignOutScope {
    /// Whether all of this person's sessions end, not only this browser's.
    #[serde(default)]
    #[param(required = false)]
    everywhere: bool,
}

/// See the current session
#[utoipa::path(
    get,
    path = "/api/desk/session",
    operation_id = "getDeskSession",
    responses((status = 200, description = "The session.", body = DeskSession)),
)]
pub(crate) async fn show(request: DeskRequest) -> HttpResponse {
    HttpResponse::Ok().json(DeskSession::new(&request.desk, &request.session))
}

/// Sign in with a link or a code
///
/// Using one uses up both. A link allows five code attempts, a mailbox about 20 a day. Sets the cookie.
#[utoipa::path(
    post,
    path = "/api/desk/session",
    operation_id = "signInToDesk",
    request_body = SignIn,
    responses((
        status = 200,
        description = "Signed in.",
        body = DeskSession,
        headers(("Set-Cookie" = String, description = "The session's cookie, for 30 days. Responses renew it, at most once a day, while the session is used.")),
    )),
)]
pub(crate) async fn sign_in(
    request: HttpRequest,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    check_origin(&request)?;
    match body::object(&request, payload.into_inner(), SMALL_BODY_BYTES).await? {
        SignIn::Link { token } => {
            let refusal = "This link was used or is too old: ask for another.";
            begin(&desk, &store, &Token::sent(&token).hash(), refusal).await
        }
        SignIn::Code {
            request: asked,
            code,
        } => {
            // The same message for all reasons, so that it does not reveal which email was sent.
            let refusal = "This code is wrong, was used or is too old: type the one in the newest email. After five tries, ask for another.";
            let code = Code::typed(&code)
                .ok_or_else(|| refused("The code is the ten digits in the email."))?;
            let hashes = code.hashes(&Token::sent(&asked));
            let tried = found(&request, async {
                let tried =
                    store.run(async |connection| links::try_code(connection, &hashes).await);
                Ok(tried.await?)
            });
            let tried = tried.await?.ok_or_else(|| refused(refusal))?;
            let networks = visitors.sign_in_networks(&request);
            // The first code of an email is always judged: strangers' attempts cannot keep a person out.
            let is_judged = tried.tries == 1
                || (desk.code_limits).admit(&tried.address, &networks, Instant::now());
            if !is_judged || tried.is_right != Some(true) {
                return Err(refused(refusal));
            }
            begin(&desk, &store, &tried.token_hash, refusal).await
        }
    }
}

/// Begins a session with a link, given the hash of its token. Refuses a link that was used, has
/// expired, or never existed, and a link whose address no longer belongs to the desk.
async fn begin(
    desk: &Desk,
    store: &Store,
    link: &[u8],
    refusal: &'static str,
) -> Result<HttpResponse, RequestError> {
    let token = Token::generate();
    let session = transaction(store, async |connection| {
        let address = links::redeem(connection, link)
            .await?
            .filter(|it| desk.people.person(it).is_some())
            .ok_or_else(|| refused(refusal))?;
        let session = sessions::insert(connection, &token.hash(), address).await?;
        log::record_at_desk(connection, &session.address, DeskAct::SignIn).await?;
        Ok(session)
    })
    .await?;
    Ok(HttpResponse::Ok()
        .cookie(session_cookie(desk, &session, &token))
        .json(DeskSession::new(desk, &session)))
}

fn refused(sentence: &'static str) -> RequestError {
    RequestError::new(StatusCode::UNAUTHORIZED, sentence)
}

/// Sign out
#[utoipa::path(
    delete,
    path = "/api/desk/session",
    operation_id = "signOutOfDesk",
    params(SignOutScope),
    responses((status = 200, description = "Signed out; the cookie is removed.", body = Success)),
)]
pub(crate) async fn sign_out(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let SignOutScope { everywhere } = request.query()?;
    let who = &*request.session.address;
    request
        .run(async |connection| {
            let act = if everywhere {
                revoke(connection, Some(who)).await?;
                DeskAct::SignOutEverywhere
            } else {
                let own = desk_sessions::table.find(request.session.id);
                delete(own).execute(connection).await?;
                DeskAct::SignOut
            };
            log::record_at_desk(connection, who, act).await
        })
        .await?;
    let mut response = HttpResponse::Ok();
    response.cookie(removed(&request.desk));
    Ok(Success::with(response))
}
