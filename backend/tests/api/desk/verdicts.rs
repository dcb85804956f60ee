//! The owner decides whether a suspect lead is a customer's or spam, and its mail is sent or stopped.

use futures_util::future::join;
use serde_json::json;

use super::{Browser, PEOPLE, save, save_suspect, spawn};
use crate::{
    app::{OWNER, TestApp, assert_contains, one},
    database::{connect, wait_for_lock, wait_for_outbox},
    mail_server::{MailServer, SmtpBehaviour},
};

async fn outbox_state(app: &TestApp, id: &str) -> Option<String> {
    let mails = app
        .database
        .query(&format!("SELECT state FROM outbox WHERE id = '{id}'"))
        .await;
    Some(mails.first()?["state"].as_str()?.to_owned())
}

#[actix_web::test]
async fn a_customers_mail_goes_out_at_once() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    let id = save_suspect(&app).await;
    let browser = Browser::of_owner(&app).await;
    let released = browser.judge(&id, "released").await;
    assert_eq!(released["suspect"], false);
    assert_eq!(released["status"], "new");
    assert_eq!(released["events"], 1);
    wait_for_outbox(&app.database, &format!("id = '{id}' AND state = 'sent'")).await;
    let mail = &one(server.received());
    assert_eq!(mail.recipients, [OWNER]);
    assert_contains(&mail.content, "New estimate request from Jane Doe");
    assert_eq!(browser.lead(&id).await["mail"], "sent");
    assert_eq!(browser.names("list=now").await, ["Jane Doe"]);
}

#[actix_web::test]
async fn the_mail_of_spam_is_neither_sent_nor_in_a_digest() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let [held, waiting, gathered] = [
        save_suspect(&app).await,
        save_suspect(&app).await,
        save_suspect(&app).await,
    ];
    // A mail that waits for its next attempt, and a mail in a digest that does.
    app.execute(&format!(
        "UPDATE outbox SET state = 'pending', due_at = now() + interval '1 hour'
         WHERE id = '{waiting}';
         INSERT INTO outbox (id, kind, state, due_at)
         VALUES ('{}', 'digest', 'pending', now() + interval '1 hour');
         UPDATE outbox SET state = 'in_digest', finished_at = now(),
             digest_id = (SELECT id FROM outbox WHERE kind = 'digest')
         WHERE id = '{gathered}'",
        uuid::Uuid::now_v7()
    ))
    .await;
    for id in [&held, &waiting, &gathered] {
        let marked = browser.judge(id, "spam").await;
        assert_eq!(marked["status"], "spam");
        assert_eq!(marked["mail"], json!(null));
        assert_eq!(outbox_state(&app, id).await.as_deref(), Some("stopped"));
    }
    let counts = browser.get("/changes").await.json()["counts"].clone();
    assert_eq!(counts["spam"], 0);
    assert_eq!(browser.names("list=spam").await.len(), 3);

    // The owner corrects a mistake.
    browser.judge(&held, "released").await;
    wait_for_outbox(&app.database, &format!("id = '{held}' AND state = 'sent'")).await;
    // A sent mail stays sent.
    let again = browser.judge(&held, "spam").await;
    assert_eq!(again["mail"], "sent");
    let once_more = browser.judge(&held, "released").await;
    assert_eq!(once_more["mail"], "sent");
    assert_eq!(app.mails(1).await.len(), 1);
}

/// Erasure locks a mail before its lead.
#[actix_web::test]
async fn a_verdict_and_an_erasure_lock_mail_and_lead_in_one_order() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let id = save_suspect(&app).await;
    let mut other = connect(&app.database.url).await;
    let lease = other.transaction().await.unwrap();
    lease
        .batch_execute(&format!(
            "SET LOCAL lock_timeout = '500ms';
             SELECT FROM outbox WHERE id = '{id}' FOR UPDATE"
        ))
        .await
        .unwrap();
    let delivery = async {
        wait_for_lock(&app.database).await;
        lease
            .batch_execute(&format!(
                "UPDATE site_forms SET spam_score = 9 WHERE id = '{id}'"
            ))
            .await
            .expect("the lead was locked before its mail");
        lease.commit().await.unwrap();
    };
    let (judged, ()) = join(browser.judge(&id, "released"), delivery).await;
    assert_eq!(judged["suspect"], false);
}

#[actix_web::test]
async fn a_verdict_is_undone_with_what_it_did_to_the_mail() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let id = save_suspect(&app).await;
    let before = browser.lead(&id).await;
    assert_eq!(browser.judge(&id, "spam").await["nextAt"], json!(null));
    let undone = browser.undo(&id).await;
    for key in ["status", "suspect", "nextAt", "mail", "note", "answeredAt"] {
        assert_eq!(undone[key], before[key], "{key}");
    }
    assert_eq!(
        outbox_state(&app, &id).await.as_deref(),
        Some("quarantined")
    );
    assert_eq!(browser.names("list=spam").await, ["Jane Doe"]);
    // A mail that was sent can't be taken back.
    browser.judge(&id, "released").await;
    app.mails(1).await;
    let undone = browser.undo(&id).await;
    assert_eq!(
        (&undone["suspect"], &undone["mail"]),
        (&json!(true), &json!("sent"))
    );
    assert_eq!(
        browser.kinds(&id).await,
        ["undone", "released", "undone", "spam", "read"]
    );
}

#[actix_web::test]
async fn spam_that_is_none_after_all_has_its_mail_again() {
    let server = MailServer::start(SmtpBehaviour::Defers).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    let browser = Browser::of_owner(&app).await;
    for (lead, state, back, is_sent) in [
        (save(&app, json!({})).await, "pending", "pending", true),
        (save(&app, json!({})).await, "dead", "pending", true),
        (
            save_suspect(&app).await,
            "quarantined",
            "quarantined",
            false,
        ),
        (save(&app, json!({})).await, "sent", "sent", false),
    ] {
        // Keeps the delivery from sending it.
        let due = "due_at = now() + interval '1 hour', attempts = 42";
        let finished = "CASE WHEN '{state}' IN ('sent', 'dead') THEN now() END";
        let finished = finished.replace("{state}", state);
        let is_free = format!("id = '{lead}' AND leased_until IS NULL");
        wait_for_outbox(&app.database, &is_free).await;
        app.execute(&format!(
            "UPDATE outbox SET state = '{state}', {due}, finished_at = {finished} WHERE id = '{lead}'"
        ))
        .await;
        browser.judge(&lead, "spam").await;
        let stopped = if state == "sent" { "sent" } else { "stopped" };
        assert_eq!(outbox_state(&app, &lead).await.as_deref(), Some(stopped));
        browser.undo(&lead).await;
        assert_eq!(outbox_state(&app, &lead).await.as_deref(), Some(back));
        // The delivery may already have tried to send it.
        let is_due = format!(
            "SELECT FROM outbox WHERE id = '{lead}' AND due_at < now() + interval '30 minutes'"
        );
        assert_eq!(
            app.query(&is_due).await.len(),
            usize::from(is_sent),
            "{state}"
        );
    }
}

#[actix_web::test]
async fn a_mail_that_was_sent_while_its_lead_was_marked_as_spam_is_not_sent_again() {
    let server = MailServer::start(SmtpBehaviour::Stalls).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    let browser = Browser::of_owner(&app).await;
    for (received, undoes_first) in [(1, true), (2, false)] {
        let lead = save(&app, json!({})).await;
        server.wait_for(received).await;
        browser.judge(&lead, "spam").await;
        if undoes_first {
            browser.undo(&lead).await;
        }
        server.go_on();
        let is_sent = format!("id = '{lead}' AND state = 'sent' AND attempts = 1");
        wait_for_outbox(&app.database, &is_sent).await;
    }
    app.idle().await;
    assert_eq!(server.received().len(), 2);
}
