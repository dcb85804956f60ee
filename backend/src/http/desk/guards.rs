//! What a request must show before its handler runs.

use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    cookie::Cookie,
    dev::Payload,
    http::{
        Method,
        header::{self, HeaderName, HeaderValue},
    },
    web,
};
use futures_util::future::{FutureExt, LocalBoxFuture};
use url::Url;

use super::{cookie, error::DeskError};
use crate::{
    desk::Desk,
    http::error::RequestError,
    store::{Store, desk::sessions::Session},
};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The request was not sent by a page of another site.
///
/// Browsers say who sends a request (`Sec-Fetch-Site`, `Origin`), and send JSON or an image to another site
/// only with its permission, which the desk gives nobody. Besides, the cookie is `SameSite=Strict`.
pub struct SameOrigin;

impl FromRequest for SameOrigin {
    type Error = DeskError;
    type Future = Ready<Result<Self, DeskError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(check_origin(request).map(|()| Self))
    }
}

/// The cookie of a session that goes on: the answer sets it.
pub(super) struct RenewedCookie(pub(super) Cookie<'static>);

/// Somebody of the desk is signed in, and what is not a GET or HEAD request has the [`SameOrigin`].
pub struct SignedIn(pub Session);

impl FromRequest for SignedIn {
    type Error = DeskError;
    type Future = LocalBoxFuture<'static, Result<Self, DeskError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move { authenticate(&request).await }.boxed_local()
    }
}

async fn authenticate(request: &HttpRequest) -> Result<SignedIn, DeskError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        check_origin(request)?;
    }
    let desk = desk(request)?;
    let Some(store) = request.app_data::<web::Data<Store>>() else {
        return Err(RequestError::NotFound.into());
    };
    let token = cookie::token(request, desk).ok_or(DeskError::SignedOut)?;
    let found = desk.session(store, &token).await?;
    let session = found.ok_or(DeskError::SignedOut)?;
    if session.is_renewed {
        let renewed = RenewedCookie(cookie::session_cookie(desk, &session, &token));
        request.extensions_mut().insert(renewed);
    }
    Ok(SignedIn(session))
}

fn desk(request: &HttpRequest) -> Result<&Desk, DeskError> {
    let desk = request.app_data::<web::Data<Desk>>();
    desk.map(|desk| &***desk)
        .ok_or_else(|| RequestError::NotFound.into())
}

fn check_origin(request: &HttpRequest) -> Result<(), DeskError> {
    let public_url = &desk(request)?.public_url;
    let mut sites = request.headers().get_all(SEC_FETCH_SITE);
    let mut origins = request.headers().get_all(header::ORIGIN);
    let host = request.headers().get(header::HOST);
    let is_same_origin = sites.all(|site| site == "same-origin")
        && origins.all(|origin| is_own(origin, host, public_url));
    if !is_same_origin {
        return Err(DeskError::ForeignSite);
    }
    let media_type = request.content_type().trim().to_ascii_lowercase();
    let is_image = media_type.starts_with("image/") || media_type == "application/octet-stream";
    if media_type != "application/json" && !(is_image && request.method() == Method::PUT) {
        return Err(DeskError::NotJson);
    }
    Ok(())
}

/// Whether an origin is the host that the request asked, or the one of `PUBLIC_URL`: a proxy may ask by
/// another name.
fn is_own(origin: &HeaderValue, host: Option<&HeaderValue>, public_url: &str) -> bool {
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let asked = ["https://", "http://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    asked.is_some_and(|asked| host.is_some_and(|host| host == asked))
        || Url::parse(public_url).is_ok_and(|url| url.origin().ascii_serialization() == origin)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::is_own;

    #[test]
    fn an_origin_is_the_host_that_was_asked_or_the_public_one() {
        for (origin, own) in [
            ("http://localhost:8080", true),
            ("https://localhost:8080", true),
            ("https://www.example.com", true),
            ("http://www.example.com", false),
            ("https://www.example.com.evil.example", false),
            ("http://localhost", false),
            ("localhost:8080", false),
            ("null", false),
            ("", false),
        ] {
            let host = HeaderValue::from_static("localhost:8080");
            let origin = HeaderValue::from_static(origin);
            let found = is_own(&origin, Some(&host), "https://WWW.example.com:443");
            assert_eq!(found, own, "{origin:?}");
        }
    }
}
