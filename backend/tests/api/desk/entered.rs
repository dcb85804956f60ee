//! A caller's lead that somebody enters by hand.

use chrono::{SubsecRound, TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, spawn, towns};
use crate::app::{OWNER, TestApp, with};

fn caller() -> Value {
    json!({
        "id": Uuid::now_v7(),
        "name": " Mary Ann  Roe ",
        "phone": "(770) 555-0199",
        "details": "A limb hangs over the drive.",
    })
}

async fn is_empty(app: &TestApp, table: &str) -> bool {
    let rows = app.query(&format!("SELECT FROM {table}")).await;
    rows.is_empty()
}

#[actix_web::test]
async fn a_caller_is_a_lead_and_nobody_is_sent_a_mail() {
    let app = TestApp::spawn_with(&[("DESK_EMAILS", super::PEOPLE), ("AUTO_REPLY", "true")]).await;
    let browser = Browser::of_owner(&app).await;
    let [town, _] = towns();
    let address = format!("7 Elm Court, {town}");
    let caller = with(
        caller(),
        json!({ "email": "mary@gmail.com", "address": address,
        "service": "Tree Removal", "urgency": "urgent" }),
    );
    let entered = browser.send("POST", "/leads", &caller).await.expect(201);
    let lead = entered.json();
    for (key, value) in [
        ("id", caller["id"].clone()),
        ("source", json!("call")),
        ("name", json!("Mary Ann Roe")),
        ("phone", json!("(770) 555-0199")),
        ("email", json!("mary@gmail.com")),
        ("address", json!(address)),
        ("town", json!(town)),
        ("service", json!("Tree Removal")),
        ("emergency", json!(false)),
        ("details", json!("A limb hangs over the drive.")),
        ("status", json!("called")),
        ("answeredAt", lead["createdAt"].clone()),
        ("events", json!(1)),
        ("mail", json!(null)),
        ("suspect", json!(false)),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    // Resending returns the same lead, also after it was changed.
    let id = caller["id"].as_str().unwrap();
    let note = json!({ "kind": "noted", "text": "Ladder" });
    let changed = browser.record(id, note).await;
    let again = browser.send("POST", "/leads", &caller).await;
    assert_eq!((again.status.as_u16(), again.json()), (200, changed));
    assert_eq!(browser.names("list=later").await, ["Mary Ann Roe"]);
    assert_eq!(browser.kinds(id).await, ["noted", "entered"]);
    assert_eq!(browser.events(id).await[1]["who"], OWNER);
    assert!(is_empty(&app, "outbox").await);
}

#[actix_web::test]
async fn what_a_caller_has_not_said_yet_is_left_out() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let entered = browser.send("POST", "/leads", &caller()).await.expect(201);
    let lead = entered.json();
    for key in ["email", "address", "service", "town"] {
        assert_eq!(lead[key], json!(null), "{key}");
    }
    assert_eq!(lead["urgency"], "routine");
    // The stored message has the format that every reader parses.
    let saved = &app.database.site_forms().await[0];
    let message = "Service: \nUrgency: Routine\nAddress: \nDetails:\nA limb hangs over the drive.";
    assert_eq!(saved["message"], message);
}

#[actix_web::test]
async fn a_number_is_enough_and_the_one_thing_that_is_required() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    for (name, shown) in [("Gus", "Gus"), (" ", "(770) 555-0199")] {
        let caller = json!({ "id": Uuid::now_v7(), "name": name, "phone": "(770) 555-0199" });
        let entered = browser.send("POST", "/leads", &caller).await.expect(201);
        assert_eq!(entered.json()["name"], shown);
        assert_eq!(entered.json()["details"], "");
    }
    let nobody = with(caller(), json!({ "phone": " " }));
    let refused = browser.send("POST", "/leads", &nobody).await.expect(422);
    let required = "Please fill in all required fields.";
    assert_eq!(
        refused.json(),
        json!({ "error": required, "field": "phone" })
    );
    let century = with(caller(), json!({ "at": "1999-12-31T23:59:59Z" }));
    browser.send("POST", "/leads", &century).await.expect(422);
    for change in [
        json!({ "id": "1" }),
        json!({ "at": "soon" }),
        json!({ "name": 1 }),
        json!({ "details": null }),
        json!({ "name": "a\0b" }),
    ] {
        let refused = browser
            .send("POST", "/leads", &with(caller(), change))
            .await;
        refused.api_error(400);
    }
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn an_emergency_is_announced_as_any_other_and_nobody_was_reached_yet() {
    let app = TestApp::spawn_with(&[("DESK_EMAILS", super::PEOPLE), ("AUTO_REPLY", "true")]).await;
    let browser = Browser::of_owner(&app).await;
    let at = (Utc::now() - TimeDelta::hours(1)).trunc_subsecs(3);
    let caller = with(
        caller(),
        json!({ "email": "mary@gmail.com", "urgency": "emergency", "at": at }),
    );
    let entered = browser.send("POST", "/leads", &caller).await.expect(201);
    let lead = entered.json();
    for (key, value) in [
        ("status", json!("new")),
        ("emergency", json!(true)),
        ("nextAt", lead["createdAt"].clone()),
        ("calls", json!([])),
        ("answeredAt", json!(null)),
        ("mail", json!("waiting")),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    assert_eq!(browser.names("list=now").await, ["Mary Ann Roe"]);
    let mails = app.mails(1).await;
    assert!(mails[0].contains("EMERGENCY"), "{}", mails[0]);
    // The caller is on the phone and needs no auto-reply.
    let replies = "SELECT FROM outbox WHERE kind = 'auto_reply'";
    assert!(app.query(replies).await.is_empty());
}

#[actix_web::test]
async fn whom_the_owner_has_spoken_to_no_filter_keeps_out() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    for change in [
        json!({ "email": "info@oakhillhoa.com" }),
        json!({ "email": "a@mailinator.com" }),
        json!({ "details": "ChatGPT told her that the oak has root rot." }),
        json!({ "details": "We offer SEO services: https://a.example https://b.example" }),
    ] {
        let caller = with(caller(), change.clone());
        let entered = browser.send("POST", "/leads", &caller).await;
        assert_eq!(entered.status, 201, "{change}: {}", entered.text);
        assert_eq!(entered.json()["suspect"], false);
    }
    for saved in app.database.site_forms().await {
        assert_eq!(saved["spam_score"], 0);
        assert_eq!(saved["spam_signs"], json!([]));
    }
}
