//! The data about a person are shown, downloaded, and erased.

use serde_json::{Value, json};
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{Browser, OFFICE, PEOPLE, save, spawn};
use crate::{
    app::{Answer, TestApp, assert_contains},
    database::roles,
};

/// Saves two requests of Jane's, with different addresses, one of John's, with her number, and one of Mary's.
async fn requests(app: &TestApp) -> [String; 4] {
    let jane = json!({
        "email": "jane@gmail.com", "phone": "404-555-0123", "visitor_id": "v1", "session_id": "s1",
    });
    let again = json!({
        "email": " Jane@Gmail.com", "phone": "404-555-0188", "visitor_id": "v1", "session_id": "s2",
    });
    let john = json!({
        "full_name": "John Doe", "email": "john@gmail.com", "phone": "(404) 555 0123",
        "visitor_id": "v3", "session_id": "s3",
    });
    let mary = json!({
        "full_name": "Mary Roe", "email": "mary@gmail.com", "phone": "404-555-0177",
        "visitor_id": "v4", "session_id": "s4",
    });
    let mut ids = Vec::new();
    for changes in [jane, again, john, mary] {
        ids.push(save(app, changes).await);
    }
    for visitor in ["v1", "v1", "v3", "v4"] {
        let click = json!({ "visitor_id": visitor });
        let request = app.post("/api/incrementPhoneClickCount").json(&click);
        Answer::to(request).await.expect(200);
    }
    app.mails(4).await;
    ids.try_into().unwrap()
}

fn names(requests: &Value) -> Vec<&str> {
    let requests = requests.as_array().unwrap().iter();
    requests
        .map(|request| request.get("name").unwrap_or(&request["full_name"]))
        .map(|name| name.as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn what_is_kept_of_a_person_is_found_by_address_number_or_both() {
    let app = spawn().await;
    let [jane, again, ..] = requests(&app).await;
    let browser = Browser::of_owner(&app).await;
    for (lead, query, found, clicks) in [
        (&jane, "", vec!["Jane Doe", "Jane Doe"], 2),
        (
            &jane,
            "?by=both",
            vec!["Jane Doe", "Jane Doe", "John Doe"],
            3,
        ),
        (&jane, "?by=email", vec!["Jane Doe", "Jane Doe"], 2),
        (&jane, "?by=phone", vec!["Jane Doe", "John Doe"], 3),
        (&again, "?by=phone", vec!["Jane Doe"], 2),
    ] {
        let path = format!("/leads/{lead}/person{query}");
        let kept = browser.get(&path).await.json();
        assert_eq!(names(&kept["requests"]), found, "{query}");
        assert_eq!(kept["clicks"], clicks, "{query}");
        assert_eq!(kept["mails"], found.len(), "{query}");
        assert_eq!(kept["mailFiles"], found.len(), "{query}");
        assert_eq!(kept["unannounced"], 0);
        assert_eq!(kept["mayErase"], true);
    }
    assert_eq!(
        browser.get(&format!("/leads/{jane}/person")).await.json()["by"],
        "email"
    );
    // Without an address, the number identifies the person.
    app.execute(&format!(
        "UPDATE site_forms SET email = '{PLACEHOLDER_EMAIL}'"
    ))
    .await;
    let kept = browser.get(&format!("/leads/{jane}/person")).await.json();
    assert_eq!(
        (&kept["by"], names(&kept["requests"])),
        (&json!("phone"), vec!["Jane Doe", "John Doe"])
    );
    // A request without an address or a number matches only itself.
    app.execute("UPDATE site_forms SET phone = '1'").await;
    let kept = browser.get(&format!("/leads/{jane}/person?by=phone")).await;
    assert_eq!(names(&kept.json()["requests"]), ["Jane Doe"]);
    // An impossibly long number matches only its own request.
    app.execute("UPDATE site_forms SET phone = repeat('4045550123', 1470)")
        .await;
    let kept = browser.get(&format!("/leads/{jane}/person?by=phone")).await;
    assert_eq!(names(&kept.json()["requests"]), ["Jane Doe"]);
    let file = browser
        .get(&format!("/leads/{jane}/person.json?by=phone"))
        .await;
    assert_eq!(names(&file.json()["requests"]), ["Jane Doe"]);
}

#[actix_web::test]
async fn everything_about_a_person_is_downloaded_and_that_is_recorded() {
    let app = spawn().await;
    let [jane, ..] = requests(&app).await;
    let browser = Browser::of_owner(&app).await;
    for act in [
        json!({ "kind": "noted", "text": "Gate code 4711" }),
        json!({ "kind": "visit-set", "visitAt": "2026-11-24T14:00:00Z", "visitBy": "Marcus" }),
        json!({ "kind": "quoted", "amount": 90_050 }),
        json!({ "kind": "corrected", "address": "12 Oak Street" }),
    ] {
        browser.record(&jane, act).await;
    }
    let file = browser
        .get(&format!("/leads/{jane}/person.json?by=email"))
        .await
        .expect(200);
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"personal-data.json\""
    );
    let data = file.json();
    assert_eq!(names(&data["requests"]), ["Jane Doe", "Jane Doe"]);
    let request = data["requests"]
        .as_array()
        .unwrap()
        .iter()
        .find(|request| request["id"] == *jane)
        .unwrap();
    for (key, value) in [
        ("email", json!("jane@gmail.com")),
        ("visitor_id", json!("v1")),
        ("note", json!("Gate code 4711")),
        ("status", json!("quoted")),
        ("quoted", json!(90_050)),
    ] {
        assert_eq!(request[key], value, "{key}");
    }
    let events = request["events"].as_array().unwrap();
    assert_eq!(events.last().unwrap()["text"], "Gate code 4711");
    assert!(request["as_typed"]["address"].is_string(), "{request}");
    assert_eq!(request["appointments"][0]["crew"], "Marcus");
    assert_eq!(data["call_clicks"].as_array().unwrap().len(), 2);
    assert_eq!(data["mails"].as_array().unwrap().len(), 2);
    assert!(!file.text.contains("John") && !file.text.contains("Mary"));
    assert_eq!(browser.kinds(&jane).await[0], "data-downloaded");
}

#[actix_web::test]
async fn a_person_is_erased_by_the_desk_and_only_who_how_many_and_when_is_recorded() {
    let app = spawn().await;
    let [jane, again, john, _] = requests(&app).await;
    let browser = Browser::of(&app, OFFICE).await;
    for lead in [&jane, &john] {
        let note = json!({ "kind": "noted", "text": "Gate code 4711" });
        browser.record(lead, note).await;
    }
    let erase = async |lead: &str, requests: &[&str]| {
        let path = format!("/leads/{lead}/person");
        let body = json!({ "by": "email", "requests": requests });
        browser.send("DELETE", &path, &body).await
    };
    // Another person's request, and one that doesn't exist.
    for requests in [[&*jane, &*john], [&jane, &uuid::Uuid::new_v4().to_string()]] {
        erase(&jane, &requests).await.api_error(409);
    }
    erase(&jane, &[]).await.api_error(400);
    assert_eq!(app.database.site_forms().await.len(), 4);
    let erased = erase(&jane, &[&jane, &again]).await.expect(200);
    assert_eq!(names(&erased.json()["requests"]), ["Jane Doe", "Jane Doe"]);
    let left: Vec<_> = app.database.site_forms().await;
    assert_eq!(names(&json!(left)), ["John Doe", "Mary Roe"]);
    assert_eq!(app.database.phone_clicks().await.len(), 2);
    let mails = app.outbox().concat();
    assert!(mails.contains("john@gmail.com") && !mails.contains("jane@gmail.com"));
    let erasures = "SELECT who, lead_id, data FROM desk_events WHERE kind = 'erase'";
    // The text of her note is gone; John's stays.
    let notes = "SELECT lead_id, data FROM desk_events WHERE kind = 'noted' ORDER BY at DESC";
    assert_eq!(
        app.query(notes).await,
        [
            json!({ "lead_id": john, "data": { "text": "Gate code 4711" } }),
            json!({ "lead_id": jane, "data": {} }),
        ]
    );
    assert_eq!(
        app.query(erasures).await,
        [json!({ "who": OFFICE, "lead_id": null, "data": { "leads": 2 } })]
    );
    erase(&jane, &[&jane, &again]).await.api_error(404);

    // A mail that is being sent prevents the erasure.
    app.execute(&format!(
        "UPDATE outbox SET state = 'pending', finished_at = NULL,
         due_at = now() + interval '1 day', leased_until = now() + interval '1 hour'
         WHERE id = '{john}'"
    ))
    .await;
    let sentence = erase(&john, &[&john]).await.api_error(409);
    assert!(sentence.contains("being sent right now"), "{sentence}");
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn of_two_people_who_share_a_number_only_the_one_that_is_ticked_is_exported_and_erased() {
    let app = spawn().await;
    let [jane, again, john, _] = requests(&app).await;
    let browser = Browser::of_owner(&app).await;
    // A note with the shared number may concern either of them; the other one names only Jane.
    app.execute(
        "INSERT INTO outbox (id, kind, state, finished_at, subject, text) VALUES
         (gen_random_uuid(), 'note', 'sent', now(), 'Call', 'John, 404-555-0123'),
         (gen_random_uuid(), 'note', 'sent', now(), 'Write', 'to jane@gmail.com')",
    )
    .await;
    // Both have used the same browser.
    app.execute(&format!(
        "UPDATE site_forms SET session_id = 'shared' WHERE id IN ('{jane}', '{john}');
         INSERT INTO phone_clicks (id, session_id) VALUES (gen_random_uuid(), 'shared')"
    ))
    .await;
    let path = format!("/leads/{jane}/person");
    let both = browser.get(&format!("{path}?by=both")).await.json();
    assert_eq!(
        names(&both["requests"]),
        ["Jane Doe", "Jane Doe", "John Doe"]
    );

    let ticked = format!("by=both&requests={jane},{again}");
    let kept = browser.get(&format!("{path}?{ticked}")).await.json();
    assert_eq!(names(&kept["requests"]), ["Jane Doe", "Jane Doe"]);
    let file = browser.get(&format!("{path}.json?{ticked}")).await;
    let data = file.json();
    assert_eq!(names(&data["requests"]), ["Jane Doe", "Jane Doe"]);
    assert_eq!(data["call_clicks"].as_array().unwrap().len(), 2);
    assert!(!file.text.contains("John"), "{}", file.text);
    assert!(file.text.contains("to jane@gmail.com"), "{}", file.text);

    let body = json!({ "by": "both", "requests": [jane, again] });
    let erased = browser.send("DELETE", &path, &body).await.expect(200);
    assert_eq!(erased.json()["mails"], kept["mails"]);
    let left = json!(app.database.site_forms().await);
    assert_eq!(names(&left), ["John Doe", "Mary Roe"]);
    let texts = app
        .database
        .query("SELECT text FROM outbox WHERE text IS NOT NULL")
        .await;
    assert_eq!(texts, [json!({ "text": "John, 404-555-0123" })]);
    let clicks = app
        .database
        .query("SELECT FROM phone_clicks WHERE session_id = 'shared'")
        .await;
    assert_eq!(clicks.len(), 1);
    assert!(app.outbox().concat().contains("john@gmail.com"));
}

#[actix_web::test]
async fn a_mail_file_that_cannot_be_erased_keeps_the_rows() {
    let app = spawn().await;
    let [jane, ..] = requests(&app).await;
    let file = app.data_dir.path().join(format!("outbox/{jane}.eml"));
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let browser = Browser::of_owner(&app).await;
    let path = format!("/leads/{jane}/person");
    let body = json!({ "by": "email", "requests": [jane] });
    let failed = browser.send("DELETE", &path, &body).await;
    let sentence = failed.api_error(500);
    assert_contains(&sentence, "Nothing was erased from the database");
    assert_eq!(app.database.site_forms().await.len(), 4);
    let audit = "SELECT FROM desk_events WHERE kind = 'erase'";
    assert!(app.query(audit).await.is_empty());
}

#[actix_web::test]
async fn nobody_but_the_desk_s_people_reads_or_erases_and_a_guessed_id_finds_nobody() {
    let app = spawn().await;
    let [jane, ..] = requests(&app).await;
    for (method, path) in [
        ("GET", format!("/api/desk/leads/{jane}/person")),
        ("GET", format!("/api/desk/leads/{jane}/person.json")),
        ("DELETE", format!("/api/desk/leads/{jane}/person")),
    ] {
        let request = app.request(method, &path).json(&json!({}));
        Answer::to(request).await.api_error(401);
    }
    let browser = Browser::of_owner(&app).await;
    let path = format!("/leads/{jane}/person");
    // Requests from another site, and in formats that a form can send.
    for (content_type, name, value) in [
        ("application/json", "sec-fetch-site", "cross-site"),
        ("application/json", "origin", "https://evil.example"),
        ("text/plain", "sec-fetch-site", "same-origin"),
    ] {
        let request = browser
            .request("DELETE", &path)
            .header("content-type", content_type)
            .header(name, value);
        Answer::to(request).await.api_error(403);
    }
    for query in ["by=name", "by=", "requests=", "requests=1"] {
        let path = format!("{path}?{query}");
        browser.get(&path).await.api_error(400);
    }
    for body in [
        json!({}),
        json!({ "by": "email" }),
        json!({ "requests": [jane] }),
        json!({ "by": "name", "requests": [jane] }),
        json!({ "by": "email", "requests": ["x"] }),
    ] {
        browser.send("DELETE", &path, &body).await.api_error(400);
    }
    let guess = uuid::Uuid::new_v4();
    browser
        .get(&format!("/leads/{guess}/person"))
        .await
        .api_error(404);
    browser.get("/leads/1/person.json").await.api_error(404);
    assert_eq!(app.database.site_forms().await.len(), 4);
}

#[actix_web::test]
async fn a_backend_that_does_not_own_its_tables_shows_a_person_and_says_who_may_erase() {
    let app = roles::spawn(&[("DESK_EMAILS", PEOPLE)]).await;
    let id = save(&app, json!({})).await;
    app.mails(1).await;
    let browser = Browser::of(&app, OFFICE).await;
    let path = format!("/leads/{id}/person");
    let kept = browser.get(&path).await.json();
    assert_eq!(kept["mayErase"], false);
    browser.get(&format!("{path}.json")).await.expect(200);
    let body = json!({ "by": "email", "requests": [id] });
    let refused = browser.send("DELETE", &path, &body).await;
    let sentence = refused.api_error(403);
    assert!(sentence.contains(" leads erase`"), "{sentence}");
    assert_eq!(app.database.site_forms().await.len(), 1);
}
