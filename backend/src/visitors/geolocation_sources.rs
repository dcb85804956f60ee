//! The sources of geolocations: the headers of the proxy in front, or databases in MaxMind's format.
//!
//! Both have the country as the two letters of ISO 3166-1. City and state are spelled as in the
//! source.

use std::{borrow::Cow, net::IpAddr, path::PathBuf};

use actix_web::http::header::{HeaderMap, HeaderName};
use maxminddb::{
    LookupResult, MaxMindDbError,
    PathElement::{self, Index, Key},
    Reader,
};
use percent_encoding::percent_decode;
use thiserror::Error;

use super::geolocation::Geolocation;
use crate::{config, web::address_kind::AddressKind};

/// The file is not a geolocation database.
#[derive(Debug, Error)]
#[error(
    "PLACE_DATABASE={} cannot be used: set files in MaxMind's format (.mmdb), or leave it empty",
    path.display()
)]
pub struct DatabaseError {
    path: PathBuf,
    source: MaxMindDbError,
}

pub struct GeolocationSources {
    headers: Option<[Option<HeaderName>; 3]>,
    /// The databases, loaded once for all workers: both files of DB-IP City Lite take 131 MB.
    /// (Memory-mapping would need `unsafe`, and would fail when a file is replaced.)
    databases: Vec<Reader<Vec<u8>>>,
}

impl GeolocationSources {
    pub fn open(config: &config::Visitors) -> Result<Self, DatabaseError> {
        let databases = config.geolocation_databases.iter().map(|path| {
            Reader::open_readfile(path).map_err(|source| DatabaseError {
                path: path.clone(),
                source,
            })
        });
        Ok(Self {
            headers: config.geolocation_headers.clone(),
            databases: databases.collect::<Result<_, _>>()?,
        })
    }

    /// Finds the geolocation of an address. `from_proxy` has the request's headers, if a trusted
    /// proxy sent them. If the proxy sends the geolocation as unknown, no database is used.
    pub fn find(&self, from_proxy: Option<&HeaderMap>, address: IpAddr) -> Geolocation {
        from_proxy
            .zip(self.headers.as_ref())
            .and_then(|(sent, names)| read(names, sent))
            .unwrap_or_else(|| self.look_up(address))
    }

    /// Looks up a public address. Databases list geolocations for some other addresses too.
    fn look_up(&self, address: IpAddr) -> Geolocation {
        if AddressKind::of(address.to_canonical()) != AddressKind::Public {
            return Geolocation::default();
        }
        // A file with both IP versions has version 6. It is used for an IPv4 address if no file has IPv4 only.
        let version = |file: &Reader<_>| file.metadata().ip_version;
        let has_ipv4 = self.databases.iter().any(|file| version(file) == 4);
        let wanted = if address.is_ipv4() && has_ipv4 { 4 } else { 6 };
        let files = self.databases.iter().filter(|file| version(file) == wanted);
        files
            .filter_map(|file| file.lookup(address).ok())
            .find(LookupResult::has_data)
            .map(|record| geolocation(&record))
            .unwrap_or_default()
    }
}

/// Reads the geolocation from the headers that were sent. `None` if no header was sent.
fn read(names: &[Option<HeaderName>; 3], sent: &HeaderMap) -> Option<Geolocation> {
    let mut known = names.iter().flatten();
    if !known.any(|name| sent.contains_key(name)) {
        return None;
    }
    let texts = names.each_ref().map(|name| text(sent, name.as_ref()?));
    let [city, state, country] = texts.each_ref().map(Option::as_deref);
    Some(Geolocation::new(city, state, country))
}

/// Returns the text of a header: plain UTF-8 (Cloudflare) or percent-encoded (Vercel). A header
/// that occurs twice is ignored, because the client may have sent one of the two.
fn text<'a>(sent: &'a HeaderMap, name: &HeaderName) -> Option<Cow<'a, str>> {
    let mut values = sent.get_all(name);
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    percent_decode(value.as_bytes()).decode_utf8().ok()
}

/// A path in a record.
type Field = &'static [PathElement<'static>];

// Two layouts are in use: MaxMind's own, and the flat one of ip-location-db.
const CITY: [Field; 2] = [&[Key("city"), Key("names"), Key("en")], &[Key("city")]];
const STATE: [Field; 2] = [
    &[Key("subdivisions"), Index(0), Key("names"), Key("en")],
    &[Key("state1")],
];
const COUNTRY: [Field; 2] = [&[Key("country"), Key("iso_code")], &[Key("country_code")]];

fn geolocation(record: &LookupResult<'_, Vec<u8>>) -> Geolocation {
    // A record in the other layout returns an error.
    let text = |layouts: [Field; 2]| -> Option<&str> {
        layouts
            .into_iter()
            .find_map(|field| record.decode_path(field).ok().flatten())
    };
    Geolocation::new(text(CITY), text(STATE), text(COUNTRY))
}
