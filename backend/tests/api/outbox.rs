//! Each lead's mail reaches the owner once, however the parts fail.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    app::{Answer, OWNER, TestApp, estimate, row, with},
    mail_server::{MailServer, Temper},
};

/// Lets the minute pass that a browser has to send a mail's words, or the wait for another attempt.
const LET_TIME_PASS: &str = "UPDATE outbox SET due_at = now() WHERE state = 'pending'";

#[actix_web::test]
async fn a_lead_whose_browser_goes_silent_is_told_of_in_words_composed_from_it() {
    let app = TestApp::spawn().await;
    let id = save(&app, &row(), None).await;
    let waiting = app.database.query("SELECT * FROM outbox").await;
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0]["state"], "pending");
    assert_eq!(waiting[0]["lead_id"], id.to_string());
    assert_eq!(waiting[0]["attempts"], 0);
    let minute = "SELECT FROM outbox WHERE due_at - created_at = interval '1 minute'";
    assert_eq!(app.database.query(minute).await.len(), 1);

    app.database.execute(LET_TIME_PASS).await;
    let mail = &app.mails(1).await[0];
    for part in [
        format!("To: {OWNER}\r\n"),
        "Subject: New estimate request from Jane Doe (Tree Removal, Within a week)".to_owned(),
        "Reply-To: \"Jane Doe\" <jane.doe@gmail.com>\r\n".to_owned(),
        format!("Message-ID: <{id}@canopybrothers.example>\r\n"),
        "[1]: tel:4045550123".to_owned(),
        "12 Oak Street, Decatur".to_owned(),
    ] {
        assert!(mail.contains(&part), "{part} is not in\n{mail}");
    }
}

#[actix_web::test]
async fn the_browsers_words_go_at_once_and_are_not_kept() {
    let app = TestApp::spawn().await;
    let key = Uuid::new_v4();
    let id = save(&app, &row(), Some(key)).await;
    for _ in 0..3 {
        tell(&app, Some(key), "<p>Oak in words</p>").await;
    }
    let mail = &app.mails(1).await[0];
    assert!(mail.contains("Oak in words"), "{mail}");
    assert!(mail.contains(&format!("Message-ID: <{id}@")), "{mail}");
    assert!(mail.contains("Reply-To: \"Jane Doe\""), "{mail}");

    tell(&app, Some(key), "<p>Oak in words</p>").await;
    let kept = app.database.query("SELECT * FROM outbox").await;
    assert_eq!(kept.len(), 1, "one lead, one mail");
    assert_eq!(kept[0]["html"], Value::Null);
    assert_eq!(kept[0]["subject"], Value::Null);
}

#[actix_web::test]
async fn words_that_come_when_the_mail_is_under_way_send_no_second_one() {
    let app = TestApp::spawn().await;
    let key = Uuid::new_v4();
    save(&app, &row(), Some(key)).await;
    // As a process does that sends the mail at this moment, or has died of it.
    app.database
        .execute("UPDATE outbox SET attempts = 1, claimed_until = now() + interval '90 seconds'")
        .await;
    tell(&app, Some(key), "<p>Late</p>").await;
    let waiting = app
        .database
        .query("SELECT FROM outbox WHERE html IS NULL AND due_at > now()")
        .await;
    assert_eq!(waiting.len(), 1);
    // Due, and still nobody else's.
    app.database.execute(LET_TIME_PASS).await;
    let other = save(&app, &row(), Some(Uuid::new_v4())).await;
    app.database.execute(LET_TIME_PASS).await;
    let mail = &app.mails(1).await[0];
    assert!(mail.contains(&other.to_string()), "{mail}");
    // It had died: what it had claimed is another's to send.
    app.database
        .execute("UPDATE outbox SET claimed_until = now()")
        .await;
    app.mails(2).await;
}

#[actix_web::test]
async fn a_lead_is_saved_with_its_mail_or_not_at_all() {
    let app = TestApp::spawn().await;
    app.database
        .execute("ALTER TABLE outbox ADD CHECK (lead_id IS NULL)")
        .await;
    let answer = Answer::to(app.insert(&row())).await;
    answer.postgrest_error(500, "XX000");
    let together = json!([row(), row()]);
    let answer = Answer::to(app.insert(&together)).await;
    answer.postgrest_error(500, "XX000");
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_placeholder_is_no_address_to_answer_to() {
    let app = TestApp::spawn().await;
    for email in ["", "jane at gmail"] {
        let sent = with(estimate(), json!({ "email": email }));
        let answer = Answer::to(app.post("/api/estimate-requests").json(&sent)).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    for mail in app.mails(2).await {
        assert!(!mail.contains("Reply-To"), "{mail}");
    }
}

#[actix_web::test]
async fn what_a_mail_server_refuses_for_good_is_dead_and_no_lead_is_lost() {
    let server = MailServer::start(Temper::Refusing).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    let answer = Answer::to(app.post("/api/estimate-requests").json(&estimate())).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    app.database
        .wait_for(
            "SELECT FROM outbox WHERE state = 'dead' AND attempts = 1
                AND failure = 'the mail server answered 550' AND finished_at IS NOT NULL",
        )
        .await;
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn what_may_pass_is_tried_again_until_it_has() {
    let server = MailServer::start(Temper::Busy).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    save(&app, &row(), None).await;
    let failures = [
        (Temper::Busy, "the mail server answered 451"),
        (Temper::Locked, "the mail server answered 530"),
        (Temper::Dropping, "the mail server was not reached"),
    ];
    for (attempt, (temper, failure)) in (1..).zip(failures) {
        server.turn(temper);
        app.database.execute(LET_TIME_PASS).await;
        app.database
            .wait_for(&format!(
                "SELECT FROM outbox WHERE state = 'pending' AND attempts = {attempt}
                    AND failure LIKE '{failure}%' AND due_at > now()"
            ))
            .await;
    }
    server.turn(Temper::Friendly);
    app.database.execute(LET_TIME_PASS).await;
    app.database
        .wait_for("SELECT FROM outbox WHERE state = 'sent' AND failure IS NULL")
        .await;
    assert_eq!(server.received().len(), 1);
}

#[actix_web::test]
async fn servers_on_one_database_share_the_work() {
    let server = MailServer::start(Temper::Friendly).await;
    let settings = [("SMTP_URL", server.url.as_str())];
    let app = TestApp::spawn_with(&settings).await;
    for _ in 0..2 {
        app.spawn_another_with(&settings).await;
    }
    let leads = join_all((0..30).map(|n| save_named(&app, n))).await;
    app.database.execute(LET_TIME_PASS).await;
    app.database
        .wait_for("SELECT FROM outbox WHERE state = 'sent' HAVING count(*) = 30")
        .await;
    let mut mails: HashMap<Uuid, usize> = leads.into_iter().map(|id| (id, 0)).collect();
    for mail in server.received() {
        let (_, after) = mail.content.split_once("Message-ID: <").unwrap();
        let id: Uuid = after[..36].parse().unwrap();
        *mails.get_mut(&id).unwrap() += 1;
    }
    assert!(mails.values().all(|count| *count == 1), "{mails:?}");
}

#[actix_web::test]
async fn suspect_leads_are_told_of_together() {
    let app = TestApp::spawn().await;
    app.database
        .execute(
            "INSERT INTO site_forms
                 (full_name, email, phone, message, site_name, suspect, spam_signs)
             SELECT name, 'jane@mail.com', '1', '<b>Oak</b>', 'site', true, ARRAY['links', 'no token']
             FROM unnest(ARRAY['First <i>One</i>', 'Second One']) AS name",
        )
        .await;
    save(&app, &row(), None).await;
    app.database.execute(LET_TIME_PASS).await;
    app.mails(1).await;
    let held = "SELECT FROM outbox WHERE state = 'held'";
    assert_eq!(app.database.query(held).await.len(), 2);

    // The first one has waited long enough.
    app.database
        .execute(
            "UPDATE outbox SET created_at = created_at - interval '61 minutes'
             WHERE id = (SELECT id FROM outbox WHERE state = 'held' LIMIT 1)",
        )
        .await;
    let mails = app.mails(2).await;
    let digest = mails
        .iter()
        .find(|mail| mail.contains("may be spam"))
        .unwrap();
    assert!(digest.contains("Subject: 2 estimate requests that may be spam\r\n"));
    for part in ["First &lt;i&gt;One", "Second One", "links, no token"] {
        assert!(digest.contains(part), "{part} is not in\n{digest}");
    }
    let digested = "SELECT FROM outbox WHERE state = 'digested' AND finished_at IS NOT NULL";
    assert_eq!(app.database.query(digested).await.len(), 2);
}

#[actix_web::test]
async fn words_for_a_suspect_lead_send_no_mail_at_once() {
    let app = TestApp::spawn().await;
    let key = Uuid::new_v4();
    app.database
        .execute(&format!(
            "INSERT INTO site_forms
                 (full_name, email, phone, message, site_name, suspect, idempotency_key)
             VALUES ('Jane Doe', 'jane@mail.com', '1', 'Oak', 'site', true, '{key}')"
        ))
        .await;
    tell(&app, Some(key), "<p>Spam</p>").await;
    let mails = app.database.query("SELECT state, html FROM outbox").await;
    assert_eq!(mails, [json!({ "state": "held", "html": null })]);
}

async fn save_named(app: &TestApp, n: usize) -> Uuid {
    let named = with(row(), json!({ "full_name": format!("Jane Doe{n}") }));
    save(app, &named, Some(Uuid::new_v4())).await
}

async fn save(app: &TestApp, row: &Value, key: Option<Uuid>) -> Uuid {
    let mut request = app.insert_select_single(row);
    if let Some(key) = key {
        request = request.header("idempotency-key", key.to_string());
    }
    let answer = Answer::to(request).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().parse().unwrap()
}

async fn tell(app: &TestApp, key: Option<Uuid>, html: &str) {
    let sent = json!({ "subject": "New estimate request", "html": html });
    let mut request = app.post("/api/send-email").json(&sent);
    if let Some(key) = key {
        request = request.header("idempotency-key", key.to_string());
    }
    let answer = Answer::to(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json(), json!({ "success": true }));
}
