//! Who may send requests to the desk, and which headers its responses have.

use serde_json::json;
use uuid::Uuid;

use super::{Browser, event, link, save, spawn, use_link};
use crate::app::{Answer, OWNER, TestApp};

/// Returns every request that needs a session, as the server describes itself.
async fn requests(app: &TestApp) -> Vec<(String, String)> {
    let described = Answer::to(app.get("/api/openapi.json")).await.json();
    let id = Uuid::new_v4().to_string();
    let mut requests = Vec::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation["security"] == json!([{ "desk": [] }]) {
                requests.push((method.to_uppercase(), path.replace("{id}", &id)));
            }
        }
    }
    assert!(requests.len() > 15, "{requests:?}");
    requests
}

#[actix_web::test]
async fn without_people_there_is_no_desk() {
    let app = TestApp::spawn().await;
    for (method, path) in requests(&app).await {
        let request = app.request(&method, &path).json(&json!({}));
        Answer::to(request).await.api_error(404);
    }
    let answer = Answer::to(app.post("/api/desk/links").json(&json!({ "email": OWNER }))).await;
    answer.api_error(404);
    for path in [
        "/desk",
        "/desk/",
        "/desk/service-worker.js",
        "/desk/assets/app-1a2b3c4d.js",
    ] {
        assert_eq!(Answer::to(app.get(path)).await.status, 404, "{path}");
    }
}

#[actix_web::test]
async fn nobody_without_a_session_reads_or_changes_anything() {
    let app = spawn().await;
    for (method, path) in requests(&app).await {
        for cookie in [
            "",
            "desk=",
            "desk=forged",
            "other=1; desk=%00",
            "__Host-desk=x",
        ] {
            let request = app
                .request(&method, &path)
                .header("cookie", cookie)
                .json(&json!({}));
            Answer::to(request).await.api_error(401);
        }
    }
}

#[actix_web::test]
async fn no_page_of_another_site_sends_a_request() {
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", super::PEOPLE),
        ("PUBLIC_URL", "https://WWW.example.com:443"),
        ("ALLOWED_ORIGINS", "https://partner.example"),
    ])
    .await;
    let browser = Browser::of_owner(&app).await;
    let id = save(&app, json!({})).await;
    let token = link(&app, OWNER).await;
    let host = app.url.strip_prefix("http://").unwrap().to_owned();
    let own = [
        format!("http://{host}"),
        format!("https://{host}"),
        "https://www.example.com".to_owned(),
    ];
    let foreign = [
        ("sec-fetch-site", "cross-site".to_owned()),
        ("sec-fetch-site", "same-site".to_owned()),
        ("sec-fetch-site", "none".to_owned()),
        ("origin", "https://evil.example".to_owned()),
        ("origin", "https://partner.example".to_owned()),
        ("origin", "null".to_owned()),
        ("origin", String::new()),
        ("origin", host.clone()),
        ("origin", "http://www.example.com".to_owned()),
        ("origin", "https://www.example.com.evil.example".to_owned()),
        ("origin", format!("http://{host}.evil.example")),
        ("origin", "http://127.0.0.1".to_owned()),
    ];
    let events = format!("/leads/{id}/events");
    let won = event(json!({ "kind": "won" }));
    let link = json!({ "email": OWNER });
    for (name, value) in &foreign {
        for (method, path, body) in [
            ("POST", &*events, &won),
            ("DELETE", "/session", &json!({})),
            ("POST", "/links", &link),
            ("POST", "/session", &json!({ "token": token })),
        ] {
            let request = browser
                .request(method, path)
                .header(*name, value)
                .json(body);
            Answer::to(request).await.api_error(403);
        }
    }
    for (method, path) in requests(&app).await {
        if method != "GET" {
            let request = app
                .request(&method, &path)
                .header("cookie", &browser.cookie)
                .header("sec-fetch-site", "cross-site")
                .json(&json!({}));
            Answer::to(request).await.api_error(403);
        }
    }
    // The formats that a form can send without a CORS preflight.
    for media_type in [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
        "",
    ] {
        let request = browser
            .request("POST", &events)
            .header("content-type", media_type)
            .body(won.to_string());
        Answer::to(request).await.api_error(403);
    }
    let preflight = app
        .request("OPTIONS", "/api/desk/leads")
        .header("origin", "https://partner.example")
        .header("access-control-request-method", "GET");
    let preflight = Answer::to(preflight).await;
    assert_eq!(preflight.header("access-control-allow-origin"), "");
    assert_eq!(browser.lead(&id).await["events"], 0);
    Answer::to(use_link(&app, &token)).await.expect(200);

    for origin in &own {
        let request = browser
            .request("POST", &events)
            .header("sec-fetch-site", "same-origin")
            .header("origin", origin)
            .json(&won);
        Answer::to(request).await.expect(200);
    }
}

#[actix_web::test]
async fn answers_are_not_kept_and_not_indexed() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let id = save(&app, json!({})).await;
    let read = event(json!({ "kind": "read" }));
    let refused = browser.send_event(&id, &read).await.expect(422);
    for answer in [
        browser.get("/leads").await,
        browser.get("/changes").await,
        browser.get("/leads/none").await,
        browser.get("/nowhere").await,
        browser.send("PUT", "/leads", &json!({})).await,
        Answer::to(app.get("/api/desk/session")).await,
        refused,
    ] {
        assert_eq!(answer.header("cache-control"), "no-store", "{answer:?}");
        assert_eq!(answer.header("x-robots-tag"), "noindex", "{answer:?}");
        assert_eq!(answer.header("content-type"), "application/json");
    }
}

#[actix_web::test]
async fn the_desks_files_have_headers_of_their_own() {
    let app = spawn().await;
    let policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                  img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                  base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (path, cache_control, scope) in [
        ("/desk", "no-cache", ""),
        ("/desk/service-worker.js", "no-cache", "/desk"),
        (
            "/desk/assets/app-1a2b3c4d.js",
            "public, max-age=31536000, immutable",
            "",
        ),
    ] {
        let answer = Answer::to(app.get(path)).await;
        assert_eq!(answer.status, 200, "{path}");
        let policies: Vec<_> = answer
            .headers
            .get_all("content-security-policy")
            .iter()
            .collect();
        assert_eq!(policies, [policy], "{path}");
        assert_eq!(answer.header("x-robots-tag"), "noindex", "{path}");
        assert_eq!(answer.header("cache-control"), cache_control, "{path}");
        assert_eq!(answer.header("service-worker-allowed"), scope, "{path}");
        assert_eq!(answer.header("speculation-rules"), "", "{path}");
    }
    let redirect = Answer::to(app.get("/desk/")).await;
    assert_eq!(redirect.header("location"), "/desk");
    let page = Answer::to(app.get("/")).await;
    assert_eq!(page.header("x-robots-tag"), "");
}
