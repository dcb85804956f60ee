//! The sources of geolocations: the headers of the proxy in front, or a database.
//!
//! Both write the country as the two letters of ISO 3166-1. City and state are spelled as in the
//! source.

mod database;

use std::{borrow::Cow, net::IpAddr};

use actix_web::http::header::{HeaderMap, HeaderName};
use percent_encoding::percent_decode;

use super::geolocation::Geolocation;
use crate::config::GeolocationHeaders;
pub use database::{DatabaseError, GeolocationDatabase};

/// The sources. Without any, no geolocation is known.
#[derive(Default)]
pub struct GeolocationSources {
    /// The headers in which a trusted proxy sends the geolocation.
    pub headers: Option<GeolocationHeaders>,
    /// The database, which is used when no proxy sends a geolocation.
    pub database: GeolocationDatabase,
}

impl GeolocationSources {
    /// Finds the geolocation of an address. `from_proxy` are the request's headers, if a trusted
    /// proxy sent them. If the proxy sends the geolocation as unknown, the database is not used.
    pub fn find(&self, from_proxy: Option<&HeaderMap>, address: IpAddr) -> Geolocation {
        from_proxy
            .zip(self.headers.as_ref())
            .and_then(|(sent, names)| read(names, sent))
            .unwrap_or_else(|| self.database.find(address))
    }
}

/// Reads the geolocation from the headers that were sent. `None` if none of them was sent.
fn read(headers: &GeolocationHeaders, sent: &HeaderMap) -> Option<Geolocation> {
    let names = [&headers.city, &headers.state, &headers.country].map(Option::as_ref);
    let mut read = names.into_iter().flatten();
    if !read.any(|name| sent.contains_key(name)) {
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
