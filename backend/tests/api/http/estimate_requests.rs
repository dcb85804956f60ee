//! `POST /api/estimate-requests`: the way without WebAssembly.

use serde_json::{Value, json};
use uuid::Uuid;
use validator_wasm::company::DOMAIN;

use crate::{
    app::{Answer, OWNER, TestApp, estimate, row, with},
    mail_server::{MailServer, SmtpBehaviour},
};

const PATH: &str = "/api/estimate-requests";

#[actix_web::test]
async fn a_request_is_saved_as_the_browser_would_have_saved_it() {
    let app = TestApp::spawn().await;
    let sent = with(
        estimate(),
        json!({
            "visitor_id": "fingerprint",
            "session_id": "session",
            "referrer": "https://search.example/",
        }),
    );
    let answer = Answer::to(
        app.post(PATH)
            .header("user-agent", "Browser/1.0")
            .json(&sent),
    )
    .await
    .expect(201);
    let id: Uuid = answer.json()["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(answer.json(), json!({ "id": id }));

    let saved = app.database.site_forms().await;
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0]["id"], id.to_string());
    for (column, value) in row().as_object().unwrap() {
        assert_eq!(saved[0][column], *value, "{column}");
    }
    assert_eq!(saved[0]["visitor_id"], "fingerprint");
    assert_eq!(saved[0]["session_id"], "session");
    assert_eq!(saved[0]["referrer"], "https://search.example/");
    assert_eq!(saved[0]["ua"], "Browser/1.0");
    assert_eq!(saved[0]["ip_hash"].as_str().unwrap().len(), 64);
}

#[actix_web::test]
async fn the_owner_is_notified() {
    let app = TestApp::spawn().await;
    let sent = with(estimate(), json!({ "email": "", "message": "" }));
    let answer = Answer::to(app.post(PATH).json(&sent)).await;
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    let [mail] = &app.mails(1).await[..] else {
        panic!("not one mail");
    };
    for part in [
        format!("To: {OWNER}"),
        "Subject: Within a week: New estimate request from Jane Doe (Tree Removal)\r\n".to_owned(),
        format!("Message-ID: <{id}@{DOMAIN}>"),
        "404-555-0123".to_owned(),
        "12 Oak Street, Decatur".to_owned(),
        "Not provided".to_owned(),
        "No details were given.".to_owned(),
    ] {
        assert!(mail.contains(&part), "{part} is not in\n{mail}");
    }
}

#[actix_web::test]
async fn what_is_missing_counts_as_empty() {
    let app = TestApp::spawn().await;
    let sent = json!({
        "firstName": "Jane",
        "lastName": "Doe",
        "phone": "404-555-0123",
        "address": "12 Oak Street",
        "service": "Stump Grinding",
        "email": null,
        "unheard_of": { "is": "passed over" },
    });
    Answer::to(app.post(PATH).json(&sent)).await.expect(201);
    let saved = &app.database.site_forms().await[0];
    assert_eq!(
        saved["message"],
        "Service: Stump Grinding\nUrgency: Routine\nAddress: 12 Oak Street"
    );
    assert_eq!(saved["email"], validator_wasm::PLACEHOLDER_EMAIL);
    for column in ["idempotency_key", "visitor_id", "session_id", "referrer"] {
        assert_eq!(saved[column], Value::Null, "{column}");
    }
}

#[actix_web::test]
async fn a_refused_request_is_neither_saved_nor_mailed() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(
        app.post(PATH)
            .json(&with(estimate(), json!({ "phone": "" }))),
    )
    .await;
    let error = answer.postgrest_error(422, "PT422");
    assert_eq!(
        error,
        json!({
            "code": "PT422",
            "message": "Missing Information",
            "details": "Please fill in all required fields.",
            "hint": "phone",
        })
    );
    assert_eq!(app.database.site_forms().await.len(), 0);
    assert_eq!(app.outbox().len(), 0);
}

#[actix_web::test]
async fn a_body_that_is_no_form_is_refused() {
    let app = TestApp::spawn().await;
    for body in [
        "",
        "{",
        "[]",
        "1",
        "null",
        r#"{"firstName": 1}"#,
        r#"{"phone": {}}"#,
    ] {
        let request = app
            .post(PATH)
            .header("content-type", "application/json")
            .body(body);
        Answer::to(request).await.api_error(400);
    }
    let nul = with(estimate(), json!({ "message": "\0" }));
    Answer::to(app.post(PATH).json(&nul)).await.api_error(400);
    let long = with(estimate(), json!({ "session_id": "x".repeat(201) }));
    Answer::to(app.post(PATH).json(&long)).await.api_error(400);
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_lead_is_saved_even_if_the_mail_server_refuses_its_mail() {
    let server = MailServer::start(SmtpBehaviour::Refuses).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    Answer::to(app.post(PATH).json(&estimate()))
        .await
        .expect(201);
    assert_eq!(app.database.site_forms().await.len(), 1);
    assert_eq!(server.received().len(), 0);
}

#[actix_web::test]
async fn global_privacy_control_keeps_the_visitor_unknown() {
    let app = TestApp::spawn().await;
    let sent = with(estimate(), json!({ "visitor_id": "fingerprint" }));
    let request = app.post(PATH).header("sec-gpc", "1").json(&sent);
    Answer::to(request).await.expect(201);
    let saved = &app.database.site_forms().await[0];
    for column in ["visitor_id", "ip_hash", "ua"] {
        assert_eq!(saved[column], Value::Null, "{column}");
    }
}
