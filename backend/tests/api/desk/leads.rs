//! Leads: listed, searched, changed.

use backend::store::{desk::status::Status, lead_records::Folder};
use futures_util::future::join;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, OFFICE, save, save_suspect, spawn};
use crate::{
    app::{Answer, OWNER, TestApp, estimate, with},
    cli::commands::run,
    http::openapi::{description, limit},
};

#[actix_web::test]
async fn a_lead_is_shown_as_the_visitor_typed_it() {
    let app = spawn().await;
    let script = "<script>alert(1)</script>";
    let form = with(
        estimate(),
        json!({ "lastName": script, "address": script, "message": script, "urgency": "emergency" }),
    );
    let answer = Answer::to(app.post("/api/estimate-requests").json(&form)).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    let browser = Browser::of_owner(&app).await;
    let noted = browser
        .edit(&id, json!({ "version": 0, "note": script }))
        .await;
    assert!(!noted.text.is_empty());
    let lead = browser.lead(&id).await;
    for (key, value) in [
        ("name", json!(format!("Jane {script}"))),
        ("phone", json!("404-555-0123")),
        ("email", json!("jane.doe@gmail.com")),
        ("service", json!("Tree Removal")),
        ("urgency", json!("emergency")),
        ("urgencyLabel", json!("Emergency")),
        ("emergency", json!(true)),
        ("address", json!(script)),
        ("details", json!(script)),
        ("note", json!(script)),
        ("status", json!("new")),
        ("version", json!(1)),
        ("answeredAt", json!(null)),
        ("suspect", json!(false)),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    assert!(lead["createdAt"].as_str().unwrap().ends_with('Z'));
}

/// Leads one second apart, the newest first: `Lead 0`, `Lead 1`, …
async fn insert(app: &TestApp, count: usize, more: &str) {
    let (columns, values) = more.split_once(" = ").unwrap_or(("ua", "''"));
    app.database
        .insert_leads(
            &format!("full_name, email, phone, message, site_name, created_at, {columns}"),
            &format!(
                "SELECT 'Lead ' || i, 'a@b.example', '1', 'Oak', 's', now() - i * interval '1 s', \
                 {values} FROM generate_series(0, {}) AS i",
                count - 1
            ),
        )
        .await;
}

#[actix_web::test]
async fn every_lead_is_in_one_folder_and_pages_show_it_once() {
    let app = spawn().await;
    insert(
        &app,
        30,
        "suspect, status = i % 5 = 4, (ARRAY['new', 'called', 'new', 'spam', 'won'])[1 + i % 5]",
    )
    .await;
    // Saved at the same time, across the end of a page.
    app.database
        .execute("UPDATE site_forms SET created_at = '2026-01-01' WHERE status = 'new'")
        .await;
    let browser = Browser::of_owner(&app).await;
    let mut seen = 0;
    for (folder, count) in [("open", 12), ("answered", 6), ("spam", 12)] {
        let mut names = Vec::new();
        let mut after = String::new();
        loop {
            let path = format!("/leads?folder={folder}&limit=5{after}");
            let page = browser.get(&path).await.json();
            let leads = page["leads"].as_array().unwrap();
            assert!(leads.len() <= 5);
            names.extend(leads.iter().map(|lead| lead["name"].clone()));
            match &page["next"] {
                Value::String(next) => after = format!("&after={next}"),
                _ => break,
            }
        }
        names.sort_by_key(ToString::to_string);
        names.dedup();
        assert_eq!(names.len(), count, "{folder}");
        seen += names.len();
    }
    assert_eq!(seen, 30);
    assert_eq!(
        browser.names("folder=answered&limit=2").await,
        ["Lead 1", "Lead 6"]
    );
    assert_eq!(browser.names("limit=200").await.len(), 30);
}

#[actix_web::test]
async fn a_status_is_in_the_same_folder_in_the_program_and_in_the_database() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let description = description();
    let statuses = description["components"]["schemas"]["Status"]["enum"].as_array();
    for name in statuses.unwrap().iter().map(|name| name.as_str().unwrap()) {
        app.database.execute("DELETE FROM site_forms").await;
        insert(&app, 1, &format!("status = '{name}'")).await;
        let status: Status = name.parse().unwrap();
        for (folder, query) in [
            (Folder::Open, "folder=open"),
            (Folder::Answered, "folder=answered"),
            (Folder::Spam, "folder=spam"),
        ] {
            let found = browser.names(query).await.len();
            assert_eq!(found == 1, status.folder() == folder, "{name}, {query}");
        }
    }
}

#[actix_web::test]
async fn parameters_that_are_not_as_described_are_refused() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let longest = limit("/paths/~1api~1desk~1leads/get/parameters/1/schema/maxLength");
    let search = format!("search={}", "x".repeat(longest));
    assert!(browser.names(&search).await.is_empty());
    for query in [
        "folder=",
        "folder=all",
        "limit=0",
        "limit=201",
        "limit=x",
        "after=",
        "after=forged",
        "after=-1.01a20319b1137023b0b5e62792ba10f1",
        "after=99999999999999999999.01a20319b1137023b0b5e62792ba10f1",
        "search=%00",
        &format!("{search}x"),
        "folder=open&folder=spam",
    ] {
        browser.get(&format!("/leads?{query}")).await.api_error(400);
    }
    browser.get("/changes?since=yesterday").await.api_error(400);
    // A forged one only says where the page begins.
    let id = Uuid::new_v4().simple();
    let forged = browser
        .get(&format!("/leads?after=1795363200000000.{id}"))
        .await;
    assert_eq!(forged.status, 200);
}

#[actix_web::test]
async fn leads_are_found_by_name_number_address_details_and_email() {
    let app = spawn().await;
    save(
        &app,
        json!({ "full_name": "Jürgen 100%_\\Oak", "email": "roots@gmail.com" }),
    )
    .await;
    let message =
        "Service: Tree Removal\nUrgency: Routine\nAddress: 7 Elm Court\nDetails:\nA hollow beech";
    let other =
        json!({ "full_name": "Mary Roe", "phone": "+1 (770) 555.0199", "message": message });
    save(&app, other).await;
    let browser = Browser::of_owner(&app).await;
    let found = async |search: &str| {
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("search", search)
            .finish();
        let names = browser.names(&query).await;
        names
            .iter()
            .map(|name| name.split(' ').next().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (search, names) in [
        ("mary", "Mary"),
        ("  MARY ROE ", "Mary"),
        ("elm court", "Mary"),
        ("Hollow", "Mary"),
        ("7705550199", "Mary"),
        ("770-555-0199", "Mary"),
        ("+1 770 555 0199", "Mary"),
        ("(770) 555", "Mary"),
        ("0123", "Jürgen"),
        ("555", "Mary Jürgen"),
        ("jürgen", "Jürgen"),
        ("roots@gmail.com", "Jürgen"),
        ("100%", "Jürgen"),
        ("%_\\", "Jürgen"),
        ("%", "Jürgen"),
        ("_", "Jürgen"),
        ("\\", "Jürgen"),
        ("' OR true --", ""),
        ("nobody", ""),
        ("invalid", ""),
        ("", "Mary Jürgen"),
    ] {
        assert_eq!(found(search).await, names, "{search}");
    }
    assert_eq!(browser.names("search=mary&folder=spam").await, [""; 0]);
}

#[actix_web::test]
async fn a_status_and_a_note_are_set_and_undone_and_recorded() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let called = owner
        .edit(&id, json!({ "version": 0, "status": "called" }))
        .await
        .json();
    assert_eq!(called["status"], "called");
    assert_eq!(called["version"], 1);
    assert!(called["answeredAt"].is_string() && called["changedAt"].is_string());
    let note = "Comes on Tuesday.\nBring the long saw: 樹";
    let noted = office
        .edit(
            &id,
            json!({ "version": 1, "note": note, "status": "quoted" }),
        )
        .await
        .json();
    assert_eq!(noted["note"], note);
    assert_eq!(noted["answeredAt"], called["answeredAt"]);
    let same = owner
        .edit(
            &id,
            json!({ "version": 2, "note": note, "status": "quoted" }),
        )
        .await;
    assert_eq!(same.json(), noted, "a change that changes nothing");
    let nothing = owner.edit(&id, json!({ "version": 2 })).await;
    assert_eq!(nothing.json(), noted);
    let undone = owner
        .edit(&id, json!({ "version": 2, "status": "new" }))
        .await
        .json();
    assert_eq!(undone["answeredAt"], json!(null));
    assert_eq!(undone["note"], note);

    let history = owner.get(&format!("/leads/{id}")).await.json()["history"].clone();
    let history: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["who"].as_str().unwrap(),
                entry["what"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        history,
        [
            (OWNER, "Status: quoted → new"),
            (OFFICE, "Note changed"),
            (OFFICE, "Status: called → quoted"),
            (OWNER, "Status: new → called"),
        ]
    );
    let audit = app.database.query("SELECT * FROM desk_audit").await;
    assert!(!format!("{audit:?}").contains("Tuesday"));

    let exported = run(&app, &["leads", "export"]).await;
    assert!(exported.out.contains("Tuesday"), "{}", exported.err);
    // Whatever erases the lead erases its note.
    app.mails(1).await;
    let erase = ["leads", "erase", "--yes", "--email", "jane.doe@gmail.com"];
    let erased = run(&app, &erase).await;
    assert!(erased.success, "{}", erased.err);
    assert_eq!(owner.get(&format!("/leads/{id}")).await.status, 404);
    let kept = app.database.query("SELECT * FROM site_forms").await;
    assert!(kept.is_empty());
}

#[actix_web::test]
async fn of_two_changes_of_a_version_one_is_refused_with_the_lead_as_it_is() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    // The state of its mail is part of what is compared.
    app.mails(1).await;
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    for version in 0..10 {
        let (one, other) = join(
            owner.edit(
                &id,
                json!({ "version": version, "note": format!("one {version}") }),
            ),
            office.edit(
                &id,
                json!({ "version": version, "note": format!("other {version}") }),
            ),
        )
        .await;
        let (done, refused) = if one.status == 200 {
            (one, other)
        } else {
            (other, one)
        };
        assert_eq!(done.status, 200, "{}", done.text);
        assert_eq!(refused.status, 409, "{}", refused.text);
        assert!(refused.json()["error"].is_string());
        assert_eq!(refused.json()["lead"], done.json());
        assert_eq!(done.json()["version"], version + 1);
    }
    for version in [0, 9, 11, i32::MAX] {
        let refused = owner
            .edit(&id, json!({ "version": version, "status": "won" }))
            .await;
        assert_eq!(refused.status, 409, "{}", refused.text);
    }
}

#[actix_web::test]
async fn what_cannot_be_kept_is_refused_and_a_guessed_id_finds_nothing() {
    let app = spawn().await;
    let id = save(&app, json!({})).await;
    let browser = Browser::of_owner(&app).await;
    let longest = limit("/components/schemas/Edit/properties/note/maxLength");
    for change in [
        json!({ "version": 0, "note": "樹".repeat(longest + 1) }),
        json!({ "version": 0, "note": "a\0b" }),
        json!({ "version": 0, "note": 1 }),
        json!({ "version": 0, "status": "New" }),
        json!({ "version": 0, "status": "" }),
        json!({ "version": "0", "status": "won" }),
        json!({ "version": -1, "status": "won" }),
        json!({ "version": 0.5, "status": "won" }),
        json!({ "version": 3_000_000_000_u32, "status": "won" }),
        json!({ "status": "won" }),
        json!([]),
    ] {
        browser.edit(&id, change).await.api_error(400);
    }
    assert_eq!(browser.lead(&id).await["version"], 0);
    let longest = json!({ "version": 0, "note": "樹".repeat(longest) });
    assert_eq!(browser.edit(&id, longest).await.status, 200);
    let guess = Uuid::new_v4();
    for id in [&*guess.to_string(), "1", "%00", "..%2Fmails", "{id}"] {
        browser.get(&format!("/leads/{id}")).await.api_error(404);
        let change = json!({ "version": 0, "status": "won" });
        browser.edit(id, change).await.api_error(404);
        browser.judge(id, 0, "spam").await.api_error(404);
        let retry = format!("/mails/{id}/retry");
        browser
            .send("POST", &retry, &json!({}))
            .await
            .api_error(404);
    }
}

#[actix_web::test]
async fn a_suspect_lead_has_its_reasons_in_words() {
    let app = spawn().await;
    let id = save_suspect(&app).await;
    let browser = Browser::of_owner(&app).await;
    let lead = browser.lead(&id).await;
    assert_eq!(lead["suspect"], true);
    assert_eq!(lead["mail"], "held");
    let signals = lead["signals"].as_array().unwrap();
    assert_eq!(signals.len(), 2);
    assert!(signals[0].as_str().unwrap().contains(' '), "{signals:?}");
    assert_eq!(browser.names("folder=spam").await, ["Jane Doe"]);
    assert_eq!(browser.names("folder=open").await, [""; 0]);
}
