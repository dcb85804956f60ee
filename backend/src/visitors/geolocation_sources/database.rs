//! Geolocation from a database in MaxMind's format.

use std::{
    net::{IpAddr, Ipv6Addr},
    path::PathBuf,
};

use maxminddb::{
    LookupResult, MaxMindDbError,
    PathElement::{self, Index, Key},
    Reader,
};
use thiserror::Error;

use crate::visitors::geolocation::Geolocation;

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
/// 131 MB. (Memory-mapping them would need `unsafe`, and the process would end if a mapped file
/// were replaced.)
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

    /// Finds the geolocation of a public address.
    pub(super) fn find(&self, address: IpAddr) -> Geolocation {
        if !is_public(address) {
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

/// Whether an address is public: databases list geolocations for some other addresses too.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [first, second, ..] = address.octets();
            // Shared between a provider and its customers (RFC 6598).
            let is_shared = first == 100 && second & 0b1100_0000 == 64;
            !(address.is_private()
                || address.is_loopback()
                || address.is_link_local()
                || address.is_unspecified()
                || address.is_broadcast()
                || address.is_documentation()
                || is_shared)
        }
        IpAddr::V6(address) => {
            !(address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local()
                || is_documentation(address))
        }
    }
}

/// `2001:db8::/32` (RFC 3849).
fn is_documentation(address: Ipv6Addr) -> bool {
    matches!(address.segments(), [0x2001, 0xdb8, ..])
}

#[cfg(test)]
mod tests {
    use maxminddb::Reader;
    use serde_json::{Value, json};

    use super::{GeolocationDatabase, is_public};
    use crate::visitors::geolocation::Geolocation;

    #[test]
    fn addresses_of_private_networks_have_no_geolocation() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "0.0.0.0",
            "255.255.255.255",
            "203.0.113.7",
            "::1",
            "::",
            "fd00::1",
            "fe80::1",
            "2001:db8::1",
            "::ffff:192.168.1.1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.32.0.1",
            "2606:4700::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn a_record_of_maxminds_layout_is_read() {
        let record = json!({
            "city": { "names": { "de": "Stadt", "en": "Decatur" } },
            "subdivisions": [{ "iso_code": "GA", "names": { "en": "Georgia" } }],
            "country": { "iso_code": "US", "names": { "en": "United States" } },
        });
        let database = database(&[(6, &record)]);
        let decatur = Geolocation::new(Some("Decatur"), Some("Georgia"), Some("US"));
        for address in ["8.8.8.8", "2606:4700::1"] {
            assert_eq!(database.find(address.parse().unwrap()), decatur);
        }
        assert_eq!(
            database.find("::1".parse().unwrap()),
            Geolocation::default()
        );
    }

    #[test]
    fn missing_parts_of_a_record_are_unknown() {
        for record in [
            json!({}),
            json!({ "city": {}, "subdivisions": [], "country": {} }),
            json!({ "organization": "Network" }),
        ] {
            let database = database(&[(4, &record)]);
            assert_eq!(
                database.find("8.8.8.8".parse().unwrap()),
                Geolocation::default()
            );
        }
    }

    #[test]
    fn an_address_is_looked_up_in_the_files_of_its_version() {
        let (v4, v6) = (json!({ "city": "Four" }), json!({ "city": "Six" }));
        let four = Geolocation::new(Some("Four"), None, None);
        let six = Geolocation::new(Some("Six"), None, None);
        let find =
            |files: &[(u8, &Value)], address: &str| database(files).find(address.parse().unwrap());
        for files in [[(4, &v4), (6, &v6)], [(6, &v6), (4, &v4)]] {
            assert_eq!(find(&files, "8.8.8.8"), four);
            assert_eq!(find(&files, "2606:4700::1"), six);
        }
        assert_eq!(find(&[(6, &v6)], "8.8.8.8"), six);
        assert_eq!(find(&[(4, &v4)], "2606:4700::1"), Geolocation::default());
    }

    fn database(files: &[(u8, &Value)]) -> GeolocationDatabase {
        let files = files
            .iter()
            .map(|&(version, record)| Reader::from_source(file(version, record)).unwrap())
            .collect();
        GeolocationDatabase { files }
    }

    /// A file that has one record for all addresses
    /// (<https://maxmind.github.io/MaxMind-DB/>).
    fn file(ip_version: u8, record: &Value) -> Vec<u8> {
        // A tree of one node. Both of its branches lead to the record: 1 (node) + 16 (zeros).
        let mut bytes = vec![0, 0, 17, 0, 0, 17];
        bytes.extend([0; 16]);
        write(record, &mut bytes);
        bytes.extend(b"\xab\xcd\xefMaxMind.com");
        let metadata = json!({
            "binary_format_major_version": 2,
            "binary_format_minor_version": 0,
            "build_epoch": 0,
            "database_type": "Test",
            "description": {},
            "ip_version": ip_version,
            "languages": [],
            "node_count": 1,
            "record_size": 24,
        });
        write(&metadata, &mut bytes);
        bytes
    }

    /// Each value begins with its type and its length. Numbers have 16 bits, except the two that
    /// the format requires to be wider.
    fn write(value: &Value, bytes: &mut Vec<u8>) {
        let length = |length: usize| u8::try_from(length).unwrap();
        match value {
            Value::Object(members) => {
                bytes.push(0b1110_0000 | length(members.len()));
                for (key, value) in members {
                    write(&json!(key), bytes);
                    match key.as_str() {
                        "build_epoch" => bytes.extend([0, 2]),
                        "node_count" => bytes.extend([0b1100_0001, 1]),
                        _ => write(value, bytes),
                    }
                }
            }
            Value::Array(items) => {
                bytes.extend([length(items.len()), 4]);
                for item in items {
                    write(item, bytes);
                }
            }
            Value::String(text) => {
                assert!(text.len() < 29, "a longer text is written in another way");
                bytes.push(0b0100_0000 | length(text.len()));
                bytes.extend(text.bytes());
            }
            Value::Number(number) => {
                let number = u8::try_from(number.as_u64().unwrap()).unwrap();
                bytes.extend([0b1010_0001, number]);
            }
            Value::Bool(_) | Value::Null => panic!("not in a geolocation: {value}"),
        }
    }
}
