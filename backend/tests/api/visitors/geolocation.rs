//! Geolocation of a visitor's address: sent by a proxy, or looked up in databases.

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

#[actix_web::test]
async fn without_a_source_the_geolocation_is_unknown() {
    let app = TestApp::spawn_with(&[PROXY]).await;
    let headers = [("x-forwarded-for", "8.8.8.8"), ("cf-ipcity", "Atlanta")];
    assert_eq!(seen(&app, &headers).await, nowhere());
}

#[actix_web::test]
async fn an_address_is_looked_up_in_the_database_of_its_version() {
    let databases = Databases::write();
    let app = TestApp::spawn_with(&[PROXY, databases.setting()]).await;
    for (address, place) in [
        ("8.8.8.8", place("Mountain View", "California", "US")),
        ("170.140.1.1", place("Atlanta", "Georgia", "US")),
        ("133.11.1.1", place("Chiyoda City", "Tokyo", "JP")),
        ("::ffff:170.140.1.1", place("Atlanta", "Georgia", "US")),
        (
            "2610:148::1",
            place("Atlanta (Midtown Atlanta)", "Georgia", "US"),
        ),
        (
            "2a02:2e0:3fe:1001::1",
            place("Hanover (Buchholz-Kleefeld)", "Lower Saxony", "DE"),
        ),
        ("9.9.9.9", nowhere()),
        ("127.0.0.1", nowhere()),
        ("10.1.2.3", nowhere()),
        ("192.168.1.1", nowhere()),
        ("::1", nowhere()),
        ("fd00::1", nowhere()),
        ("2001:db8::7", nowhere()),
    ] {
        let seen = seen(&app, &[("x-forwarded-for", address)]).await;
        assert_eq!(seen, place, "{address}");
    }
}

#[actix_web::test]
async fn the_geolocation_is_saved_with_the_lead_and_with_the_click() {
    let databases = Databases::write();
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
    let databases = Databases::write();
    let settings = [PROXY, CLOUDFLARE, databases.setting()];
    let app = TestApp::spawn_with(&settings).await;
    let address = ("x-forwarded-for", "8.8.8.8");
    for (headers, place) in [
        (
            &[
                ("cf-ipcity", "São Paulo"),
                ("cf-region", "São Paulo"),
                ("cf-ipcountry", "BR"),
            ][..],
            place("São Paulo", "São Paulo", "BR"),
        ),
        // Tor, and unknown: the proxy has seen more than the database.
        (&[("cf-ipcountry", "T1")], nowhere()),
        (&[("cf-ipcountry", "XX")], nowhere()),
        (&[], place("Mountain View", "California", "US")),
    ] {
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
async fn headers_of_other_senders_are_ignored() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "10.0.0.0/8"), CLOUDFLARE]).await;
    let headers = [("cf-ipcity", "Atlanta"), ("x-forwarded-for", "10.1.2.3")];
    assert_eq!(seen(&app, &headers).await, nowhere());
}

#[actix_web::test]
async fn under_global_privacy_control_no_geolocation_is_saved() {
    let databases = Databases::write();
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

/// The geolocation of a visitor who sends these headers.
async fn seen(app: &TestApp, headers: &[(&str, &str)]) -> Value {
    let request = headers.iter().fold(
        app.post("/api/get-tracking-data"),
        // Names are in UTF-8, which a header's text may not be.
        |request, (name, value)| request.header(*name, value.as_bytes()),
    );
    of(&Answer::to(request.json(&json!({}))).await.json()["data"])
}

fn of(object: &Value) -> Value {
    json!({ "city": object["city"], "state": object["state"], "country": object["country"] })
}

fn place(city: &str, state: &str, country: &str) -> Value {
    json!({ "city": city, "state": state, "country": country })
}

fn nowhere() -> Value {
    json!({ "city": null, "state": null, "country": null })
}

/// Networks and their places, as DB-IP's City Lite has them; and private ones, whose places are no one's.
const NETWORKS: [(&str, [&str; 3]); 8] = [
    ("8.8.8.0/24", ["Mountain View", "California", "US"]),
    // Emory University, the University of Tokyo.
    ("170.140.0.0/16", ["Atlanta", "Georgia", "US"]),
    ("133.11.0.0/16", ["Chiyoda City", "Tokyo", "JP"]),
    ("10.0.0.0/8", ["Private", "Network", "ZZ"]),
    ("127.0.0.0/8", ["Loopback", "Network", "ZZ"]),
    // Georgia Tech, heise.de.
    (
        "2610:148::/32",
        ["Atlanta (Midtown Atlanta)", "Georgia", "US"],
    ),
    (
        "2a02:2e0:3fe::/48",
        ["Hanover (Buchholz-Kleefeld)", "Lower Saxony", "DE"],
    ),
    ("fd00::/8", ["Private", "Network", "ZZ"]),
];

/// [`NETWORKS`] as two files, one for each version of addresses.
struct Databases {
    _folder: TempDir,
    paths: String,
}

impl Databases {
    fn write() -> Self {
        let folder = TempDir::new().unwrap();
        let paths = [4, 6].map(|version| {
            let path = folder.path().join(format!("ipv{version}.mmdb"));
            fs::write(&path, database(version)).unwrap();
            path.to_str().unwrap().to_owned()
        });
        Self {
            _folder: folder,
            paths: paths.join(","),
        }
    }

    fn setting(&self) -> (&str, &str) {
        ("PLACE_DATABASE", &self.paths)
    }
}

/// Where a bit of an address leads to.
#[derive(Clone, Copy)]
enum Branch {
    Nowhere,
    Node(usize),
    /// By its place among the records.
    Record(usize),
}

/// A file in MaxMind's format (<https://maxmind.github.io/MaxMind-DB/>): a tree of the networks' bits, whose
/// leaves are places in the records behind it.
fn database(version: u8) -> Vec<u8> {
    let mut nodes = vec![[Branch::Nowhere; 2]];
    let mut records = Vec::new();
    for (network, [city, state, country]) in NETWORKS {
        let (address, length) = network.split_once('/').unwrap();
        let octets = match address.parse().unwrap() {
            IpAddr::V4(address) if version == 4 => address.octets().to_vec(),
            IpAddr::V6(address) if version == 6 => address.octets().to_vec(),
            _ => continue,
        };
        let last = length.parse::<usize>().unwrap() - 1;
        let bit = |place: usize| usize::from(octets[place / 8] >> (7 - place % 8) & 1);
        let mut node = 0;
        for place in 0..last {
            node = if let Branch::Node(next) = nodes[node][bit(place)] {
                next
            } else {
                let next = nodes.len();
                nodes[node][bit(place)] = Branch::Node(next);
                nodes.push([Branch::Nowhere; 2]);
                next
            };
        }
        nodes[node][bit(last)] = Branch::Record(records.len());
        let record = json!({ "city": city, "state1": state, "country_code": country });
        write(&record, &mut records);
    }
    let mut bytes = Vec::new();
    for branch in nodes.iter().flatten() {
        let value = match branch {
            Branch::Nowhere => nodes.len(),
            Branch::Node(node) => *node,
            // 16 zeros stand before the records.
            Branch::Record(place) => nodes.len() + 16 + place,
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

/// Each value begins with its type and its length. Numbers have 16 bits, but for the two that the format
/// wants wider.
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
            assert!(items.is_empty());
            bytes.extend([0, 4]);
        }
        Value::String(text) => {
            assert!(text.len() < 29, "a longer text is written in another way");
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
