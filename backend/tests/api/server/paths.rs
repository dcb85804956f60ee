//! Properties of all paths of both interfaces.

use serde_json::json;

use crate::app::{Answer, TestApp};

const API: [&str; 3] = [
    "/api/get-tracking-data",
    "/api/send-email",
    "/api/incrementPhoneClickCount",
];

#[actix_web::test]
async fn healthz_answers_while_the_server_runs() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.get("/healthz")).await.expect(200);
    assert_eq!(answer.json(), json!({ "status": "ok" }));
    assert_eq!(answer.header("cache-control"), "no-store");
    let answer = Answer::to(app.post("/healthz")).await;
    assert_eq!(answer.api_error(405), "Allowed methods: GET, HEAD.");
    assert_eq!(answer.header("allow"), "GET, HEAD");
    Answer::to(app.request("HEAD", "/healthz"))
        .await
        .expect(200);
}

#[actix_web::test]
async fn an_unknown_path_is_a_404_in_json_and_never_a_page() {
    let app = TestApp::spawn().await;
    for path in "/api /api/ /api/unknown /api/send-email/x /api/Send-Email".split(' ') {
        for request in [app.get(path), app.post(path)] {
            let answer = Answer::to(request.header("accept", "text/html")).await;
            assert_eq!(answer.api_error(404), "There is nothing at this address.");
        }
    }
    for path in "/rest /rest/ /rest/v1 /rest/v1/ /rest/v2/site_forms".split(' ') {
        for request in [app.get(path), app.post(path)] {
            let answer = Answer::to(request.header("accept", "text/html")).await;
            answer.postgrest_error(404, "PGRST125");
        }
    }
}

#[actix_web::test]
async fn services_that_are_not_here_answer_in_the_shape_that_their_client_reads() {
    let app = TestApp::spawn().await;
    for (path, code, text) in [
        ("/auth/v1/token?grant_type=password", "error_code", "msg"),
        ("/auth/v1", "error_code", "msg"),
        ("/storage/v1/object/photos/tree.jpg", "error", "message"),
        ("/functions/v1/hello", "code", "message"),
        ("/realtime/v1/websocket", "code", "message"),
    ] {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let request = app.request(method, path).header("accept", "text/html");
            let answer = Answer::to(request).await.expect(404);
            let error = answer.json();
            assert!(error[code].is_string(), "{error}");
            assert!(error[text].as_str().unwrap().contains("site_forms"));
        }
    }
}

#[actix_web::test]
async fn what_the_api_does_not_take_is_refused() {
    let app = TestApp::spawn().await;
    let large = json!({ "referrer": "x".repeat(256 * 1024) }).to_string();
    for path in API {
        for method in ["GET", "PUT", "DELETE", "OPTIONS"] {
            let answer = Answer::to(app.request(method, path)).await;
            assert_eq!(answer.api_error(405), "Allowed methods: POST.");
            assert_eq!(answer.header("allow"), "POST");
        }
        let untyped = Answer::to(app.post(path).body("{}")).await;
        let typed = async |content_type: &str, body: &str| {
            let request = app.post(path).header("content-type", content_type);
            Answer::to(request.body(body.to_owned())).await
        };
        let only_json = "The Content-Type must be application/json.";
        assert_eq!(untyped.api_error(415), only_json);
        assert_eq!(typed("text/plain", "{}").await.api_error(415), only_json);
        let large = typed("application/json", &large).await.api_error(413);
        let limit = match path {
            "/api/send-email" => 262_144,
            _ => 16_384,
        };
        assert_eq!(large, format!("The request is larger than {limit} bytes."));
        let malformed = typed("application/json", "{\"subject\": secret}").await;
        let where_it_is = "Empty or invalid json (line 1, column 13)";
        assert_eq!(malformed.api_error(400), where_it_is);
    }
}

#[actix_web::test]
async fn each_answer_has_an_id_of_its_own() {
    let app = TestApp::spawn().await;
    let mut ids = Vec::new();
    for path in "/contact?sent /healthz /api/unknown /unknown /healthz".split(' ') {
        let request = app.get(path).header("x-request-id", "chosen by the client");
        let answer = Answer::to(request).await;
        let id: uuid::Uuid = answer.header("x-request-id").parse().unwrap();
        ids.push(id);
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 5);
    let file = Answer::to(app.get("/robots.txt")).await;
    assert_eq!(file.header("x-request-id"), "");
}
