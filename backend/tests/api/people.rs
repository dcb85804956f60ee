//! What people type has the same meaning wherever it is read.

use std::fs;

use serde_json::{Value, json};

use crate::{
    app::{Answer, TestApp, assert_contains},
    cli::commands::run,
    desk::{Browser, save, spawn},
};

/// Returns what people type, with its meaning.
fn people() -> Value {
    serde_json::from_str(include_str!("../../../contact-data/tests/people.json")).unwrap()
}

fn cases(kind: &str) -> Vec<Value> {
    people()[kind].as_array().unwrap().clone()
}

async fn wait_until_sent(app: &TestApp) {
    let sent = "SELECT FROM outbox WHERE state = 'pending' HAVING count(*) = 0";
    app.wait_for(sent).await;
}

fn message(address: &str, details: &str) -> String {
    format!("Service: Tree Removal\nUrgency: Emergency\nAddress: {address}\nDetails:\n{details}")
}

#[actix_web::test]
async fn the_number_that_was_typed_is_the_one_that_is_dialed() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let emergency = message("12 Oak Street", "It leans.");
    for case in cases("phone") {
        let id = save(
            &app,
            json!({ "phone": case["typed"], "message": emergency }),
        )
        .await;
        let also = if case["also"].is_null() {
            json!([])
        } else {
            case["also"].clone()
        };
        let call = match &case["dial"] {
            Value::Null => Value::Null,
            number => json!({ "number": number, "extension": case["extension"], "others": also }),
        };
        let lead = browser.lead(&id).await;
        assert_eq!(lead["call"], call, "{case}");
        wait_until_sent(&app).await;
        let mail =
            fs::read_to_string(app.data_dir.path().join(format!("outbox/{id}.eml"))).unwrap();
        // Decodes quoted-printable's soft line breaks.
        let mail = mail.replace("=\r\n", "");
        let links = mail
            .split("tel:")
            .skip(1)
            .map(|link| link.split('"').next().unwrap());
        let links: Vec<&str> = links.collect();
        // The alarm and the number are both links.
        let expected = case["dial"]
            .as_str()
            .map_or(vec![], |number| vec![number; 2]);
        assert_eq!(links, expected, "{case}");
    }
}

#[actix_web::test]
async fn an_erasure_by_number_finds_it_however_it_was_typed_and_nobody_elses() {
    let app = TestApp::spawn().await;
    let hers = [
        "404-555-0123",
        "678-555-0199 / 404-555-0123",
        "678-555-0199 or +1 (404) 555-0123",
        "404-555-0123 local 5",
        "４０４－５５５－０１２３",
        "٤٠٤٥٥٥٠١٢٣",
        "001 404 555 0123",
        "Cell: 404-555-0123",
        "+1 (0)404 555 0123",
    ];
    let others = [
        "404-555-0124",
        "404-555-01234",
        "９０４－５５５－０１２３",
        "678-555-0199",
        "40455 x50123",
        "ask my neighbor",
    ];
    for (number, phone) in hers.iter().chain(&others).enumerate() {
        let email = format!("jane{number}@gmail.com");
        let message = message("12 Oak Street", "Oak");
        save(
            &app,
            json!({ "email": email, "phone": phone, "message": message }),
        )
        .await;
    }
    wait_until_sent(&app).await;
    let note = json!({ "subject": "Other", "html": "<p>Call ４０４ ５５５ ０１２３</p>" });
    Answer::to(app.post("/api/send-email").json(&note))
        .await
        .expect(200);
    let erase = ["leads", "erase", "--yes", "--phone", "404-555-0123"];
    let erased = run(&app, &erase).await;
    assert!(erased.success, "{}", erased.err);
    let left = app
        .query("SELECT phone FROM site_forms ORDER BY created_at, id")
        .await;
    let left: Vec<&str> = left
        .iter()
        .map(|lead| lead["phone"].as_str().unwrap())
        .collect();
    // A request with her number and another one counts as hers; one with only the other number stays.
    assert_eq!(left, others);
    assert_eq!(
        app.query("SELECT FROM outbox WHERE kind = 'note'")
            .await
            .len(),
        0
    );
}

/// Saves a request of a person named after the spelling's kind, with this spelling of the number or address.
async fn save_spelling(
    app: &TestApp,
    kind: &str,
    key: &str,
    place: usize,
    typed: &Value,
) -> String {
    let mut fields = json!({
        "full_name": format!("{kind} Doe"),
        "email": format!("{kind}{place}@mailbox.net"),
        "phone": format!("678-555-01{place:02}"),
        "message": message("12 Oak Street", "Oak"),
    });
    fields[key] = typed.clone();
    save(app, fields).await
}

#[actix_web::test]
async fn a_person_is_found_however_they_wrote_and_what_looks_alike_is_offered() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let spellings: Value =
        serde_json::from_str(include_str!("../../../contact-data/tests/spellings.json")).unwrap();
    for (key, value) in [("phone", "number"), ("email", "address")] {
        let person = spellings[key][value].as_str().unwrap();
        let mut ids = Vec::new();
        for kind in ["sure", "alike"] {
            let typed = spellings[key][kind].as_array().unwrap();
            for (place, typed) in typed.iter().enumerate() {
                ids.push(save_spelling(&app, kind, key, place, typed).await);
            }
        }
        let [sure, alike] =
            ["sure", "alike"].map(|kind| spellings[key][kind].as_array().unwrap().len());
        wait_until_sent(&app).await;
        let found = browser.names(&format!("search={person}")).await;
        let found = found.iter().filter(|name| *name == "sure Doe");
        assert_eq!(found.count(), sure, "{key}");

        let path = format!("/leads/{}/person?by={key}", ids[0]);
        let kept = browser.get(&path).await.json();
        let [requests, offered] =
            ["requests", "alike"].map(|list| kept[list].as_array().unwrap().clone());
        assert_eq!(requests.len(), sure, "{requests:#?}");
        assert_eq!(offered.len(), alike, "{offered:#?}");

        let option = format!("--{key}");
        let erase = ["leads", "erase", "--yes", &option, person];
        let chosen = ids.last().unwrap();
        let erased = run(&app, &[&erase[..], &["--also", chosen]].concat()).await;
        assert_contains(&erased.out, &format!("\nErased: {} requests", sure + 1));
        let others = format!("{} more requests may be this person's", alike - 1);
        assert_contains(&erased.out, &others);
        let left = app.query("SELECT full_name FROM site_forms").await;
        assert_eq!(left, vec![json!({ "full_name": "alike Doe" }); alike - 1]);
        app.execute("DELETE FROM site_forms").await;
    }
}

#[actix_web::test]
async fn a_number_that_was_corrected_or_noted_at_the_desk_is_erased_with_its_mail() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let corrected = |phone: &str| json!({ "kind": "corrected", "phone": phone });
    let acts = [
        // What was typed, what was corrected in between, and what stands in a note.
        (
            "404-555-0123",
            [corrected("770-555-0144"), corrected("770-555-0145")],
        ),
        (
            "770-555-0146",
            [corrected("404.555.0123"), corrected("770-555-0147")],
        ),
        (
            "770-555-0148",
            [
                corrected("770-555-0149"),
                json!({ "kind": "noted", "text": "Cell is 404 555 0123" }),
            ],
        ),
        (
            "770-555-0150",
            [
                corrected("770-555-0151"),
                json!({ "kind": "noted", "text": "Cell may be 4O4-555-O123" }),
            ],
        ),
    ];
    for (place, (phone, acts)) in acts.into_iter().enumerate() {
        let id = save_spelling(&app, "sure", "phone", place, &json!(phone)).await;
        for act in acts {
            browser.record(&id, act).await;
        }
    }
    wait_until_sent(&app).await;
    assert_eq!(app.outbox().len(), 4);
    let erase = ["leads", "erase", "--yes", "--phone", "404-555-0123"];
    let erased = run(&app, &erase).await;
    assert_contains(&erased.out, "1 more request may be this person's");
    assert_contains(&erased.out, "\nErased: 3 requests, 3 emails, 3 email files");
    assert_eq!(app.outbox().len(), 1);
    let left = app
        .query("SELECT FROM desk_events WHERE data::text LIKE '%0123%'")
        .await;
    assert!(left.is_empty(), "{left:?}");
}

#[actix_web::test]
async fn an_address_is_one_person_s_in_unicode_and_in_ascii() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    for (number, case) in cases("email").iter().enumerate() {
        let saved = async |line: usize, email: &Value| {
            let phone = format!("404-555-02{number}{line}");
            let message = message("12 Oak Street", "Oak");
            save(
                &app,
                json!({ "email": email, "phone": phone, "message": message }),
            )
            .await
        };
        let typed = saved(1, &case["typed"]).await;
        let ascii = saved(2, &case["mailbox"]).await;
        let related = browser.get(&format!("/leads/{typed}")).await.json()["related"].clone();
        assert_eq!(related[0]["id"], ascii, "{case}");
        let contacts = browser.lead(&typed).await["contacts"].clone();
        assert!(
            contacts.as_array().unwrap().contains(&case["mailbox"]),
            "{contacts}"
        );
        let email = case["mailbox"].as_str().unwrap();
        wait_until_sent(&app).await;
        let erased = run(&app, &["leads", "erase", "--yes", "--email", email]).await;
        assert_contains(&erased.out, "\nErased: 2 requests");
    }
}

#[actix_web::test]
async fn an_address_names_its_town_and_its_words_stay_apart_in_a_calendar() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let visit = json!({ "kind": "visit-set", "visitAt": "2026-11-24T14:00:00Z" });
    let company: Value = serde_json::from_str(include_str!("../../../company.json")).unwrap();
    let areas = company["areas"].as_array().unwrap();
    // Another company may have other towns.
    let is_ours = |town: &Value| {
        let mut towns = areas.iter().map(|area| area["towns"].as_array().unwrap());
        towns.any(|towns| towns.contains(town))
    };
    for case in cases("address") {
        let typed = case["typed"].as_str().unwrap();
        let details = cases("details")[0]["typed"].as_str().unwrap().to_owned();
        let id = save(&app, json!({ "message": message(typed, &details) })).await;
        let town = Some(&case["town"]).filter(|town| is_ours(town));
        assert_eq!(browser.lead(&id).await["town"], json!(town), "{case}");
        browser.record(&id, visit.clone()).await;
        let file = browser.get(&format!("/leads/{id}/visit.ics")).await.text;
        let place = typed.replace('\t', " ").replace(',', "\\,");
        for line in [
            format!("LOCATION:{place}"),
            "\\nTwo pines one oak".to_owned(),
        ] {
            assert!(
                file.replace("\r\n ", "").contains(&line),
                "{line} is not in {file}"
            );
        }
    }
}
