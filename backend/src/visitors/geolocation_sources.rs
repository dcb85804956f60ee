//! The sources of geolocations: the headers of the proxy in front, or a database.
//!
//! Both write the country as the two letters of ISO 3166-1. City and state are spelled as in the
//! source.

mod database;
mod headers;

use std::net::IpAddr;

use actix_web::http::header::HeaderMap;

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
            .and_then(|(sent, names)| headers::read(names, sent))
            .unwrap_or_else(|| self.database.find(address))
    }
}
