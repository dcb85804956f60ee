//! Checks that run before a handler.

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    cookie::Cookie,
    dev::Payload,
    http::{Method, StatusCode},
    web,
};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::{cookie, too_often, unreadable};
use crate::{
    database::Store,
    desk::{
        Desk,
        tables::sessions::{self, Session},
    },
    visitors::{RateLimitScope, RequestCounts, VisitorIdentifier},
    web::{body, error::RequestError, limits::MAX_BODY_BYTES, site_origin::is_same_origin},
};

/// The cookie of a renewed session, which the response sets.
pub(super) struct RenewedCookie(pub(super) Cookie<'static>);

/// A request from a signed-in person. [`check_origin`] checks it, unless it is GET or HEAD.
pub struct DeskRequest {
    pub session: Session,
    pub desk: web::Data<Desk>,
    pub store: web::Data<Store>,
    pub request: HttpRequest,
    pub payload: Payload,
}

impl FromRequest for DeskRequest {
    type Error = RequestError;
    type Future = LocalBoxFuture<'static, Result<Self, RequestError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        authenticate(request.clone(), payload.take()).boxed_local()
    }
}

async fn authenticate(request: HttpRequest, payload: Payload) -> Result<DeskRequest, RequestError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        check_origin(&request)?;
    }
    let desk = data::<Desk>(&request)?.clone();
    let store = data::<Store>(&request)?.clone();
    let token = cookie::token(&request, &desk).ok_or_else(signed_out)?;
    let session = found(&request, async {
        let session = store
            .run(async |connection| sessions::find(connection, &token.hash()).await)
            .await?;
        Ok(session.filter(|it| desk.people.person(&it.address).is_some()))
    });
    let session = session.await?.ok_or_else(signed_out)?;
    if session.is_renewed {
        let renewed = RenewedCookie(cookie::session_cookie(&desk, &session, &token));
        request.extensions_mut().insert(renewed);
    }
    Ok(DeskRequest {
        session,
        desk,
        store,
        request,
        payload,
    })
}

impl DeskRequest {
    /// Parses a path parameter as an id. An invalid id is not found.
    pub fn id(&self, name: &str) -> Result<Uuid, RequestError> {
        let id = self.request.match_info().query(name);
        id.parse().map_err(|_| RequestError::not_found())
    }

    /// Parses the query parameters. Rejects a query with a NUL character.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, RequestError> {
        let query = self.request.query_string();
        if query.contains("%00") {
            return Err(RequestError::nul_character());
        }
        let read = web::Query::<T>::from_query(query).map_err(|_| unreadable())?;
        Ok(read.into_inner())
    }

    pub async fn run<T>(
        &self,
        work: impl AsyncFnMut(&mut AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, RequestError> {
        Ok(self.store.run(work).await?)
    }

    pub async fn fields<T: DeserializeOwned>(&mut self) -> Result<T, RequestError> {
        body::object(&self.request, self.payload.take(), MAX_BODY_BYTES).await
    }
}

/// Looks up a secret of the request, unless its network has sent too many unknown ones.
pub async fn found<T>(
    request: &HttpRequest,
    lookup: impl Future<Output = Result<Option<T>, RequestError>>,
) -> Result<Option<T>, RequestError> {
    let counts = data::<RequestCounts>(request)?;
    let visitors = data::<VisitorIdentifier>(request)?;
    let limit = visitors.rate_limit(request, RateLimitScope::UnknownSecrets);
    if !counts.admit(&limit, 1) {
        return Err(too_often());
    }
    let found = lookup.await;
    if !matches!(found, Ok(None)) {
        counts.take_back(&limit, 1);
    }
    found
}

fn data<T: 'static>(request: &HttpRequest) -> Result<&web::Data<T>, RequestError> {
    let data = request.app_data::<web::Data<T>>();
    data.ok_or_else(RequestError::not_found)
}

/// Checks that no other site's page sent the request.
///
/// Browsers name a request's sender (`Sec-Fetch-Site`, `Origin`). They send JSON or an image to another
/// site only with that site's permission, which the desk never gives. The cookie is also `SameSite=Strict`.
pub fn check_origin(request: &HttpRequest) -> Result<(), RequestError> {
    if !is_same_origin(request) {
        return Err(forbidden("This request does not come from the desk."));
    }
    let media_type = request.content_type().trim().to_ascii_lowercase();
    let is_image = media_type.starts_with("image/") || media_type == "application/octet-stream";
    if media_type != "application/json" && !(is_image && request.method() == Method::PUT) {
        // Another site's form cannot send JSON.
        return Err(forbidden("The Content-Type must be application/json."));
    }
    Ok(())
}

fn signed_out() -> RequestError {
    RequestError::new(StatusCode::UNAUTHORIZED, "You are not signed in.")
}

fn forbidden(sentence: &'static str) -> RequestError {
    RequestError::new(StatusCode::FORBIDDEN, sentence)
}
