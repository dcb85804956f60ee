//! `POST /api/get-tracking-data` returns a visitor's tracking fields.

use backend::{
    config::secret::Secret,
    visitors::{MAX_REFERRER_CHARS, MAX_UA_CHARS},
};
use serde_json::{Value, json};

use crate::app::{Answer, IP_HASH_SECRET, TestApp, row, with};

const PATH: &str = "/api/get-tracking-data";

#[actix_web::test]
async fn the_server_adds_its_own_tracking_fields() {
    let app = TestApp::spawn().await;
    let sent = json!({ "visitor_id": "v", "session_id": "s", "referrer": "", "ip_hash": "forged" });
    let answer = Answer::to(
        app.post(PATH)
            .header("user-agent", "Browser/1.0")
            .json(&sent),
    )
    .await
    .expect(200);
    assert_eq!(
        answer.json(),
        json!({ "data": {
            "visitor_id": "v", "session_id": "s",
            // printf 127.0.0.1 | openssl dgst -sha256 -hmac 'a secret of the tests with enough characters'
            "ip_hash": "732bbdc5fdc5965962595b8ea49d27b94132d66e7e75f98169ded6138859b1ee",
            "ua": "Browser/1.0", "referrer": "", "city": null, "state": null, "country": null,
        } })
    );
    let unknown = Answer::to(app.post(PATH).json(&json!({}))).await;
    for key in ["visitor_id", "session_id", "referrer", "ua"] {
        assert_eq!(unknown.json()["data"][key], Value::Null, "{key}");
    }
}

#[actix_web::test]
async fn under_global_privacy_control_the_server_adds_nothing() {
    let app = TestApp::spawn().await;
    let sent = json!({ "visitor_id": "v", "session_id": "s", "referrer": "r" });
    let answer = Answer::to(app.post(PATH).header("sec-gpc", "1").json(&sent)).await;
    assert_eq!(
        answer.json(),
        json!({ "data": {
            "visitor_id": null, "session_id": "s", "ip_hash": null, "ua": null, "referrer": "r",
            "city": null, "state": null, "country": null,
        } })
    );
}

#[actix_web::test]
async fn a_body_that_is_no_object_of_texts_is_refused() {
    let app = TestApp::spawn().await;
    for body in [
        json!([]),
        json!(null),
        json!({ "visitor_id": 1 }),
        json!({ "referrer": "\0" }),
    ] {
        Answer::to(app.post(PATH).json(&body)).await.api_error(400);
    }
    let answer = Answer::to(
        app.post(PATH)
            .json(&json!({ "visitor_id": "x".repeat(201) })),
    )
    .await;
    assert_eq!(
        answer.api_error(400),
        "visitor_id is longer than 200 characters."
    );
}

#[actix_web::test]
async fn a_forwarded_address_is_not_believed_by_default() {
    let app = TestApp::spawn().await;
    assert_eq!(seen(&app, &["203.0.113.7"]).await, hash(&app, "127.0.0.1"));
}

#[actix_web::test]
async fn the_rightmost_address_that_is_no_trusted_proxy_is_the_clients() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")]).await;
    for (forwarded, client) in [
        (&[][..], "127.0.0.1"),
        (&["203.0.113.7"], "203.0.113.7"),
        (&["203.0.113.7:54321"], "203.0.113.7"),
        (&["2001:db8::7"], "2001:db8::7"),
        (&["[2001:db8::7]:443"], "2001:db8::7"),
        (&["::ffff:203.0.113.7"], "203.0.113.7"),
        // The client itself sent the entries left of it.
        (&["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (&["198.51.100.1, 203.0.113.7, 10.1.2.3"], "203.0.113.7"),
        (&["198.51.100.1", "203.0.113.7", "10.1.2.3"], "203.0.113.7"),
        (&["10.1.2.3, 10.1.2.4"], "10.1.2.3"),
        (&["203.0.113.7, unknown"], "127.0.0.1"),
        (&["203.0.113.7, unknown, 10.1.2.3"], "10.1.2.3"),
        (&["garbage"], "127.0.0.1"),
    ] {
        assert_eq!(
            seen(&app, forwarded).await,
            hash(&app, client),
            "{forwarded:?}"
        );
    }
}

#[actix_web::test]
async fn a_forwarded_entry_that_is_no_text_does_not_hide_the_client() {
    let app = TestApp::spawn_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    for forwarded in [
        &b"\xff, 203.0.113.7"[..],
        b"198.51.100.1\xff,203.0.113.7",
        b"\xff,, 203.0.113.7",
    ] {
        let request = app.post(PATH).header("x-forwarded-for", forwarded);
        let data = Answer::to(request.json(&json!({}))).await.json();
        assert_eq!(data["data"]["ip_hash"], hash(&app, "203.0.113.7"));
    }
}

#[actix_web::test]
async fn a_long_user_agent_or_referrer_is_cut_and_the_lead_is_saved() {
    let app = TestApp::spawn().await;
    let referrer = "é".repeat(MAX_REFERRER_CHARS + 1);
    let lead = with(row(), json!({ "referrer": referrer }));
    // The header is read as UTF-8.
    let ua = "é".repeat(MAX_UA_CHARS + 1);
    let request = app.insert(&lead).header("user-agent", ua.as_bytes());
    Answer::to(request).await.expect(201);
    let saved = &app.database.site_forms().await[0];
    assert_eq!(saved["ua"], "é".repeat(MAX_UA_CHARS));
    assert_eq!(saved["referrer"], "é".repeat(MAX_REFERRER_CHARS));
}

/// Returns the hash of the address that the server attributes to the client.
async fn seen(app: &TestApp, forwarded: &[&str]) -> String {
    let request = forwarded
        .iter()
        .fold(app.post(PATH), |request, line| {
            request.header("x-forwarded-for", *line)
        })
        .json(&json!({}));
    let data = Answer::to(request).await.json();
    data["data"]["ip_hash"].as_str().unwrap().to_owned()
}

fn hash(app: &TestApp, address: &str) -> String {
    let secret = Secret::load(Some(&IP_HASH_SECRET.into()), app.data_dir.path()).unwrap();
    secret.address_hash(address.parse().unwrap())
}
