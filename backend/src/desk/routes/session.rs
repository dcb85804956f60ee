//! `/api/desk/links` and `/api/desk/session`: signing in, and who is signed in.

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
        http::{self as desk, DeskRequest, check_origin, removed, session_cookie},
        revoke,
        tables::{
            links,
            sessions::{self, Session as Saved},
        },
    },
    leads::log::{self, DeskAct},
    visitors::{RateLimitScope, VisitorIdentifier},
    web::{api::Success, error::RequestError, transaction::transaction},
};

/// Who wants a link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkRequest {
    #[schema(example = "owner@example.com")]
    email: String,
}

/// A link was asked for.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinkRequested {
    /// The token to send back with the mail's code. Every address gets one.
    #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
    request: String,
}

/// Ask for a link and a code that sign in
///
/// If the address is one of the desk's people, a mail with both goes to it. The response is the same for every
/// address. For requests from one network, a mailbox gets several links at once, and then one in six minutes.
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
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    check_origin(&request)?;
    let LinkRequest { email } = desk::fields(&request, payload.into_inner()).await?;
    desk::admit(&request, RateLimitScope::DeskLinks, &visitors, &store).await?;
    // The same for every address: the link sender looks up whether it is known.
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
    /// The address of who is signed in.
    email: String,
    /// When the session ends: 30 days after its last use, and at most 365 days after the sign-in.
    ends_at: DateTime<Utc>,
    /// The addresses of all who may sign in.
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

/// What a mail brought.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum SignIn {
    /// Its link.
    Link {
        /// What follows `#sign-in=` in the link.
        #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
        token: String,
    },
    /// Its code.
    Code {
        /// What the mail was asked for with: the `request` of that answer.
        #[schema(example = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA")]
        request: String,
        /// The eight digits, in any groups.
        #[schema(example = "0123 4567")]
        code: String,
    },
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
    responses((status = 200, description = "The session.", body = DeskSession)),
)]
pub(crate) async fn show(request: DeskRequest) -> HttpResponse {
    HttpResponse::Ok().json(DeskSession::new(&request.desk, &request.session))
}

/// Sign in by a link or a code
///
/// Both are used up. For a link, five codes may be typed, for a mailbox some 20 a day. Sets the cookie.
#[utoipa::path(
    post,
    path = "/api/desk/session",
    operation_id = "signInToDesk",
    request_body = SignIn,
    responses((
        status = 200,
        description = "Signed in.",
        body = DeskSession,
        headers(("Set-Cookie" = String, description = "The session's cookie, for 30 days. It is set anew, at most once a day, by answers to a session that is used.")),
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
    match desk::fields(&request, payload.into_inner()).await? {
        SignIn::Link { token } => {
            let refusal = "This link was used or is too old: ask for another.";
            begin(&desk, &store, &Token::sent(&token).hash(), refusal).await
        }
        SignIn::Code {
            request: asked,
            code,
        } => {
            // One sentence for all reasons, so that nobody learns which mail was sent.
            let refusal = "This code is wrong, was used or is too old: type the one in the newest mail. After five tries, ask for another.";
            let code = Code::typed(&code);
            let code = code.ok_or_else(|| refused("The code is the eight digits in the mail."))?;
            desk::admit(&request, RateLimitScope::DeskCodes, &visitors, &store).await?;
            let hashes = code.hashes(&Token::sent(&asked));
            let tried = store
                .run(async |connection| links::try_code(connection, &hashes).await)
                .await?;
            let networks = visitors.sign_in_networks(&request);
            // A right code counts, too.
            let is_within_limit = |address: &str| {
                let limits = &desk.code_limits;
                limits.admit(address, &networks, Instant::now())
            };
            let right =
                tried.filter(|it| is_within_limit(&it.address) && it.is_right == Some(true));
            let right = right.ok_or_else(|| refused(refusal))?;
            begin(&desk, &store, &right.token_hash, refusal).await
        }
    }
}

/// Begins a session with a link, given the hash of its token. Refuses a link that was used, has expired or never
/// existed, and one whose address does not belong to the desk any more.
async fn begin(
    desk: &Desk,
    store: &Store,
    link: &[u8],
    refusal: &'static str,
) -> Result<HttpResponse, RequestError> {
    let token = Token::generate();
    let session = transaction(store, async |connection| {
        let address = links::redeem(connection, link).await?;
        let address = address.filter(|it| desk.people.person(it).is_some());
        let address = address.ok_or_else(|| refused(refusal))?;
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
///
/// The `Content-Type` is `application/json`, although there is no body.
#[utoipa::path(
    delete,
    path = "/api/desk/session",
    operation_id = "signOutOfDesk",
    params(Extent),
    responses((status = 200, description = "Signed out; the cookie is removed.", body = Success)),
)]
pub(crate) async fn sign_out(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let Extent { everywhere } = request.query()?;
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
