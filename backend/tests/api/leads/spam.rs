//! Suspect leads are saved and marked; their response is the usual one.

use serde_json::json;

use crate::app::{Answer, TestApp, estimate, row, with};

const MARKED: &str =
    "SELECT suspect, spam_score, spam_signs FROM site_forms ORDER BY created_at DESC";

#[actix_web::test]
async fn a_suspect_lead_is_answered_like_any_other_on_every_route() {
    let app = TestApp::spawn().await;
    let rest = app
        .insert_select_single(&row())
        .header("x-form-token", "forged")
        .header("x-form-trap", "filled");
    let answer = Answer::to(rest).await.expect(201);
    for hidden in ["suspect", "spam_score", "spam_signs"] {
        assert!(answer.json().get(hidden).is_none(), "{hidden}");
    }
    check_mark(&app, true, &["honeypot", "invalid-token"]).await;

    let request_signals = json!({ "form_token": "forged", "website": "https://x.example" });
    let form = with(estimate(), request_signals);
    Answer::to(app.send_form(&form)).await.expect(303);
    check_mark(&app, true, &["honeypot", "invalid-token"]).await;

    let quarantined = "SELECT FROM outbox WHERE state = 'quarantined'";
    assert_eq!(app.query(quarantined).await.len(), 2);
}

#[actix_web::test]
async fn blank_signals_count_as_missing_and_a_token_that_is_no_text_as_invalid() {
    let app = TestApp::spawn().await;
    let rest = app.insert(&row()).header("x-form-token", " ");
    Answer::to(rest.header("x-form-trap", "")).await.expect(201);
    check_mark(&app, false, &["no-token"]).await;
    let rest = app.insert(&row()).header("x-form-token", &b"\xff"[..]);
    Answer::to(rest).await.expect(201);
    check_mark(&app, false, &["invalid-token"]).await;
    let blank = with(estimate(), json!({ "form_token": "", "website": " " }));
    Answer::to(app.send_form(&blank)).await.expect(303);
    check_mark(&app, false, &["no-token"]).await;
}

#[actix_web::test]
async fn a_lead_with_a_valid_token_of_usual_age_has_no_signal() {
    let app = TestApp::spawn().await;
    let issued = Answer::to(app.get("/api/form-token")).await;
    let token = issued.json()["token"].as_str().unwrap().to_owned();
    let send = || app.insert(&row()).header("x-form-token", &token);
    Answer::to(send()).await.expect(201);
    // Sent in the second in which the token was issued.
    check_mark(&app, false, &["sent-at-once"]).await;
}

#[actix_web::test]
async fn a_request_that_is_sent_again_with_a_corrected_number_is_mailed_at_once() {
    let app = TestApp::spawn().await;
    for (mails, phone) in [(1, "404-555-0100"), (2, "404-555-0101")] {
        let details = "The big white oak behind our house lost a limb and leans over the garage.";
        let form = with(estimate(), json!({ "phone": phone, "message": details }));
        Answer::to(app.send_form(&form)).await.expect(303);
        app.mails(mails).await;
        check_mark(&app, false, &["no-token"]).await;
    }
}

async fn check_mark(app: &TestApp, suspect: bool, signals: &[&str]) {
    let newest = &app.query(MARKED).await[0];
    let mut found: Vec<&str> = newest["spam_signs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|signal| signal.as_str().unwrap())
        .collect();
    found.sort_unstable();
    let mut expected = signals.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(newest["suspect"], suspect, "{newest}");
}
