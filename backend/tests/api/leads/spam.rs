//! Suspect leads are saved and marked; their response is the usual one.

use serde_json::json;

use crate::app::{Answer, TestApp, estimate, row, with};

const MARKED: &str =
    "SELECT suspect, spam_score, spam_signs FROM site_forms ORDER BY created_at DESC";

/// Long enough to count as a person's own words.
const DETAILS: &str = "The big white oak behind our house lost a limb and leans over the garage.";

#[actix_web::test]
async fn a_suspect_lead_is_answered_like_any_other_on_every_route() {
    let app = TestApp::spawn().await;
    let rest = app
        .insert_select_single(&row())
        .header("x-form-token", "forged")
        .header("x-form-trap", "filled");
    let answer = Answer::to(rest).await.expect(201);
    for hidden in ["suspect", "spam_score", "spam_signs", "details_hash"] {
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
async fn the_same_text_with_another_number_is_a_signal() {
    let app = TestApp::spawn().await;
    let message = row()["message"].as_str().unwrap().to_owned() + "\n" + DETAILS;
    let send = async |phone: &str, message: &str| {
        let sent = with(row(), json!({ "phone": phone, "message": message }));
        Answer::to(app.insert(&sent)).await.expect(201);
        wait_until_compared(&app).await;
    };
    send("404-555-0100", &message).await;
    check_mark(&app, false, &["no-token"]).await;
    // The same customer again, and a customer with other words.
    send("404-555-0100", &message).await;
    check_mark(&app, false, &["no-token"]).await;
    send("404-555-0101", &message.replace("oak", "elm")).await;
    check_mark(&app, false, &["no-token"]).await;

    send(
        "404-555-0102",
        &message.replace(DETAILS, &DETAILS.to_uppercase()),
    )
    .await;
    check_mark(&app, true, &["no-token", "repeated-text"]).await;

    app.database.age_rows("8 days").await;
    // Another server prunes when it starts.
    app.spawn_another().await;
    let forgotten = "SELECT FROM sent_texts HAVING count(*) = 0";
    app.wait_for(forgotten).await;
    send("404-555-0103", &message).await;
    check_mark(&app, false, &["no-token"]).await;
}

/// Waits until all leads' texts are compared, which happens when their mails are leased.
pub async fn wait_until_compared(app: &TestApp) {
    let compared =
        "SELECT FROM outbox WHERE attempts = 0 AND state = 'pending' HAVING count(*) = 0";
    app.wait_for(compared).await;
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
