//! Origins of websites.

use url::Url;

/// Whether a text is an origin as browsers write it in a request: in lower case, without the
/// scheme's default port.
pub(super) fn is_origin(text: &str) -> bool {
    // A host may contain an asterisk (URL Standard, "forbidden host code point"), but no site's does.
    !text.contains('*')
        && web_url(text).is_some_and(|url| url.origin().ascii_serialization() == text)
}

/// Whether a text is only a scheme, a host, and a port, in any spelling.
pub(super) fn is_base_url(text: &str) -> bool {
    !text.ends_with('/')
        && web_url(text).is_some_and(|url| {
            url.path() == "/" && url.query().is_none() && url.fragment().is_none()
        })
}

/// Whether visitors use HTTPS for a site.
pub(crate) fn is_https(public_url: &str) -> bool {
    web_url(public_url).is_some_and(|url| url.scheme() == "https")
}

fn web_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}
