//! What is kept of a person: shown, downloaded, erased.

use backend::store::migrations;
use serde_json::{Value, json};

use super::{Browser, OFFICE, PEOPLE, save, spawn};
use crate::{
    app::{Answer, TestApp},
    store::roles,
};

/// Jane, who came twice, once with another address; John, who has her number; and Mary.
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
        assert_eq!(Answer::to(request).await.status, 200);
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
        (&jane, "", vec!["Jane Doe", "Jane Doe", "John Doe"], 3),
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
        assert_eq!(kept["untold"], 0);
        assert_eq!(kept["mayErase"], true);
    }
    // Neither an address nor a number: the request itself is kept all the same.
    app.database
        .execute("UPDATE site_forms SET email = 'none@no-email.invalid', phone = '1'")
        .await;
    let kept = browser.get(&format!("/leads/{jane}/person?by=phone")).await;
    assert_eq!(names(&kept.json()["requests"]), ["Jane Doe"]);
}

#[actix_web::test]
async fn everything_about_a_person_is_downloaded_and_that_is_recorded() {
    let app = spawn().await;
    let [jane, ..] = requests(&app).await;
    let browser = Browser::of_owner(&app).await;
    let note = json!({ "version": 0, "note": "Gate code 4711", "status": "quoted" });
    assert_eq!(browser.edit(&jane, note).await.status, 200);
    let file = browser
        .get(&format!("/leads/{jane}/person.json?by=email"))
        .await;
    assert_eq!(file.status, 200, "{}", file.text);
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
    ] {
        assert_eq!(request[key], value, "{key}");
    }
    assert_eq!(request["history"].as_array().unwrap().len(), 2);
    assert_eq!(data["call_clicks"].as_array().unwrap().len(), 2);
    assert_eq!(data["mails"].as_array().unwrap().len(), 2);
    assert!(!file.text.contains("John") && !file.text.contains("Mary"));
    let history = browser.get(&format!("/leads/{jane}")).await.json();
    assert_eq!(
        history["history"][0]["what"],
        "Data of this person downloaded"
    );
}

#[actix_web::test]
async fn a_person_is_erased_by_the_desk_and_only_who_how_many_and_when_is_recorded() {
    let app = spawn().await;
    let [jane, _, john, _] = requests(&app).await;
    let browser = Browser::of(&app, OFFICE).await;
    let erase = async |lead: &str, query: &str| {
        let path = format!("/leads/{lead}/person?{query}");
        browser.send("DELETE", &path, &json!({})).await
    };
    // One more than was shown, and one less.
    for shown in ["1", "3"] {
        let refused = erase(&jane, &format!("by=email&requests={shown}")).await;
        refused.api_error(409);
    }
    assert_eq!(app.database.site_forms().await.len(), 4);
    let erased = erase(&jane, "by=email&requests=2").await;
    assert_eq!(erased.status, 200, "{}", erased.text);
    assert_eq!(names(&erased.json()["requests"]), ["Jane Doe", "Jane Doe"]);
    let left: Vec<_> = app.database.site_forms().await;
    assert_eq!(names(&json!(left)), ["John Doe", "Mary Roe"]);
    assert_eq!(app.database.phone_clicks().await.len(), 2);
    let mails = app.outbox().concat();
    assert!(mails.contains("john@gmail.com") && !mails.contains("jane@gmail.com"));
    let audit =
        "SELECT who, lead_id, leads, old_status, new_status FROM desk_audit WHERE what = 'erase'";
    assert_eq!(
        app.database.query(audit).await,
        [json!({
            "who": OFFICE, "lead_id": null, "leads": 2, "old_status": null, "new_status": null,
        })]
    );
    erase(&jane, "by=email&requests=2").await.api_error(404);

    // A mail that is being sent is erased by nobody.
    app.database
        .execute(&format!(
            "UPDATE outbox SET state = 'pending', finished_at = NULL,
             due_at = now() + interval '1 day', leased_until = now() + interval '1 hour'
             WHERE id = '{john}'"
        ))
        .await;
    let sentence = erase(&john, "").await.api_error(409);
    assert!(sentence.contains("being sent right now"), "{sentence}");
    assert_eq!(app.database.site_forms().await.len(), 2);
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
    let failed = browser.send("DELETE", &path, &json!({})).await;
    let sentence = failed.api_error(500);
    assert!(
        sentence.contains("Nothing was erased from the database"),
        "{sentence}"
    );
    assert_eq!(app.database.site_forms().await.len(), 4);
    let audit = "SELECT FROM desk_audit WHERE what = 'erase'";
    assert!(app.database.query(audit).await.is_empty());
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
    // Of another site, and as a form of one can send it.
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
    for query in ["by=name", "by=", "requests=-1", "requests=x"] {
        let path = format!("{path}?{query}");
        browser
            .send("DELETE", &path, &json!({}))
            .await
            .api_error(400);
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
    let database = roles::database().await;
    migrations::run(&database.address()).await.unwrap();
    let url = roles::url_of(&database, "canopy_test_backend");
    let app = TestApp::spawn_with(&[("DATABASE_URL", &url), ("DESK_EMAILS", PEOPLE)]).await;
    let id = save(&app, json!({})).await;
    database
        .wait_for("SELECT FROM outbox WHERE state = 'sent'")
        .await;
    let token = "kfQfJ0GmQ8p1Yl2CqYw3lF0vXbq3m1b7n0d8eYlT5hA";
    database
        .execute(&format!(
            "INSERT INTO desk_links (token_hash, address) VALUES (sha256('{token}'), '{OFFICE}')"
        ))
        .await;
    let answer = Answer::to(super::use_link(&app, token)).await;
    let browser = Browser {
        app: &app,
        cookie: super::cookie(&answer),
    };
    let path = format!("/leads/{id}/person");
    let kept = browser.get(&path).await.json();
    assert_eq!(kept["mayErase"], false);
    let file = browser.get(&format!("{path}.json")).await;
    assert_eq!(file.status, 200, "{}", file.text);
    let refused = browser.send("DELETE", &path, &json!({})).await;
    let sentence = refused.api_error(403);
    assert!(sentence.contains("`backend leads erase`"), "{sentence}");
    assert_eq!(database.site_forms().await.len(), 1);
}
