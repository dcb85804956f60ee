//! From a lead to a won job: each step is a change that can be undone, and is recorded in words.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{Browser, OFFICE, company, save, spawn};
use crate::{
    app::{OWNER, TestApp},
    cli::commands::run,
};

/// Changes a lead of the version that it has; returns it.
async fn step(browser: &Browser<'_>, id: &str, mut change: Value) -> Value {
    change["version"] = browser.lead(id).await["version"].clone();
    let answer = browser.edit(id, change).await.expect(200);
    answer.json()
}

/// Saves a lead some hours ago, and its mail.
async fn old_lead(app: &TestApp) -> String {
    let id = save(app, json!({})).await;
    app.mails(1).await;
    app.execute("UPDATE site_forms SET created_at = '2026-11-20T12:00:00Z', next_at = '2026-11-20T12:00:00Z'")
        .await;
    id
}

/// The phone computes the same for what it has changed without a network: `desk/tests/next.test.ts` reads
/// these cases too.
#[actix_web::test]
async fn a_lead_is_overdue_when_the_desk_takes_it_for_overdue() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../desk/tests/overdue.json")).unwrap();
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    for case in cases {
        let set = "UPDATE site_forms SET (status, emergency, urgency, created_at, next_at) = (
            SELECT status, emergency, CASE WHEN emergency THEN 'emergency' ELSE 'routine' END,
                \"createdAt\", \"nextAt\"
            FROM json_to_record('JSON') AS lead(status text, emergency boolean,
                \"createdAt\" timestamptz, \"nextAt\" timestamptz))";
        app.database
            .execute(&set.replace("JSON", &case.to_string()))
            .await;
        let late_at = case["late"].as_object().map(|late| {
            let hours = (late["hours"].as_i64()).or_else(|| company()["replyWithinHours"].as_i64());
            let from = case[late["after"].as_str().unwrap()].as_str().unwrap();
            from.parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hours.unwrap())
        });
        assert_eq!(owner.lead(&id).await["lateAt"], json!(late_at), "{case}");
    }
}

#[actix_web::test]
async fn a_status_that_only_a_newer_version_knows_is_left_alone() {
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    app.execute(
        "ALTER TABLE site_forms DROP CONSTRAINT site_forms_status_check;
         UPDATE site_forms SET status = 'archived', next_at = NULL, lost_reason = 'price',
             answered_at = '2026-11-20T13:00:00Z'",
    )
    .await;
    let state = "SELECT status, next_at, lost_reason, answered_at FROM site_forms";
    let before = app.query(state).await;
    step(&owner, &id, json!({ "note": "Two oaks" })).await;
    step(&owner, &id, json!({ "quoted": 900 })).await;
    assert_eq!(app.query(state).await, before);
    // Somebody says what it is.
    step(&owner, &id, json!({ "status": "called" })).await;
    assert_eq!(owner.lead(&id).await["status"], "called");
    assert_eq!(
        owner.changes(&id).await[1..],
        ["Quoted $900", "Note changed", "Opened"],
    );
}

#[actix_web::test]
async fn a_call_is_an_attempt_and_answered_is_who_was_reached() {
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    let new = owner.lead(&id).await;
    assert_eq!(new["nextAt"], "2026-11-20T12:00:00Z");
    assert_eq!(new["source"], "form");

    let first = "2026-11-20T13:00:00Z";
    let tried =
        json!({ "calls": [first], "status": "no-answer", "nextAt": "2026-11-20T15:00:00Z" });
    let tried = step(&owner, &id, tried).await;
    for (key, value) in [
        ("status", json!("no-answer")),
        ("calls", json!([first])),
        ("nextAt", json!("2026-11-20T15:00:00Z")),
        ("lateAt", json!("2026-11-20T16:00:00Z")),
        ("answeredAt", json!(null)),
    ] {
        assert_eq!(tried[key], value, "{key}");
    }
    let second = "2026-11-20T15:10:00Z";
    let reached =
        json!({ "calls": [second, first], "status": "called", "nextAt": "2026-11-21T13:00:00Z" });
    let reached = step(&owner, &id, reached).await;
    assert_eq!(reached["calls"], json!([first, second]));
    assert_eq!(reached["answeredAt"], second);

    // Undo is what was there before.
    let before = json!({
        "calls": tried["calls"], "status": tried["status"], "nextAt": tried["nextAt"],
    });
    let undone = step(&owner, &id, before).await;
    for key in ["calls", "status", "nextAt", "lateAt", "answeredAt", "note"] {
        assert_eq!(undone[key], tried[key], "{key}");
    }
    let what = owner.changes(&id).await;
    assert_eq!(
        what,
        [
            "Call taken back",
            "Reached",
            "Called, nobody answered",
            "Opened"
        ]
    );
}

#[actix_web::test]
async fn nobody_was_reached_by_a_call_without_an_answer_or_by_giving_up() {
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    let lost = json!({ "status": "lost", "lostReason": "not-ours" });
    assert_eq!(step(&owner, &id, lost).await["answeredAt"], json!(null));
    let call = "2026-11-20T13:00:00Z";
    let tried = json!({ "status": "no-answer", "calls": [call] });
    assert_eq!(step(&owner, &id, tried).await["answeredAt"], json!(null));
    // The customer called back.
    let quoted = step(&owner, &id, json!({ "status": "quoted" })).await;
    assert_eq!(quoted["answeredAt"], quoted["changedAt"]);
    let lost = step(&owner, &id, json!({ "status": "lost" })).await;
    assert_eq!(lost["answeredAt"], quoted["answeredAt"]);
    // A phone's clock is wrong.
    let future = json!({ "status": "new", "calls": [] });
    step(&owner, &id, future).await;
    let future = json!({ "status": "called", "calls": ["2099-01-01T00:00:00Z"] });
    let called = step(&owner, &id, future).await;
    assert_eq!(called["answeredAt"], called["changedAt"]);
}

#[actix_web::test]
async fn from_a_quote_over_a_visit_to_the_work_that_is_done() {
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let taken = step(&office, &id, json!({ "takenBy": true })).await;
    assert_eq!(taken["takenBy"], OFFICE);
    let quoted = json!({ "status": "quoted", "quoted": 1850, "nextAt": "2026-11-23T17:00:00Z" });
    let quoted = step(&office, &id, quoted).await;
    assert_eq!(
        (&quoted["status"], &quoted["quoted"]),
        (&json!("quoted"), &json!(1850))
    );
    step(&owner, &id, json!({ "quoted": 2100.0 })).await;
    let visit = json!({ "visitAt": "2026-11-24T14:00:00Z", "visitBy": "Ben", "nextAt": "2026-11-24T14:00:00Z" });
    let visit = step(&owner, &id, visit).await;
    assert_eq!(
        (&visit["visitAt"], &visit["visitBy"]),
        (&json!("2026-11-24T14:00:00Z"), &json!("Ben"))
    );
    assert_eq!(visit["status"], "quoted");
    step(&owner, &id, json!({ "visitAt": null, "visitBy": null })).await;
    step(&owner, &id, json!({ "nextAt": "2026-11-24T13:30:00Z" })).await;
    step(&owner, &id, json!({ "takenBy": false })).await;
    step(&owner, &id, json!({ "status": "won", "won": 2000 })).await;
    let done = step(&owner, &id, json!({ "nextAt": null })).await;
    assert_eq!(
        (&done["nextAt"], &done["lateAt"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(
        (&done["won"], &done["quoted"]),
        (&json!(2000), &json!(2100))
    );
    assert_eq!(owner.names("list=done").await, ["Jane Doe"]);
    let removed = step(&owner, &id, json!({ "won": null })).await;
    assert_eq!(removed["won"], json!(null));

    let history = owner.history(&id).await;
    let history: Vec<(&str, &str)> = history
        .iter()
        .map(|(who, what)| (&**who, &**what))
        .collect();
    assert_eq!(
        history,
        [
            (OWNER, "Won amount removed"),
            (OWNER, "Done"),
            (OWNER, "Won $2,000"),
            (OWNER, "Taken by nobody"),
            (OWNER, "Comes back Tue, Nov 24, 8:30 AM"),
            (OWNER, "No visit"),
            (OWNER, "Visit: Tue, Nov 24, 9 AM, Ben"),
            (OWNER, "Quoted $2,100"),
            (OFFICE, "Quoted $1,850"),
            (OFFICE, &*format!("Taken by {OFFICE}")),
            (OFFICE, "Opened"),
        ]
    );
}

#[actix_web::test]
async fn what_is_lost_needs_nobody_until_it_is_not() {
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    // Whatever is asked for.
    let lost = json!({ "status": "lost", "lostReason": "price", "nextAt": "2099-01-01T00:00:00Z" });
    let lost = step(&owner, &id, lost).await;
    assert_eq!(
        (&lost["nextAt"], &lost["lostReason"]),
        (&json!(null), &json!("price"))
    );
    step(&owner, &id, json!({ "lostReason": "elsewhere" })).await;
    // A status alone, as of a page from before, does not leave it in no list.
    let again = step(&owner, &id, json!({ "status": "new" })).await;
    assert!(again["nextAt"].is_string(), "{again}");
    assert_eq!(again["lostReason"], json!(null));
    assert_eq!(owner.names("list=now").await, ["Jane Doe"]);
    let no_reason = step(&owner, &id, json!({ "lostReason": "price" })).await;
    assert_eq!(no_reason, again, "a change that changes nothing");
    let what = owner.changes(&id).await;
    assert_eq!(
        what,
        [
            "New again",
            "Lost: went elsewhere",
            "Lost: the price",
            "Opened"
        ]
    );
}

#[actix_web::test]
async fn the_history_has_what_a_note_said_before_until_the_lead_is_erased() {
    let app = spawn().await;
    let id = old_lead(&app).await;
    let owner = Browser::of_owner(&app).await;
    let note = "Comes on Tuesday.\nBring the long saw: 樹";
    let noted = step(&owner, &id, json!({ "note": note })).await;
    assert_eq!(noted["note"], note);
    let same = step(&owner, &id, json!({ "note": note })).await;
    assert_eq!(same, noted, "a change that changes nothing");
    let nothing = step(&owner, &id, json!({})).await;
    assert_eq!(nothing, noted);
    step(&owner, &id, json!({ "note": "Comes on Friday." })).await;
    let shown = owner.get(&format!("/leads/{id}")).await.json();
    let before: Vec<&Value> = shown["history"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["what"] == "Note changed")
        .map(|entry| &entry["before"])
        .collect();
    assert_eq!(before, [&json!(note), &json!("")]);

    let exported = run(&app, &["leads", "export"]).await;
    assert!(exported.out.contains("Friday"), "{}", exported.err);
    // Whatever erases the lead erases its note, and those from before.
    let erase = ["leads", "erase", "--yes", "--email", "jane.doe@gmail.com"];
    let erased = run(&app, &erase).await;
    assert!(erased.success, "{}", erased.err);
    owner.get(&format!("/leads/{id}")).await.expect(404);
    let audit = app.query("SELECT * FROM desk_audit").await;
    assert!(!format!("{audit:?}").contains("Tuesday"));
    let kept = app.query("SELECT * FROM site_forms").await;
    assert!(kept.is_empty());
}
