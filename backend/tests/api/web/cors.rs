//! Cross-origin calls, as browsers make them.

use reqwest::RequestBuilder;
use serde_json::json;

use crate::app::{Answer, TestApp, row};

const FRIEND: &str = "https://partner.example";
const STRANGER: &str = "https://stranger.example";

/// The headers in a preflight request for supabase-js on another site, including the app's own.
const HEADERS: &str = "apikey,authorization,content-profile,content-type,idempotency-key,prefer,\
                       x-client-info,x-form-token,x-form-trap";

/// Returns a preflight request.
fn preflight(app: &TestApp, path: &str, origin: &str) -> RequestBuilder {
    app.request("OPTIONS", path)
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", HEADERS)
}

fn cors_headers(answer: &Answer) -> Vec<&str> {
    let names = answer
        .headers
        .keys()
        .map(reqwest::header::HeaderName::as_str);
    names
        .filter(|name| name.starts_with("access-control-"))
        .collect()
}

#[actix_web::test]
async fn without_the_setting_no_other_site_may_call() {
    let app = TestApp::spawn().await;
    let asked = Answer::to(preflight(&app, "/rest/v1/site_forms", FRIEND)).await;
    asked.postgrest_error(405, "PGRST117");
    assert_eq!(cors_headers(&asked), [""; 0]);
    let called = Answer::to(app.insert(&row()).header("origin", FRIEND))
        .await
        .expect(201);
    assert_eq!(cors_headers(&called), [""; 0]);
}

#[actix_web::test]
async fn pages_of_an_allowed_origin_may_call_both_wires() {
    let app = TestApp::spawn_with(&[(
        "ALLOWED_ORIGINS",
        "https://partner.example,http://localhost:5173",
    )])
    .await;
    for origin in [FRIEND, "http://localhost:5173"] {
        for path in [
            "/rest/v1/site_forms?select=*",
            "/api/send-email",
            "/api/get-tracking-data",
        ] {
            let asked = Answer::to(preflight(&app, path, origin)).await;
            assert_eq!(asked.status, 200, "{path}: {asked:?}");
            assert_eq!(asked.header("access-control-allow-origin"), origin);
            let allowed = asked.header("access-control-allow-headers");
            let allowed: Vec<_> = allowed.split(',').map(str::trim).collect();
            for name in HEADERS.split(',') {
                assert!(allowed.contains(&name), "{name} is not in {allowed:?}");
            }
            assert!(
                asked
                    .header("access-control-allow-methods")
                    .contains("POST")
            );
            assert_eq!(asked.header("access-control-max-age"), "7200");
            assert_eq!(asked.header("access-control-allow-credentials"), "");
            assert_eq!(asked.header("x-content-type-options"), "nosniff");
        }
    }
    let call = app.insert_select_single(&row()).header("origin", FRIEND);
    let called = Answer::to(call).await.expect(201);
    check_readable(&called);
    // The other site's page can read errors too.
    let call = app.post("/api/send-email").header("origin", FRIEND);
    let refused = Answer::to(call.body("{}")).await;
    refused.api_error(415);
    check_readable(&refused);
    let call = app.insert(&json!({ "x": 1 })).header("origin", FRIEND);
    let refused = Answer::to(call).await;
    refused.postgrest_error(400, "PGRST204");
    check_readable(&refused);
}

fn check_readable(answer: &Answer) {
    assert_eq!(answer.header("access-control-allow-origin"), FRIEND);
    let exposed = answer.header("access-control-expose-headers");
    for name in ["content-range", "retry-after", "x-request-id"] {
        assert!(exposed.contains(name), "{exposed}");
    }
    assert!(
        answer.header("vary").to_lowercase().contains("origin"),
        "{answer:?}"
    );
}

#[actix_web::test]
async fn other_origins_get_no_cors_headers_and_requests_without_origin_succeed() {
    let app = TestApp::spawn_with(&[("ALLOWED_ORIGINS", FRIEND)]).await;
    let strangers = [STRANGER, "null", "https://partner.example.evil.example"];
    for origin in strangers {
        let asked = Answer::to(preflight(&app, "/rest/v1/site_forms", origin)).await;
        assert!(asked.status.is_client_error(), "{asked:?}");
        assert_eq!(asked.header("access-control-allow-origin"), "");
        let called = Answer::to(app.insert(&row()).header("origin", origin)).await;
        assert_eq!(called.status, 201, "{origin}: {called:?}");
        assert_eq!(called.header("access-control-allow-origin"), "");
    }
    Answer::to(app.insert(&row())).await.expect(201);
    let plain = Answer::to(app.request("OPTIONS", "/api/send-email")).await;
    plain.api_error(405);
    let unlisted = app
        .request("OPTIONS", "/api/send-email")
        .header("origin", FRIEND)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "x-other");
    let asked = Answer::to(unlisted).await;
    assert!(asked.status.is_client_error(), "{asked:?}");
}

#[actix_web::test]
async fn pages_are_not_for_other_sites() {
    let app = TestApp::spawn_with(&[("ALLOWED_ORIGINS", FRIEND)]).await;
    for path in ["/", "/contact", "/healthz", "/robots.txt"] {
        let answer = Answer::to(app.get(path).header("origin", FRIEND)).await;
        assert_eq!(cors_headers(&answer), [""; 0], "{path}");
    }
}
