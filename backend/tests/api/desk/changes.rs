//! What one phone changes, the other one receives.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, OFFICE, save, save_suspect, spawn};
use crate::{
    app::{Answer, TestApp},
    database::connect,
    server::openapi::limit,
};

fn ids(changes: &Value) -> Vec<&str> {
    let leads = changes["leads"].as_array().unwrap();
    leads
        .iter()
        .map(|lead| lead["id"].as_str().unwrap())
        .collect()
}

/// Ages all leads by a minute.
async fn age_leads(app: &TestApp) {
    app.execute(
        "UPDATE site_forms SET created_at = created_at - interval '1 minute',
         changed_at = changed_at - interval '1 minute'",
    )
    .await;
}

#[actix_web::test]
async fn new_and_changed_leads_come_and_old_ones_do_not() {
    let app = spawn().await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let first = save(&app, json!({})).await;
    age_leads(&app).await;
    let start = owner.get("/changes").await.json();
    assert_eq!(ids(&start), [""; 0]);
    assert_eq!(
        start["counts"],
        json!({ "now": 1, "emergencies": 0, "later": 0, "spam": 0, "undelivered": 0 })
    );
    let since = async |browser: &Browser<'_>, at: &Value| {
        let answer = browser
            .get(&format!("/changes?since={}", at.as_str().unwrap()))
            .await
            .expect(200);
        answer.json()
    };
    assert_eq!(ids(&since(&owner, &start["at"]).await), [""; 0]);

    let second = save(&app, json!({ "full_name": "John Roe" })).await;
    let suspect = save_suspect(&app).await;
    let news = since(&owner, &start["at"]).await;
    assert_eq!(ids(&news), [&*suspect, &second], "the latest first");
    assert_eq!(
        news["counts"],
        json!({ "now": 2, "emergencies": 0, "later": 0, "spam": 1, "undelivered": 0 })
    );
    assert_eq!(news["more"], false);

    age_leads(&app).await;
    let called = json!({ "kind": "called", "reached": true, "next": "2099-01-01T00:00:00Z" });
    office.record(&first, called).await;
    let news = since(&owner, &news["at"]).await;
    assert_eq!(ids(&news), [&*first]);
    assert_eq!(news["leads"][0]["status"], "called");
    assert_eq!(news["counts"]["now"], 1);
    assert_eq!(news["counts"]["later"], 1);
}

#[actix_web::test]
async fn a_lead_whose_commit_takes_longer_than_any_overlap_is_not_missed() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let mut other = connect(&app.database.url).await;
    let slow = other.transaction().await.unwrap();
    let lead: Uuid = slow
        .query_one(
            "INSERT INTO site_forms (full_name, email, phone, message, site_name)
             VALUES ('Jane', 'x', '1', 'x', 's') RETURNING id",
            &[],
        )
        .await
        .unwrap()
        .get(0);
    app.wait_for(
        "SELECT FROM pg_stat_activity
         WHERE xact_start < clock_timestamp() - interval '11 seconds'
             AND datname = current_database()",
    )
    .await;
    let start = browser.get("/changes").await.json();
    slow.commit().await.unwrap();
    let since = format!("/changes?since={}", start["at"].as_str().unwrap());
    let news = browser.get(&since).await.json();
    assert_eq!(ids(&news), [lead.to_string()]);
}

#[actix_web::test]
async fn two_hundred_come_at_once_and_it_is_said_that_there_are_more() {
    let app = spawn().await;
    let insert = async |count: u32| {
        app.database
            .insert_leads(
                "full_name, email, phone, message, site_name",
                &format!("SELECT 'x', 'x', '1', 'x', 's' FROM generate_series(1, {count})"),
            )
            .await;
    };
    let browser = Browser::of_owner(&app).await;
    insert(200).await;
    let changes = async || {
        browser
            .get("/changes?since=2026-01-01T00:00:00Z")
            .await
            .json()
    };
    let all = changes().await;
    assert_eq!((ids(&all).len(), &all["more"]), (200, &json!(false)));
    insert(801).await;
    let some = changes().await;
    assert_eq!((ids(&some).len(), &some["more"]), (200, &json!(true)));
    let most = limit("/components/schemas/DeskCounts/properties/now/maximum");
    assert_eq!((&some["counts"]["now"], most), (&json!(1_000), 1_000));
    let answer = Answer::to(app.get("/api/desk/changes")).await;
    answer.api_error(401);
}
