//! The headers that restrict what browsers do with a response. Every response has them.

use actix_web::{
    Error as ActixError,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, HeaderMap, HeaderName, HeaderValue},
    middleware::Next,
    web,
};

use crate::config::is_https;

/// The content security policy of a page: it can load and call only the site's own files and paths.
///
/// `'wasm-unsafe-eval'` allows the form's rules to be compiled. Browsers do not treat structured
/// data (`application/ld+json`) as a script, so it needs no exception.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
    upgrade-insecure-requests";

pub const NOINDEX: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-robots-tag"),
    HeaderValue::from_static("noindex"),
);

/// The policy of all other responses, in case a browser displays one as a page.
const OTHER_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The headers that are the same for all responses.
///
/// The site needs no permissions, and the most sensitive ones are denied by name. Each file of a
/// page has these headers, so a longer list would cost each visitor time. (`X-Frame-Options` is
/// left out for the same reason: all browsers of the last ten years support `frame-ancestors`.)
const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        header::PERMISSIONS_POLICY,
        "camera=(), geolocation=(), microphone=()",
    ),
    (header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
];

/// Two years, as the browsers' preload lists recommend. It has no `includeSubDomains`, because
/// other servers may run other hosts of the domain.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=63072000");

/// The headers that depend on whether visitors use HTTPS.
pub struct SecurityHeaders {
    page_policy: HeaderValue,
    strict_transport: Option<HeaderValue>,
}

impl SecurityHeaders {
    pub fn new(public_url: &str) -> Self {
        let is_https = is_https(public_url);
        let page_policy = if is_https {
            PAGE_POLICY
        } else {
            PAGE_POLICY.trim_end_matches("; upgrade-insecure-requests")
        };
        Self {
            page_policy: HeaderValue::from_static(page_policy),
            strict_transport: is_https.then_some(STRICT_TRANSPORT),
        }
    }

    fn write(&self, headers: &mut HeaderMap) {
        let policy = if is_page(headers) {
            self.page_policy.clone()
        } else {
            OTHER_POLICY
        };
        // The desk's files have their own policy.
        if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        for (name, value) in ALWAYS {
            if !headers.contains_key(&name) {
                headers.insert(name, HeaderValue::from_static(value));
            }
        }
        if let Some(value) = &self.strict_transport {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, value.clone());
        }
    }
}

pub async fn add(
    headers: web::Data<SecurityHeaders>,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, ActixError> {
    let mut response = next.call(request).await?;
    headers.write(response.headers_mut());
    Ok(response)
}

fn is_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/html"))
}
