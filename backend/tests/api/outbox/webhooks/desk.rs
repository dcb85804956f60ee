//! Webhooks at the desk.

use serde_json::json;
use validator_wasm::{Estimate, Field};

use super::{LET_TIME_PASS, WEBHOOKS, wait_for_state};
use crate::{
    app::{Answer, OWNER, TestApp, assert_contains, one},
    database::roles,
    desk::{self, Browser, PEOPLE, save, save_suspect, save_suspect_with},
    server::openapi::limit,
    webhook_receiver::Receiver,
};

/// Starts a server with a desk and webhooks.
async fn spawn(receiver: &Receiver) -> TestApp {
    let mut settings = receiver.settings().to_vec();
    settings.push(("DESK_EMAILS", PEOPLE));
    TestApp::spawn_with(&settings).await
}

#[actix_web::test]
async fn every_field_of_the_form_reaches_the_owner_and_the_receiver() {
    let receiver = Receiver::start(200);
    let app = spawn(&receiver).await;
    let typed = Estimate::from_fn(Field::example);
    Answer::to(app.send_form(&json!(typed))).await.expect(303);
    receiver.wait_for(1).await;
    let browser = Browser::of_owner(&app).await;
    let id = app.database.site_forms().await[0]["id"].clone();
    let places = [
        ("mail", app.mails(1).await.remove(0)),
        ("webhook", receiver.received()[0].event().to_string()),
        ("desk", browser.lead(id.as_str().unwrap()).await.to_string()),
        ("list", browser.get("/leads").await.text),
        ("spreadsheet", browser.get("/leads.csv").await.text),
    ];
    for (field, label) in Field::reported() {
        for (place, text) in &places {
            let shown = typed.for_owner("Jane Doe");
            assert_contains(text, shown.get(field));
            if ["mail", "spreadsheet"].contains(place) {
                assert_contains(text, label);
            }
        }
    }
}

#[actix_web::test]
async fn a_suspect_lead_is_announced_once_the_owner_says_that_it_is_a_customers() {
    let receiver = Receiver::start(200);
    let app = spawn(&receiver).await;
    let id = save_suspect(&app).await;
    let browser = Browser::of_owner(&app).await;
    browser.judge(&id, "released").await;
    wait_for_state(&app.database, "state = 'sent'").await;
    let request = &one(receiver.received());
    assert_eq!(request.event()["data"]["id"], id);
}

#[actix_web::test]
async fn a_suspect_emergency_of_which_the_owner_knows_is_announced_no_earlier() {
    let receiver = Receiver::start(200);
    let app = spawn(&receiver).await;
    let message = "Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street";
    let id = save_suspect_with(&app, json!({ "message": message })).await;
    app.mails(1).await;
    let browser = Browser::of_owner(&app).await;
    wait_for_state(&app.database, "state = 'stopped'").await;
    browser.judge(&id, "spam").await;
    wait_for_state(&app.database, "state = 'stopped'").await;
    browser.undo(&id).await;
    wait_for_state(&app.database, "state = 'stopped'").await;
    app.idle().await;
    assert_eq!(receiver.received().len(), 0);
    browser.judge(&id, "released").await;
    wait_for_state(&app.database, "state = 'sent'").await;
    assert_eq!(receiver.received()[0].event()["data"]["id"], id);
}

#[actix_web::test]
async fn what_is_marked_as_spam_is_not_announced_any_more_until_that_is_taken_back() {
    let receiver = Receiver::start(500);
    let app = spawn(&receiver).await;
    let id = save(&app, json!({})).await;
    wait_for_state(&app.database, "attempts = 1 AND leased_until IS NULL").await;
    app.mails(1).await;
    let browser = Browser::of_owner(&app).await;
    for is_undone in [false, true] {
        receiver.answer(500);
        browser.judge(&id, "spam").await;
        let listed = browser.get("/webhooks").await.json();
        assert_eq!(listed["webhooks"][0]["state"], "stopped");
        app.execute(LET_TIME_PASS).await;
        assert_eq!(app.query(WEBHOOKS).await[0]["state"], "stopped");
        receiver.answer(200);
        let before = receiver.received().len();
        if is_undone {
            // Sets the state that a second failure would.
            app.execute("UPDATE outbox SET state = 'stopped' WHERE kind = 'webhook'")
                .await;
            browser.undo(&id).await;
        } else {
            browser.judge(&id, "released").await;
        }
        receiver.wait_for(before + 1).await;
        wait_for_state(&app.database, "state = 'sent' AND attempts = 1").await;
        app.execute(
            "UPDATE outbox SET state = 'pending', due_at = now() + interval '1 hour',
             finished_at = NULL WHERE kind = 'webhook'",
        )
        .await;
    }
}

#[actix_web::test]
async fn webhooks_are_listed_with_their_last_answer_and_sent_again() {
    let receiver = Receiver::start(404);
    let app = spawn(&receiver).await;
    let lead = save(&app, json!({})).await;
    wait_for_state(&app.database, "http_status = 404 AND leased_until IS NULL").await;
    let browser = Browser::of_owner(&app).await;
    let listed = browser.get("/webhooks").await.json();
    let webhook = &one(listed["webhooks"].as_array().unwrap().clone());
    for (key, value) in [
        ("leadId", json!(lead)),
        ("name", json!("Jane Doe")),
        ("state", json!("waiting")),
        ("attempts", json!(1)),
        ("status", json!(404)),
        ("failure", json!("the receiver returned 404 Not Found")),
    ] {
        assert_eq!(webhook[key], value, "{key}");
    }
    // It isn't listed among the undelivered mails.
    assert_eq!(browser.get("/mails").await.json(), json!({ "mails": [] }));
    let changes = browser.get("/changes").await.json();
    assert_eq!(changes["counts"]["undelivered"], 0);

    receiver.answer(202);
    let id = webhook["id"].as_str().unwrap();
    let replay = format!("/webhooks/{id}/replay");
    for sent in 1..=2 {
        let answer = browser.send("POST", &replay, &json!({})).await;
        assert_eq!(answer.json(), json!({ "success": true }));
        receiver.wait_for(1 + sent).await;
        wait_for_state(&app.database, "state = 'sent'").await;
    }
    let listed = browser.get("/webhooks").await.json();
    assert_eq!(listed["webhooks"][0]["state"], "sent");
    assert_eq!(listed["webhooks"][0]["status"], 202);
    let events = browser.events(&lead).await;
    let replays = events
        .iter()
        .filter(|event| event["kind"] == "webhook-sent-again" && event["who"] == OWNER);
    assert_eq!(replays.count(), 2);
}

#[actix_web::test]
async fn a_webhook_is_sent_again_for_people_of_the_desk_alone_and_is_no_mail() {
    let receiver = Receiver::start(410);
    let app = spawn(&receiver).await;
    let lead = save(&app, json!({})).await;
    wait_for_state(&app.database, "state = 'dead'").await;
    app.mails(1).await;
    let webhook = app.query(WEBHOOKS).await[0]["id"].clone();
    let webhook = webhook.as_str().unwrap();
    let path = format!("/api/desk/webhooks/{webhook}/replay");
    Answer::to(app.post(&path).json(&json!({})))
        .await
        .expect(401);
    Answer::to(app.get("/api/desk/webhooks")).await.expect(401);
    let browser = Browser::of_owner(&app).await;
    let path = format!("/webhooks/{webhook}/replay");
    let foreign = browser
        .request("POST", &path)
        .header("origin", "https://evil.example")
        .json(&json!({}));
    Answer::to(foreign).await.expect(403);
    let form = browser.request("POST", &path).body("{}");
    Answer::to(form).await.expect(403);
    for other in [
        format!("/mails/{webhook}/retry"),
        format!("/webhooks/{lead}/replay"),
        "/webhooks/x/replay".to_owned(),
    ] {
        let answer = browser.send("POST", &other, &json!({})).await;
        answer.api_error(404);
    }
    app.idle().await;
    assert_eq!(receiver.received().len(), 1);
    let off = TestApp::spawn().await;
    Answer::to(off.get("/api/desk/webhooks")).await.expect(404);
}

#[actix_web::test]
async fn the_latest_fifty_webhooks_are_listed() {
    let app = desk::spawn().await;
    app.execute(
        "INSERT INTO outbox (id, kind, state, lead_id, created_at, finished_at)
         SELECT gen_random_uuid(), 'webhook', 'dead', gen_random_uuid(),
             now() - n * interval '1 hour', now() FROM generate_series(1, 60) AS n",
    )
    .await;
    let browser = Browser::of_owner(&app).await;
    let listed = browser.get("/webhooks").await.json();
    let listed = listed["webhooks"].as_array().unwrap();
    let most = limit("/components/schemas/DeskWebhooks/properties/webhooks/maxItems");
    assert_eq!((listed.len(), most), (50, 50));
    assert!(
        listed.is_sorted_by(|a, b| a["createdAt"].as_str() >= b["createdAt"].as_str()),
        "{listed:?}"
    );
    assert_eq!(listed[0]["name"], json!(null), "its lead was erased");
    assert_eq!(listed[0]["about"], "An erased lead");
}

#[actix_web::test]
async fn a_backend_that_does_not_own_its_tables_sends_webhooks() {
    let receiver = Receiver::start(410);
    let mut settings = receiver.settings().to_vec();
    settings.push(("DESK_EMAILS", PEOPLE));
    let app = roles::spawn(&settings).await;
    let lead = save(&app, json!({})).await;
    wait_for_state(&app.database, "state = 'dead'").await;
    let browser = Browser::of_owner(&app).await;
    let listed = browser.get("/webhooks").await.json();
    let id = listed["webhooks"][0]["id"].as_str().unwrap();
    receiver.answer(200);
    let replay = format!("/webhooks/{id}/replay");
    browser.send("POST", &replay, &json!({})).await.expect(200);
    wait_for_state(&app.database, "state = 'sent'").await;
    browser.judge(&lead, "spam").await;
}
