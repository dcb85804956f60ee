//! Undelivered mails are listed and resent.

use serde_json::json;

use super::{Browser, PEOPLE, save, spawn};
use crate::{
    app::TestApp,
    database::wait_for_outbox,
    mail_server::{MailServer, SmtpBehaviour},
};

#[actix_web::test]
async fn a_mail_that_was_refused_is_listed_and_sent_again() {
    let server = MailServer::start(SmtpBehaviour::Refuses).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    let id = save(&app, json!({})).await;
    wait_for_outbox(&app.database, "failure_class = 'refused'").await;
    let browser = Browser::of_owner(&app).await;
    let mails = browser.get("/mails").await.json();
    let mail = &mails["mails"][0];
    for (key, value) in [
        ("id", json!(id)),
        ("leadId", json!(id)),
        ("state", json!("waiting")),
        ("attempts", json!(1)),
        ("about", json!("Jane Doe, 404-555-0123")),
    ] {
        assert_eq!(mail[key], value, "{key}");
    }
    assert!(mail["failure"].as_str().unwrap().contains("550"), "{mail}");
    assert_eq!(
        browser.get("/changes").await.json()["counts"]["undelivered"],
        1
    );

    app.execute("UPDATE outbox SET state = 'dead', finished_at = now()")
        .await;
    let mails = browser.get("/mails").await.json();
    assert_eq!(mails["mails"][0]["state"], "failed");
    assert_eq!(browser.lead(&id).await["mail"], "failed");
    server.behave(SmtpBehaviour::Accepts);
    let path = format!("/mails/{id}/retry");
    let retried = browser.send("POST", &path, &json!({})).await;
    assert_eq!(retried.json(), json!({ "success": true }));
    wait_for_outbox(&app.database, "state = 'sent'").await;
    assert_eq!(server.received().len(), 1);
    assert_eq!(browser.get("/mails").await.json(), json!({ "mails": [] }));
    // A sent mail can't be resent.
    browser.send("POST", &path, &json!({})).await.api_error(404);
    assert_eq!(browser.kinds(&id).await[0], "mail-sent-again");
}

#[actix_web::test]
async fn mails_that_wait_for_their_first_attempt_or_a_digest_are_not_listed() {
    let app = spawn().await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, suspect",
            "VALUES ('x', 'x', '1', 'x', 's', true)",
        )
        .await;
    let browser = Browser::of_owner(&app).await;
    assert_eq!(browser.get("/mails").await.json(), json!({ "mails": [] }));
}

#[actix_web::test]
async fn only_a_digest_is_of_several_requests() {
    let app = spawn().await;
    app.execute(
        "INSERT INTO outbox (id, kind, state, lead_id, finished_at, created_at)
         VALUES (gen_random_uuid(), 'digest', 'dead', NULL, now(), now()),
             (gen_random_uuid(), 'photos', 'dead', gen_random_uuid(), now(), now() - interval '1 h')",
    )
    .await;
    let browser = Browser::of_owner(&app).await;
    let mails = browser.get("/mails").await.json();
    let mails = mails["mails"].as_array().unwrap().iter();
    let about: Vec<_> = mails.map(|mail| &mail["about"]).collect();
    assert_eq!(about, ["Several requests in one email", "An erased lead"]);
}
