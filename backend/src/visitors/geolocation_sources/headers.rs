//! Geolocation from the headers of a proxy: `cf-ipcity` and the like.

use std::borrow::Cow;

use actix_web::http::header::{HeaderMap, HeaderName};
use percent_encoding::percent_decode;

use crate::{config::GeolocationHeaders, visitors::geolocation::Geolocation};

/// Reads the geolocation from the headers that were sent. `None` if none of them was sent.
pub(super) fn read(headers: &GeolocationHeaders, sent: &HeaderMap) -> Option<Geolocation> {
    let names = [&headers.city, &headers.state, &headers.country].map(Option::as_ref);
    if !names
        .into_iter()
        .flatten()
        .any(|name| sent.contains_key(name))
    {
        return None;
    }
    let [city, state, country] = names.map(|name| text(sent, name?));
    Some(Geolocation::new(
        city.as_deref(),
        state.as_deref(),
        country.as_deref(),
    ))
}

/// Returns the text of a header: plain UTF-8 (Cloudflare) or percent-encoded (Vercel). A header
/// that occurs twice is ignored: one of them may be the client's.
fn text<'a>(sent: &'a HeaderMap, name: &HeaderName) -> Option<Cow<'a, str>> {
    let mut values = sent.get_all(name);
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    percent_decode(value.as_bytes()).decode_utf8().ok()
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{Geolocation, GeolocationHeaders};

    const CLOUDFLARE: &str = "cf-ipcity, cf-region,CF-IPCountry";

    fn read(names: &str, sent: &[(&str, &[u8])]) -> Option<Geolocation> {
        let sent: HeaderMap = sent
            .iter()
            .map(|(name, value)| {
                let name: HeaderName = name.parse().unwrap();
                (name, HeaderValue::from_bytes(value).unwrap())
            })
            .collect();
        super::read(&GeolocationHeaders::parse(names).unwrap(), &sent)
    }

    #[test]
    fn headers_are_read_as_proxies_write_them() {
        let all: &[(&str, &[u8])] = &[
            ("cf-ipcity", b"Atlanta"),
            ("cf-region", b"Georgia"),
            ("cf-ipcountry", b"US"),
        ];
        let atlanta = Geolocation::new(Some("Atlanta"), Some("Georgia"), Some("US"));
        assert_eq!(read(CLOUDFLARE, all), Some(atlanta));
        // A name that is left out is not read.
        let country = Geolocation::new(None, None, Some("US"));
        assert_eq!(read(",,cf-ipcountry", all), Some(country));
        assert_eq!(read(CLOUDFLARE, &[("x-other", b"Atlanta")]), None);
        for city in ["São Paulo".as_bytes(), b"S%C3%A3o%20Paulo"] {
            let sao_paulo = Geolocation::new(Some("São Paulo"), None, None);
            assert_eq!(read(CLOUDFLARE, &[("cf-ipcity", city)]), Some(sao_paulo));
        }
    }

    #[test]
    fn what_a_proxy_writes_without_a_meaning_is_unknown() {
        for sent in [
            // Latin-1, plain and percent-encoded, and half a character.
            &[("cf-ipcity", &b"S\xe3o Paulo"[..])][..],
            &[("cf-ipcity", b"S%E3o%20Paulo")],
            &[("cf-ipcity", b"S%C3")],
            // Characters that a database cannot store.
            &[("cf-ipcity", b"Atlanta%00")],
            &[("cf-ipcountry", b"T1")],
            &[("cf-region", b"Georgia"), ("cf-region", b"Texas")],
        ] {
            let unknown = Some(Geolocation::default());
            assert_eq!(read(CLOUDFLARE, sent), unknown, "{sent:?}");
        }
    }
}
