//! Whether a page of this site or of another one sent a request.

use actix_web::{
    HttpRequest,
    http::header::{self, HeaderName, HeaderValue},
    web::Data,
};
use url::Url;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The origin of `PUBLIC_URL`.
pub struct SiteOrigin(String);

impl SiteOrigin {
    pub fn new(public_url: &str) -> Self {
        let origin = Url::parse(public_url).map(|url| url.origin().ascii_serialization());
        Self(origin.unwrap_or_default())
    }

    /// Whether each `Origin` is the request's host or the host of `PUBLIC_URL` (behind a proxy, the
    /// host name may differ).
    fn has_sent(&self, request: &HttpRequest) -> bool {
        let host = request.headers().get(header::HOST);
        let mut origins = request.headers().get_all(header::ORIGIN);
        origins.all(|origin| *origin == *self.0 || is_host(origin, host))
    }
}

/// Whether the browser says that a page of this origin sent the request, or does not say which page did.
pub fn is_same_origin(request: &HttpRequest) -> bool {
    let mut sites = request.headers().get_all(SEC_FETCH_SITE);
    sites.all(|site| site == "same-origin") && is_own(request)
}

/// Whether the browser says that a page of another site sent the request. An older browser names only the
/// page's origin.
pub fn is_cross_site(request: &HttpRequest) -> bool {
    match request.headers().get(SEC_FETCH_SITE) {
        Some(site) => site == "cross-site",
        None => !is_own(request),
    }
}

fn is_own(request: &HttpRequest) -> bool {
    let origin = request.app_data::<Data<SiteOrigin>>();
    origin.is_some_and(|origin| origin.has_sent(request))
}

fn is_host(origin: &HeaderValue, host: Option<&HeaderValue>) -> bool {
    let schemes = ["https://", "http://"].map(str::as_bytes);
    let mut named = schemes
        .iter()
        .filter_map(|it| origin.as_bytes().strip_prefix(*it));
    named.any(|named| host.is_some_and(|host| host.as_bytes() == named))
}
