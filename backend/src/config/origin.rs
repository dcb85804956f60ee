//! Origins of websites.

use url::{Host, Url};

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

/// Whether a site's address is one of this machine, as in development.
pub(crate) fn is_this_machine(public_url: &str) -> bool {
    let url = web_url(public_url);
    match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn web_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}
