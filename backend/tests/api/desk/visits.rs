//! Visits as a calendar file.

use chrono::{TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, save, spawn};
use crate::app::{Answer, assert_contains};

/// Returns the unfolded lines of a calendar file.
fn lines(file: &str) -> Vec<String> {
    assert!(file.ends_with("\r\n"), "{file:?}");
    for line in file.split_terminator("\r\n") {
        assert!(line.len() <= 75 && !line.contains('\n'), "{line:?}");
    }
    let unfolded = file.replace("\r\n ", "");
    unfolded
        .split_terminator("\r\n")
        .map(str::to_owned)
        .collect()
}

#[actix_web::test]
async fn a_visit_is_an_event_of_a_calendar() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let message = "Service: Tree Removal\nUrgency: Routine\nAddress: 12 Oak Street; Decatur, GA\n\
                   Details:\nThe big oak,\nand the small one; behind the house, where the dog is: beware of it.";
    let id = save(
        &app,
        json!({ "full_name": "Jürgen Oak", "message": message }),
    )
    .await;
    let path = format!("/leads/{id}/visit.ics");
    browser.get(&path).await.api_error(404);
    let visit_at = "2026-11-24T14:00:00Z";
    browser
        .record(
            &id,
            json!({ "kind": "noted", "text": format!("Long\tsaw\\\r\nBEGIN:VALARM\n\u{7}\r{}", "樹".repeat(100)) }),
        )
        .await;
    let appointment = Uuid::now_v7();
    let visit = json!({ "kind": "appointed", "appointment": appointment, "purpose": "estimate",
        "from": visit_at, "to": "2026-11-24T15:30:00Z", "crew": "Ben" });
    browser.record(&id, visit).await;
    let file = browser.get(&path).await.expect(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    let lines = lines(&file.text);
    for line in [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        &format!("UID:{appointment}@{}", validator_wasm::company::DOMAIN),
        "SEQUENCE:2",
        "DTSTART:20261124T140000Z",
        "DTEND:20261124T153000Z",
        "STATUS:CONFIRMED",
        "SUMMARY:Tree Removal: Jürgen Oak",
        "LOCATION:12 Oak Street\\; Decatur\\, GA",
        &format!(
            "DESCRIPTION:404-555-0123\\nBen\\nThe big oak\\,\\nand the small one\\; behind the house\\, \
             where the dog is: beware of it.\\nLong saw\\\\\\nBEGIN:VALARM\\n{}",
            "樹".repeat(100)
        ),
        "END:VCALENDAR",
    ] {
        assert!(
            lines.iter().any(|actual| actual == line),
            "{line} is not in {lines:#?}"
        );
    }

    // A lead has several, of which each is an event. One that is over has no alarm.
    browser
        .record(
            &id,
            json!({ "kind": "won", "workAt": "2026-12-01T14:00:00Z" }),
        )
        .await;
    let file = browser.get(&path).await.text;
    assert_contains(&file, "DTEND:20261201T220000Z\r\n");
    assert_contains(&file, &format!("UID:{appointment}@"));
    assert_eq!(file.matches("SEQUENCE:3\r\n").count(), 2, "{file}");
    assert_eq!(file.matches("BEGIN:VALARM\r\n").count(), 1, "{file}");
    browser
        .record(&id, json!({ "kind": "visit-called-off" }))
        .await;
    let file = browser.get(&path).await.text;
    assert_eq!(file.matches("STATUS:CANCELLED\r\n").count(), 1, "{file}");
    assert!(!file.contains("BEGIN:VALARM\r\n"), "{file}");
    Answer::to(app.get(&format!("/api/desk{path}")))
        .await
        .api_error(401);
}

#[actix_web::test]
async fn a_calendar_subscribes_to_the_visits_by_a_private_address() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let mut ids = Vec::new();
    for (name, at) in [
        ("Ann Oak", Utc::now() + TimeDelta::days(2)),
        ("Bo Elm", Utc::now() - TimeDelta::days(60)),
    ] {
        let id = save(
            &app,
            json!({ "full_name": name, "phone": format!("404-555-01{}", name.len()) }),
        )
        .await;
        for act in [
            json!({ "kind": "noted", "text": "Two pines, ask for Eli" }),
            json!({ "kind": "visit-set", "visitAt": at }),
        ] {
            browser.record(&id, act).await;
        }
        ids.push(id);
    }
    let since = async || browser.get("/calendar").await.expect(200).json()["since"].clone();
    assert_eq!(since().await, Value::Null);
    let make = async || {
        let made = browser
            .send("POST", "/calendar", &json!({}))
            .await
            .expect(200);
        let url = made.json()["url"].as_str().unwrap().to_owned();
        url[url.find("/api/").unwrap()..].to_owned()
    };
    let path = make().await;
    assert_ne!(since().await, Value::Null);
    // Calendar programs send no cookie.
    let file = Answer::to(app.get(&path)).await.expect(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(file.header("cache-control"), "no-store");
    let events = lines(&file.text);
    let summaries: Vec<_> = events
        .iter()
        .filter(|event| event.starts_with("SUMMARY:"))
        .collect();
    assert_eq!(summaries.len(), 1, "{events:#?}");
    assert!(summaries[0].ends_with("Ann Oak"), "{summaries:?}");
    assert!(events.contains(&"TRIGGER:-PT1H".to_owned()), "{events:#?}");
    assert!(!file.text.contains("METHOD"), "{}", file.text);
    for private in ["404-555", "Two pines", "Ask for Eli"] {
        assert!(!file.text.contains(private), "{}", file.text);
    }

    // The visits of spam disappear.
    browser.record(&ids[0], json!({ "kind": "spam" })).await;
    let file = Answer::to(app.get(&path)).await.expect(200);
    assert!(!file.text.contains("VEVENT"), "{}", file.text);

    // Only the newer of two URLs is valid; none is after its removal or a sign-out everywhere.
    let newer = make().await;
    Answer::to(app.get(&path)).await.api_error(404);
    Answer::to(app.get(&newer)).await.expect(200);
    browser
        .send("DELETE", "/calendar", &json!({}))
        .await
        .expect(200);
    Answer::to(app.get(&newer)).await.api_error(404);
    let last = make().await;
    browser
        .send("DELETE", "/session?everywhere=true", &json!({}))
        .await
        .expect(200);
    Answer::to(app.get(&last)).await.api_error(404);
}
