//! Visits as a calendar file.

use serde_json::{Value, json};

use super::{Browser, company, save, spawn};
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
    let visit = json!({ "kind": "visit-set", "visitAt": visit_at, "visitBy": "Ben" });
    browser.record(&id, visit).await;
    let file = browser.get(&path).await.expect(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    let lines = lines(&file.text);
    for line in [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        &format!("UID:{id}@{}", validator_wasm::company::DOMAIN),
        "SEQUENCE:2",
        "DTSTART:20261124T140000Z",
        "DTEND:20261124T150000Z",
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

    // Work lasts until closing time in the company's time zone.
    let company = company();
    let closes = &company["hours"]["closes"];
    let zone = company["timeZone"].as_str().unwrap();
    let in_utc = format!(
        "SELECT to_char(timestamp '2026-11-24 {closes}:00' AT TIME ZONE '{zone}' AT TIME ZONE 'UTC',
             'YYYYMMDD\"T\"HH24MISS\"Z\"') AS closes"
    );
    let rows = app.query(&in_utc).await;
    let closes = rows[0]["closes"].as_str().unwrap();
    browser
        .record(&id, json!({ "kind": "won", "workAt": visit_at }))
        .await;
    let file = browser.get(&path).await.text;
    assert_contains(&file, &format!("DTEND:{closes}\r\n"));
    assert!(file.contains("SEQUENCE:3\r\n"), "{file}");
    browser
        .record(&id, json!({ "kind": "visit-called-off" }))
        .await;
    browser.get(&path).await.api_error(404);
    Answer::to(app.get(&format!("/api/desk{path}")))
        .await
        .api_error(401);
}

#[actix_web::test]
async fn a_calendar_subscribes_to_the_visits_by_a_private_address() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    for (name, at) in [
        ("Ann Oak", "now() + interval '2 days'"),
        ("Bo Elm", "now() - interval '2 months'"),
    ] {
        save(
            &app,
            json!({ "full_name": name, "phone": format!("404-555-01{}", name.len()) }),
        )
        .await;
        app.execute(&format!(
            "UPDATE site_forms SET visit_at = {at}, next_at = {at}, status = 'called',
                 details = 'Two pines', note = 'Ask for Eli' WHERE full_name = '{name}'"
        ))
        .await;
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

    // A canceled visit disappears.
    app.execute("UPDATE site_forms SET visit_at = NULL").await;
    assert!(
        !Answer::to(app.get(&path))
            .await
            .expect(200)
            .text
            .contains("VEVENT")
    );

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
