//! A suspect emergency always alerts the owner.

use serde_json::{Value, json};

use super::{Browser, PEOPLE, save, save_suspect_with, spawn};
use crate::{
    app::{OWNER, TestApp, one},
    database::wait_for_outbox,
    mail_server::{MailServer, SmtpBehaviour},
};

const EMERGENCY: &str = "Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street\nDetails:\n\
     The big white oak behind our house lost a limb and leans over the garage.";

fn emergency() -> Value {
    json!({ "message": EMERGENCY })
}

#[actix_web::test]
async fn its_mail_goes_out_at_once_and_says_so_and_its_visitor_is_not_answered() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", PEOPLE),
        ("SMTP_URL", &server.url),
        ("AUTO_REPLY", "true"),
    ])
    .await;
    let id = save_suspect_with(&app, emergency()).await;
    wait_for_outbox(&app.database, &format!("id = '{id}' AND state = 'sent'")).await;
    let mail = &one(server.received());
    assert_eq!(mail.recipients, [OWNER]);
    let subject = "Maybe spam: EMERGENCY: New estimate request from Jane Doe";
    assert!(mail.content.contains(subject), "{}", mail.content);
    let replies = "SELECT FROM outbox WHERE kind = 'auto_reply'";
    assert!(app.query(replies).await.is_empty());

    let browser = Browser::of_owner(&app).await;
    assert_eq!(browser.names("list=now").await, ["Jane Doe"]);
    assert_eq!(browser.names("list=spam").await, [""; 0]);
    let lead = browser.lead(&id).await;
    assert_eq!(
        (&lead["suspect"], &lead["mail"]),
        (&json!(true), &json!("sent"))
    );
    let counts = browser.get("/changes").await.json()["counts"].clone();
    assert_eq!(
        (&counts["emergencies"], &counts["spam"]),
        (&json!(1), &json!(0))
    );
}

#[actix_web::test]
async fn a_verdict_about_one_is_undone() {
    let app = spawn().await;
    let id = save_suspect_with(&app, emergency()).await;
    app.mails(1).await;
    let browser = Browser::of_owner(&app).await;
    let before = browser.lead(&id).await;
    for (kind, list) in [("spam", "spam"), ("released", "now")] {
        browser.judge(&id, kind).await;
        let list = format!("list={list}");
        assert_eq!(browser.names(&list).await, ["Jane Doe"], "{kind}");
        let undone = browser.undo(&id).await;
        assert_eq!(browser.names("list=now").await, ["Jane Doe"], "{kind}");
        for key in [
            "status",
            "suspect",
            "nextAt",
            "mail",
            "signals",
            "answeredAt",
        ] {
            assert_eq!(undone[key], before[key], "{key}");
        }
    }
    assert_eq!(app.mails(1).await.len(), 1);
}

#[actix_web::test]
async fn one_stays_in_the_first_list_until_somebody_was_reached() {
    let app = spawn().await;
    let id = save(&app, emergency()).await;
    let browser = Browser::of_owner(&app).await;
    let tried = json!({ "kind": "called", "reached": false, "next": "2099-01-01T00:00:00Z" });
    let tried = browser.record(&id, tried).await;
    assert_eq!(tried["nextAt"], "2099-01-01T00:00:00Z");
    let counts = async || browser.get("/changes").await.json()["counts"].clone();
    assert_eq!(browser.names("list=now").await, ["Jane Doe"]);
    assert_eq!(browser.names("list=later").await, [""; 0]);
    let expected = json!({ "now": 1, "emergencies": 1, "later": 0, "spam": 0, "undelivered": 0 });
    assert_eq!(counts().await, expected);
    let reached = json!({ "kind": "called", "reached": true, "next": "2099-01-01T00:00:00Z" });
    browser.record(&id, reached).await;
    assert_eq!(browser.names("list=later").await, ["Jane Doe"]);
    let expected = json!({ "now": 0, "emergencies": 0, "later": 1, "spam": 0, "undelivered": 0 });
    assert_eq!(counts().await, expected);
}
