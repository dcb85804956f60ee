//! The geolocation of a visitor's address, from a proxy or from databases.

use std::{fs, net::IpAddr};

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::app::{Answer, TestApp, row, with};

const PROXY: (&str, &str) = ("TRUSTED_PROXIES", "127.0.0.1");
const CLOUDFLARE: (&str, &str) = ("PLACE_HEADERS", "cf-ipcity,cf-region,cf-ipcountry");
const VERCEL: (&str, &str) = (
    "PLACE_HEADERS",
    "x-vercel-ip-city,x-vercel-ip-country-region,x-vercel-ip-country",
);
const MIDTOWN: &str = "Atlanta (Midtown Atlanta)";
const HANOVER: &str = "Hanover (Buchholz-Kleefeld)";

#[actix_web::test]
async fn without_a_source_the_geolocation_is_unknown() {
    let app = TestApp::spawn_with(&[PROXY]).await;
    let headers = [("x-forwarded-for", "8.8.8.8"), ("cf-ipcity", "Atlanta")];
    assert_eq!(seen(&app, &headers).await, nowhere());
}

#[actix_web::test]
async fn an_address_is_looked_up_in_the_database_of_its_version() {
    let databases = Databases::of_networks();
    let app = TestApp::spawn_with(&[PROXY, databases.setting()]).await;
    for (address, place) in [
        ("8.8.8.8", place("Mountain View", "California", "US")),
        ("170.140.1.1", place("Atlanta", "Georgia", "US")),
        ("133.11.1.1", place("Chiyoda City", "Tokyo", "JP")),
        ("::ffff:170.140.1.1", place("Atlanta", "Georgia", "US")),
        ("2610:148::1", place(MIDTOWN, "Georgia", "US")),
        ("2a02:2e0:3fe:1001::1", place(HANOVER, "Lower Saxony", "DE")),
        ("9.9.9.9", nowhere()),
    ] {
        let seen = seen(&app, &[("x-forwarded-for", address)]).await;
        assert_eq!(seen, place, "{address}");
    }
}

#[actix_web::test]
async fn an_address_of_no_public_network_has_no_geolocation() {
    let everywhere =
        |halves: [&'static str; 2]| halves.map(|half| (half, city("Everywhere"))).into();
    let databases = Databases::write(&[
        everywhere(["0.0.0.0/1", "128.0.0.0/1"]),
        everywhere(["::/1", "8000::/1"]),
    ]);
    let app = TestApp::spawn_with(&[PROXY, databases.setting()]).await;
    let seen = async |address: &str| seen(&app, &[("x-forwarded-for", address)]).await;
    let of_no_public_network = "127.0.0.1 127.255.255.254 10.1.2.3 172.16.0.1 172.31.255.255 \
        192.168.1.1 169.254.1.1 100.64.0.1 100.127.255.255 0.0.0.0 255.255.255.255 203.0.113.7 ::1 :: \
        fc00::1 fd00::1 fdff::1 fe80::1 2001:db8::1 ::ffff:192.168.1.1";
    for address in of_no_public_network.split(' ') {
        assert_eq!(seen(address).await, nowhere(), "{address}");
    }
    let public = "8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 \
        172.32.0.0 192.167.255.255 223.255.255.255 2606:4700::1";
    for address in public.split(' ') {
        assert_eq!(seen(address).await, city_alone("Everywhere"), "{address}");
    }
}

#[actix_web::test]
async fn maxminds_layout_is_read_and_what_a_record_lacks_is_unknown() {
    let decatur = json!({
        "city": { "names": { "de": "Stadt", "en": "Decatur" } },
        "subdivisions": [{ "iso_code": "GA", "names": { "en": "Georgia" } }],
        "country": { "iso_code": "US", "names": { "en": "United States" } },
    });
    let without_names = json!({ "city": {}, "subdivisions": [], "country": {} });
    let databases = Databases::write(&[vec![
        // All IPv4 addresses, in a file with both versions.
        ("::/96", decatur.clone()),
        ("2606::/16", decatur),
        ("2a00::/16", json!({})),
        ("2a01::/16", without_names),
        ("2a02::/16", json!({ "organization": "Network" })),
    ]]);
    let app = TestApp::spawn_with(&[PROXY, databases.setting()]).await;
    for (address, place) in [
        ("8.8.8.8", place("Decatur", "Georgia", "US")),
        ("2606:4700::1", place("Decatur", "Georgia", "US")),
        ("2a00::1", nowhere()),
        ("2a01::1", nowhere()),
        ("2a02::1", nowhere()),
    ] {
        let seen = seen(&app, &[("x-forwarded-for", address)]).await;
        assert_eq!(seen, place, "{address}");
    }
}

#[actix_web::test]
async fn the_order_of_the_files_makes_no_difference_and_one_for_ipv4_has_no_other_addresses() {
    let [v4, v6] = [("8.0.0.0/8", "Four"), ("2600::/8", "Six")]
        .map(|(network, name)| vec![(network, city(name))]);
    for (files, six) in [
        (vec![v4.clone(), v6.clone()], city_alone("Six")),
        (vec![v6, v4.clone()], city_alone("Six")),
        (vec![v4], nowhere()),
    ] {
        let databases = Databases::write(&files);
        let app = TestApp::spawn_with(&[PROXY, databases.setting()]).await;
        for (address, place) in [("8.8.8.8", city_alone("Four")), ("2606:4700::1", six)] {
            let seen = seen(&app, &[("x-forwarded-for", address)]).await;
            assert_eq!(seen, place, "{address}");
        }
    }
}

#[actix_web::test]
async fn the_geolocation_is_saved_with_the_lead_and_with_the_click() {
    let databases = Databases::of_networks();
    let app = TestApp::spawn_with(&[PROXY, databases.setting()]).await;
    let from_atlanta = |request: RequestBuilder| request.header("x-forwarded-for", "170.140.1.1");
    let claimed = with(row(), json!({ "city": "Paris", "country": "FR" }));
    let lead = Answer::to(from_atlanta(app.insert_select_single(&claimed)))
        .await
        .expect(201);
    let click = app.post("/api/incrementPhoneClickCount").json(&json!({}));
    Answer::to(from_atlanta(click)).await.expect(200);

    let atlanta = place("Atlanta", "Georgia", "US");
    assert_eq!(of(&lead.json()), atlanta);
    assert_eq!(of(&app.database.site_forms().await[0]), atlanta);
    assert_eq!(of(&app.database.phone_clicks().await[0]), atlanta);
}

#[actix_web::test]
async fn a_trusted_proxy_is_asked_before_the_database() {
    let databases = Databases::of_networks();
    let settings = [PROXY, CLOUDFLARE, databases.setting()];
    let app = TestApp::spawn_with(&settings).await;
    let sao_paulo = "São Paulo".as_bytes();
    let all = |city, region, country: &'static [u8]| {
        [
            ("cf-ipcity", city),
            ("cf-region", region),
            ("cf-ipcountry", country),
        ]
    };
    let in_brazil = all(sao_paulo, sao_paulo, b"BR");
    let encoded = all(b"%20Z%C3%BCrich%20", b"Zurich", b"ch");
    let twice = [("cf-region", &b"Georgia"[..]), ("cf-region", b"Texas")];
    let long = "x".repeat(101);
    for (headers, place) in [
        (&in_brazil[..], place("São Paulo", "São Paulo", "BR")),
        (&encoded, place("Zürich", "Zurich", "CH")),
        // Tor, unknown countries, and invalid countries: the proxy's value overrides the database.
        (&[("cf-ipcountry", b"T1")], nowhere()),
        (&[("cf-ipcountry", b"XX")], nowhere()),
        (&[("cf-ipcountry", b"ZZ")], nowhere()),
        (&[("cf-ipcountry", b"USA")], nowhere()),
        (&[("cf-ipcountry", b"U")], nowhere()),
        (&[("cf-ipcountry", "Ü".as_bytes())], nowhere()),
        // Latin-1, plain and percent-encoded, and an incomplete character.
        (&[("cf-ipcity", b"S\xe3o Paulo")], nowhere()),
        (&[("cf-ipcity", b"S%E3o%20Paulo")], nowhere()),
        (&[("cf-ipcity", b"S%C3")], nowhere()),
        // Control characters, a blank name, and a name that is too long.
        (&[("cf-ipcity", b"Atlanta%00")], nowhere()),
        (&[("cf-ipcity", b"Atlanta%0AGeorgia")], nowhere()),
        (&[("cf-ipcity", b"%20")], nowhere()),
        (&[("cf-ipcity", long.as_bytes())], nowhere()),
        (&twice, nowhere()),
        (&[], place("Mountain View", "California", "US")),
    ] {
        let address = ("x-forwarded-for", &b"8.8.8.8"[..]);
        let headers: Vec<_> = headers.iter().copied().chain([address]).collect();
        assert_eq!(seen(&app, &headers).await, place, "{headers:?}");
    }
}

#[actix_web::test]
async fn percent_encoded_names_are_decoded() {
    let app = TestApp::spawn_with(&[PROXY, VERCEL]).await;
    let headers = [
        ("x-vercel-ip-city", "S%C3%A3o%20Paulo"),
        ("x-vercel-ip-country-region", "SP"),
        ("x-vercel-ip-country", "BR"),
    ];
    assert_eq!(seen(&app, &headers).await, place("São Paulo", "SP", "BR"));
}

#[actix_web::test]
async fn a_header_that_the_setting_leaves_out_is_not_read() {
    let app = TestApp::spawn_with(&[PROXY, ("PLACE_HEADERS", ",,cf-ipcountry")]).await;
    let headers = [("cf-ipcity", "Atlanta"), ("cf-ipcountry", "US")];
    let country = json!({ "city": null, "state": null, "country": "US" });
    assert_eq!(seen(&app, &headers).await, country);
}

#[actix_web::test]
async fn headers_of_other_senders_are_ignored() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "10.0.0.0/8"), CLOUDFLARE]).await;
    let headers = [("cf-ipcity", "Atlanta"), ("x-forwarded-for", "10.1.2.3")];
    assert_eq!(seen(&app, &headers).await, nowhere());
}

#[actix_web::test]
async fn under_global_privacy_control_no_geolocation_is_saved() {
    let databases = Databases::of_networks();
    let settings = [PROXY, CLOUDFLARE, databases.setting()];
    let app = TestApp::spawn_with(&settings).await;
    for header in [("x-forwarded-for", "8.8.8.8"), ("cf-ipcity", "Atlanta")] {
        assert_eq!(seen(&app, &[("sec-gpc", "1"), header]).await, nowhere());
    }
    let request = app
        .insert(&row())
        .header("x-forwarded-for", "8.8.8.8")
        .header("sec-gpc", "1");
    Answer::to(request).await.expect(201);
    assert_eq!(of(&app.database.site_forms().await[0]), nowhere());
}

/// Returns the geolocation that the server stores for these headers.
async fn seen(app: &TestApp, headers: &[(&str, impl AsRef<[u8]>)]) -> Value {
    let request = headers.iter().fold(
        app.post("/api/get-tracking-data"),
        |request, (name, value)| request.header(*name, value.as_ref()),
    );
    of(&Answer::to(request.json(&json!({}))).await.json()["data"])
}

fn of(object: &Value) -> Value {
    json!({ "city": object["city"], "state": object["state"], "country": object["country"] })
}

fn place(city: &str, state: &str, country: &str) -> Value {
    json!({ "city": city, "state": state, "country": country })
}

fn city_alone(city: &str) -> Value {
    json!({ "city": city, "state": null, "country": null })
}

fn nowhere() -> Value {
    json!({ "city": null, "state": null, "country": null })
}

/// Returns a database record that contains only a city.
fn city(name: &str) -> Value {
    json!({ "city": name })
}

/// Networks and their geolocations, in the format of DB-IP's City Lite.
const NETWORKS: [(&str, [&str; 3]); 5] = [
    ("8.8.8.0/24", ["Mountain View", "California", "US"]),
    // Emory University, the University of Tokyo.
    ("170.140.0.0/16", ["Atlanta", "Georgia", "US"]),
    ("133.11.0.0/16", ["Chiyoda City", "Tokyo", "JP"]),
    // Georgia Tech, heise.de.
    ("2610:148::/32", [MIDTOWN, "Georgia", "US"]),
    ("2a02:2e0:3fe::/48", [HANOVER, "Lower Saxony", "DE"]),
];

/// A network in CIDR notation, and its record.
type Entry<'a> = (&'a str, Value);

/// Database files, one per IP version.
struct Databases {
    _folder: TempDir,
    paths: String,
}

impl Databases {
    /// Writes [`NETWORKS`] into two files.
    fn of_networks() -> Self {
        let record = |[city, state, country]: [&str; 3]| json!({ "city": city, "state1": state, "country_code": country });
        let entries = NETWORKS.map(|(network, names)| (network, record(names)));
        let (v6, v4): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.0.contains(':'));
        Self::write(&[v4, v6])
    }

    /// Writes a file for each list of networks; a list has one IP version.
    fn write(files: &[Vec<Entry<'_>>]) -> Self {
        let folder = TempDir::new().unwrap();
        let paths = files.iter().enumerate().map(|(index, entries)| {
            let path = folder.path().join(format!("{index}.mmdb"));
            fs::write(&path, database(entries)).unwrap();
            path.to_str().unwrap().to_owned()
        });
        let paths = paths.collect::<Vec<_>>().join(",");
        Self {
            _folder: folder,
            paths,
        }
    }

    fn setting(&self) -> (&str, &str) {
        ("PLACE_DATABASE", &self.paths)
    }
}

/// What a bit of an address points to.
#[derive(Clone, Copy)]
enum Branch {
    Nowhere,
    Node(usize),
    /// A record's position in the data section.
    Record(usize),
}

/// Returns a file in MaxMind's format (<https://maxmind.github.io/MaxMind-DB/>): a binary tree of
/// the networks' bits, whose leaves point into the data section.
fn database(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut nodes = vec![[Branch::Nowhere; 2]];
    let mut records = Vec::new();
    let mut version = 0;
    for (network, record) in entries {
        let (address, length) = network.split_once('/').unwrap();
        let octets = match address.parse().unwrap() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        };
        version = if octets.len() == 4 { 4 } else { 6 };
        let last = length.parse::<usize>().unwrap() - 1;
        let bit = |index: usize| usize::from(octets[index / 8] >> (7 - index % 8) & 1);
        let mut node = 0;
        for index in 0..last {
            node = if let Branch::Node(next) = nodes[node][bit(index)] {
                next
            } else {
                let next = nodes.len();
                nodes[node][bit(index)] = Branch::Node(next);
                nodes.push([Branch::Nowhere; 2]);
                next
            };
        }
        nodes[node][bit(last)] = Branch::Record(records.len());
        write(record, &mut records);
    }
    let mut bytes = Vec::new();
    for branch in nodes.iter().flatten() {
        let value = match branch {
            Branch::Nowhere => nodes.len(),
            Branch::Node(node) => *node,
            // A 16-byte separator precedes the records.
            Branch::Record(position) => nodes.len() + 16 + position,
        };
        bytes.extend(&u32::try_from(value).unwrap().to_be_bytes()[1..]);
    }
    bytes.extend([0; 16]);
    bytes.extend(records);
    bytes.extend(b"\xab\xcd\xefMaxMind.com");
    let metadata = json!({
        "binary_format_major_version": 2,
        "binary_format_minor_version": 0,
        "build_epoch": 0,
        "database_type": "Test",
        "description": {},
        "ip_version": version,
        "languages": [],
        "node_count": nodes.len(),
        "record_size": 24,
    });
    write(&metadata, &mut bytes);
    bytes
}

/// Writes a value: its type, its length, its data. Numbers have 16 bits, except the two that the
/// format requires to be longer.
fn write(value: &Value, bytes: &mut Vec<u8>) {
    let length = |length: usize| u8::try_from(length).unwrap();
    match value {
        Value::Object(members) => {
            bytes.push(0b1110_0000 | length(members.len()));
            for (key, value) in members {
                write(&json!(key), bytes);
                if key == "build_epoch" {
                    bytes.extend([0, 2]);
                    continue;
                }
                let number = bytes.len();
                write(value, bytes);
                if key == "node_count" {
                    bytes[number] = 0b1100_0010;
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
            assert!(text.len() < 29, "longer texts have another encoding");
            bytes.push(0b0100_0000 | length(text.len()));
            bytes.extend(text.bytes());
        }
        Value::Number(number) => {
            bytes.push(0b1010_0010);
            let number = u16::try_from(number.as_u64().unwrap()).unwrap();
            bytes.extend(number.to_be_bytes());
        }
        Value::Bool(_) | Value::Null => panic!("not in a database: {value}"),
    }
}
