//! The headers that tell browsers what they may do with an answer. Every answer carries them.

use actix_web::{
    Error as ActixError,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Uri,
        header::{self, HeaderMap, HeaderName, HeaderValue},
        uri::Scheme,
    },
    middleware::Next,
    web,
};

/// What a page may do: load and call what is the site's own, nothing else.
///
/// `'wasm-unsafe-eval'` lets the form's rules be compiled; it stands on every page, because the form
/// is reached from any of them without a page being loaded. Structured data (`application/ld+json`)
/// is no script to a browser, so no exception is made for it.
macro_rules! page_policy {
    ($more:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ",
            "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; ",
            "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            $more
        )
    };
}

/// What anything else may do, should it ever be shown as a page.
const OTHER_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The same for all answers.
///
/// Of the browser's powers the site uses none; those that reach furthest are named. They stand on
/// each file of a page too, so that a longer list is what a visitor waits for. (`X-Frame-Options` is
/// left out for the same reason: `frame-ancestors` says it to all browsers of the last ten years.)
const ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        header::PERMISSIONS_POLICY,
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
    (
        header::CROSS_ORIGIN_OPENER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
];

/// Two years, which is what the browsers' preload lists advise. Other hosts of the domain are not
/// ours to promise for: no `includeSubDomains`.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=63072000");

/// What is said beyond that where visitors come by https.
pub struct SecurityHeaders {
    page_policy: HeaderValue,
    strict_transport: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// For a site at this address (`PUBLIC_URL`).
    #[must_use]
    pub fn new(public_url: &str) -> Self {
        let https = public_url
            .parse()
            .is_ok_and(|url: Uri| url.scheme() == Some(&Scheme::HTTPS));
        if https {
            Self {
                page_policy: HeaderValue::from_static(page_policy!("; upgrade-insecure-requests")),
                strict_transport: Some(STRICT_TRANSPORT),
            }
        } else {
            Self {
                page_policy: HeaderValue::from_static(page_policy!("")),
                strict_transport: None,
            }
        }
    }

    fn write(&self, headers: &mut HeaderMap) {
        let policy = if is_page(headers) {
            self.page_policy.clone()
        } else {
            OTHER_POLICY
        };
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        for (name, value) in ALWAYS {
            headers.insert(name, value);
        }
        if let Some(value) = &self.strict_transport {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, value.clone());
        }
    }
}

/// Writes the headers on every answer.
///
/// # Errors
/// What the service answers.
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
