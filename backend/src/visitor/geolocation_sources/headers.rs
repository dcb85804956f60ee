//! Geolocation from the headers of a proxy: `cf-ipcity` and the like.

use std::borrow::Cow;

use actix_web::http::header::{HeaderMap, HeaderName};
use percent_encoding::percent_decode;

use crate::{config::GeolocationHeaders, visitor::geolocation::Geolocation};

/// Reads the geolocation from the headers that were sent. `None` if there is none of them.
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

/// The text of a header: UTF-8 as it is (Cloudflare) or percent-encoded (Vercel). A header that
/// occurs twice is ignored: one of them may be the client's.
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

    fn read(sent: &[(&str, &[u8])]) -> Option<Geolocation> {
        let headers = GeolocationHeaders::parse("cf-ipcity, cf-region,CF-IPCountry").unwrap();
        let sent: HeaderMap = sent
            .iter()
            .map(|(name, value)| {
                (
                    name.parse::<HeaderName>().unwrap(),
                    HeaderValue::from_bytes(value).unwrap(),
                )
            })
            .collect();
        super::read(&headers, &sent)
    }

    fn geolocation(city: &str, state: &str, country: &str) -> Geolocation {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Geolocation {
            city: text(city),
            state: text(state),
            country: text(country),
        }
    }

    #[test]
    fn a_name_that_is_left_out_is_not_read() {
        let headers = GeolocationHeaders::parse(",,cf-ipcountry").unwrap();
        let mut sent = HeaderMap::new();
        sent.insert(
            HeaderName::from_static("cf-ipcountry"),
            HeaderValue::from_static("us"),
        );
        assert_eq!(
            super::read(&headers, &sent),
            Some(geolocation("", "", "US"))
        );
    }

    #[test]
    fn headers_are_read_as_proxies_write_them() {
        for (sent, expected) in [
            (
                &[
                    ("cf-ipcity", &b"Atlanta"[..]),
                    ("cf-region", b"Georgia"),
                    ("cf-ipcountry", b"US"),
                ][..],
                Some(geolocation("Atlanta", "Georgia", "US")),
            ),
            (
                &[("cf-ipcity", "São Paulo".as_bytes())],
                Some(geolocation("São Paulo", "", "")),
            ),
            (
                &[("cf-ipcity", b"S%C3%A3o%20Paulo")],
                Some(geolocation("São Paulo", "", "")),
            ),
            // Latin-1, plain and percent-encoded, and half a character.
            (
                &[("cf-ipcity", b"S\xe3o Paulo")],
                Some(geolocation("", "", "")),
            ),
            (
                &[("cf-ipcity", b"S%E3o%20Paulo")],
                Some(geolocation("", "", "")),
            ),
            (&[("cf-ipcity", b"S%C3")], Some(geolocation("", "", ""))),
            // What a database cannot store.
            (
                &[("cf-ipcity", b"Atlanta%00")],
                Some(geolocation("", "", "")),
            ),
            (&[("cf-ipcountry", b"T1")], Some(geolocation("", "", ""))),
            (
                &[("cf-region", b"Georgia"), ("cf-region", b"Texas")],
                Some(geolocation("", "", "")),
            ),
            (&[("x-other", b"Atlanta")], None),
        ] {
            assert_eq!(read(sent), expected, "{sent:?}");
        }
    }
}
