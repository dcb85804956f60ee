//! Geolocation from a database in MaxMind's format.

use std::{net::IpAddr, path::PathBuf};

use maxminddb::{
    LookupResult, MaxMindDbError,
    PathElement::{self, Index, Key},
    Reader,
};
use thiserror::Error;

use crate::{visitors::geolocation::Geolocation, web::address_kind::AddressKind};

/// A file that is not a geolocation database.
#[derive(Debug, Error)]
#[error(
    "PLACE_DATABASE={} cannot be used: name files in MaxMind's format (.mmdb), or nothing",
    path.display()
)]
pub struct DatabaseError {
    /// The file.
    pub path: PathBuf,
    /// The cause.
    pub source: MaxMindDbError,
}

/// Geolocation databases, held in memory once for all workers: both files of DB-IP City Lite take
/// 131 MB. (Memory-mapping would need `unsafe`, and would fail when a file is replaced.)
#[derive(Default)]
pub struct GeolocationDatabase {
    files: Vec<Reader<Vec<u8>>>,
}

impl GeolocationDatabase {
    /// Reads the files.
    ///
    /// # Errors
    /// When a file cannot be read or has another format: the error names it.
    pub fn open(paths: &[PathBuf]) -> Result<Self, DatabaseError> {
        let open = |path: &PathBuf| {
            Reader::open_readfile(path).map_err(|source| DatabaseError {
                path: path.clone(),
                source,
            })
        };
        let files = paths.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { files })
    }

    /// Finds the geolocation of a public address: databases list geolocations for some others too.
    pub(super) fn find(&self, address: IpAddr) -> Geolocation {
        if AddressKind::of(address.to_canonical()) != AddressKind::Public {
            return Geolocation::default();
        }
        self.files_for(address)
            .filter_map(|file| file.lookup(address).ok())
            .find(LookupResult::has_data)
            .map(|record| geolocation(&record))
            .unwrap_or_default()
    }

    /// Returns the files for the address's version. A file of both versions has version 6: it is
    /// used for an IPv4 address if there is no file for IPv4 alone.
    fn files_for(&self, address: IpAddr) -> impl Iterator<Item = &Reader<Vec<u8>>> {
        let has_ipv4 = self
            .files
            .iter()
            .any(|file| file.metadata().ip_version == 4);
        let version = if address.is_ipv4() && has_ipv4 { 4 } else { 6 };
        self.files
            .iter()
            .filter(move |file| file.metadata().ip_version == version)
    }
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
    // A record of the other layout returns an error.
    let text = |layouts: [Field; 2]| -> Option<&str> {
        layouts
            .into_iter()
            .find_map(|field| record.decode_path(field).ok().flatten())
    };
    Geolocation::new(text(CITY), text(STATE), text(COUNTRY))
}
