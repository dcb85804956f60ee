//! The headers that every response has.

use reqwest::RequestBuilder;
use serde_json::json;

use crate::{
    app::{Answer, TestApp, row},
    database::outage,
};

const PAGE: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                    img-src 'self' data:; font-src 'self'; connect-src 'self'; \
                    manifest-src 'self'; form-action 'self'; base-uri 'none'; \
                    frame-ancestors 'none'";
const OTHER: &str = "default-src 'none'; frame-ancestors 'none'";

/// Asserts the headers of a response, whether it is a page or not.
fn check(answer: &Answer, status: u16, policy: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    for (name, value) in [
        ("content-security-policy", policy),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        let values: Vec<_> = answer.headers.get_all(name).iter().collect();
        assert_eq!(values, [value], "{name}: {answer:?}");
    }
    let powers = answer.header("permissions-policy");
    assert!(powers.split(", ").all(|power| power.ends_with("=()")));
    for power in ["camera=()", "geolocation=()", "microphone=()"] {
        assert!(powers.contains(power), "{powers}");
    }
}

/// Returns a request as a browser without JavaScript sends it.
fn form(app: &TestApp, fields: &'static str) -> RequestBuilder {
    app.post("/contact")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(fields)
}

#[actix_web::test]
async fn pages_may_load_the_sites_own_files() {
    let app = TestApp::spawn().await;
    let page = Answer::to(app.get("/")).await;
    check(&page, 200, PAGE);
    check(
        &Answer::to(app.request("HEAD", "/contact")).await,
        200,
        PAGE,
    );
    check(&Answer::to(app.get("/contact?sent")).await, 200, PAGE);
    check(&Answer::to(app.get("/no/such/page")).await, 404, PAGE);
    // A browser applies this response's headers to its cached page.
    let known = app.get("/").header("if-none-match", page.header("etag"));
    check(&Answer::to(known).await, 304, PAGE);
    let refused = form(&app, "firstName=Jane");
    check(&Answer::to(refused).await, 422, PAGE);
    check(&Answer::to(app.post("/contact").body("?")).await, 415, PAGE);
}

#[actix_web::test]
async fn other_responses_may_load_nothing() {
    let app = TestApp::spawn().await;
    let asset = "/assets/entry-4f5e6d7c.js";
    let script = Answer::to(app.get(asset)).await;
    check(&script, 200, OTHER);
    let known = app
        .get(asset)
        .header("if-none-match", script.header("etag"));
    check(&Answer::to(known).await, 304, OTHER);
    check(&Answer::to(app.get("/robots.txt")).await, 200, OTHER);
    check(&Answer::to(app.get("/healthz")).await, 200, OTHER);
    check(&Answer::to(app.post("/")).await, 405, OTHER);
    let taken =
        "firstName=Jane&lastName=Doe&phone=404-555-0123&address=12+Oak+Street&service=Tree+Removal";
    check(&Answer::to(form(&app, taken)).await, 303, OTHER);

    let insert = |changes| app.insert_select_single(&crate::app::with(row(), changes));
    check(&Answer::to(insert(json!({}))).await, 201, OTHER);
    check(&Answer::to(app.insert(&row())).await, 201, OTHER);
    check(
        &Answer::to(insert(json!({ "phone": "" }))).await,
        422,
        OTHER,
    );
    check(&Answer::to(insert(json!({ "x": 1 }))).await, 400, OTHER);
    let keyless = app.post("/rest/v1/site_forms").json(&row());
    check(&Answer::to(keyless).await, 401, OTHER);
    check(&Answer::to(app.rest("/rest/v1/none")).await, 404, OTHER);
    check(
        &Answer::to(app.get("/rest/v1/site_forms")).await,
        405,
        OTHER,
    );
    let tracking = app.post("/api/get-tracking-data").json(&json!({}));
    check(&Answer::to(tracking).await, 200, OTHER);
    check(&Answer::to(app.get("/api/none")).await, 404, OTHER);
    check(&Answer::to(app.get("/api/send-email")).await, 405, OTHER);
    let long = app.post("/api/send-email").json(&"x".repeat(300_000));
    check(&Answer::to(long).await, 413, OTHER);
    outage::shut(&app.database).await;
    check(&Answer::to(app.insert(&row())).await, 503, OTHER);
}

#[actix_web::test]
async fn only_a_site_with_https_sends_strict_transport_security() {
    let plain = TestApp::spawn().await;
    let answer = Answer::to(plain.get("/")).await;
    assert_eq!(answer.header("strict-transport-security"), "");

    let secure = TestApp::spawn_with(&[("PUBLIC_URL", "https://www.example.com")]).await;
    for (path, status, policy) in [
        ("/", 200, format!("{PAGE}; upgrade-insecure-requests")),
        ("/robots.txt", 200, OTHER.to_owned()),
        ("/api/none", 404, OTHER.to_owned()),
    ] {
        let answer = Answer::to(secure.get(path)).await;
        check(&answer, status, &policy);
        assert_eq!(
            answer.header("strict-transport-security"),
            "max-age=63072000"
        );
    }
}
