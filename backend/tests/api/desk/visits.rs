//! A visit as a file for calendars.

use serde_json::{Value, json};

use super::{Browser, company, save, spawn};
use crate::app::Answer;

/// The lines of a calendar file, as they were before they were folded.
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
    let set = async |version: i32, change: Value| {
        let mut change = change;
        change["version"] = version.into();
        browser.edit(&id, change).await.expect(200);
    };
    set(
        0,
        json!({ "visitAt": "2026-11-24T14:00:00Z", "visitBy": "Ben", "note": "Long saw" }),
    )
    .await;
    let file = browser.get(&path).await.expect(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    let lines = lines(&file.text);
    for line in [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        &format!("UID:{id}@{}", validator_wasm::company::DOMAIN),
        "SEQUENCE:1",
        "DTSTART:20261124T140000Z",
        "DTEND:20261124T150000Z",
        "SUMMARY:Tree Removal: Jürgen Oak",
        "LOCATION:12 Oak Street\\; Decatur\\, GA",
        "DESCRIPTION:404-555-0123\\nBen\\nThe big oak\\,\\nand the small one\\; behind the house\\, \
         where the dog is: beware of it.\\nLong saw",
        "END:VCALENDAR",
    ] {
        assert!(
            lines.iter().any(|it| it == line),
            "{line} is not in {lines:#?}"
        );
    }

    // A day's work lasts until closing time in New York, where it is five hours earlier.
    let closes = 5 + company()["hours"]["closes"].as_u64().unwrap();
    set(1, json!({ "status": "won" })).await;
    let file = browser.get(&path).await.text;
    assert!(
        file.contains(&format!("DTEND:20261124T{closes}0000Z\r\n")),
        "{file}"
    );
    assert!(file.contains("SEQUENCE:2\r\n"), "{file}");
    set(2, json!({ "visitAt": null })).await;
    browser.get(&path).await.api_error(404);
    Answer::to(app.get(&format!("/api/desk{path}")))
        .await
        .api_error(401);
}
