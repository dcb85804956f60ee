//! The lead of somebody who called, entered by hand.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, spawn, towns};
use crate::app::{OWNER, TestApp, with};

const TOMORROW: &str = "2099-01-01T13:00:00Z";

fn caller() -> Value {
    json!({
        "id": Uuid::now_v7(),
        "name": " Mary Ann  Roe ",
        "phone": "(770) 555-0199",
        "details": "A limb hangs over the drive.",
        "nextAt": TOMORROW,
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
        "service": "Tree Removal", "urgency": "emergency" }),
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
        ("emergency", json!(true)),
        ("details", json!("A limb hangs over the drive.")),
        ("status", json!("called")),
        ("nextAt", json!(TOMORROW)),
        ("answeredAt", lead["createdAt"].clone()),
        ("calls", json!([lead["createdAt"]])),
        ("version", json!(0)),
        ("mail", json!(null)),
        ("suspect", json!(false)),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    // Sent again, it is the same, whatever became of it.
    let id = caller["id"].as_str().unwrap();
    let changed = browser
        .edit(id, json!({ "version": 0, "note": "Ladder" }))
        .await;
    let again = browser.send("POST", "/leads", &caller).await;
    assert_eq!((again.status.as_u16(), again.json()), (200, changed.json()));
    assert_eq!(browser.names("list=later").await, ["Mary Ann Roe"]);
    let history = browser.history(id).await;
    assert_eq!(
        history[1],
        (OWNER.to_owned(), "Entered from a call".to_owned())
    );
    assert_eq!(history.len(), 2);
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
    // Any reader of the row's text reads the same.
    let saved = &app.database.site_forms().await[0];
    let message = "Service: \nUrgency: Routine\nAddress: \nDetails:\nA limb hangs over the drive.";
    assert_eq!(saved["message"], message);
}

#[actix_web::test]
async fn what_the_form_requires_is_required_in_its_words() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let required = "Please fill in all required fields.";
    for (change, error, field) in [
        (json!({ "name": "" }), required, "name"),
        (json!({ "name": "Mary" }), required, "name"),
        (json!({ "phone": " " }), required, "phone"),
    ] {
        let refused = browser
            .send("POST", "/leads", &with(caller(), change.clone()))
            .await;
        assert_eq!(refused.status, 422, "{change}: {}", refused.text);
        assert_eq!(refused.json(), json!({ "error": error, "field": field }));
    }
    for change in [
        json!({ "id": "1" }),
        json!({ "nextAt": null }),
        json!({ "nextAt": "soon" }),
        json!({ "name": 1 }),
        json!({ "details": null }),
        json!({ "urgency": null }),
        json!({ "name": "a\0b" }),
    ] {
        let refused = browser
            .send("POST", "/leads", &with(caller(), change))
            .await;
        refused.api_error(400);
    }
    assert!(is_empty(&app, "site_forms").await);
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
