//! Leads are listed, searched, and changed.

use serde_json::json;
use uuid::Uuid;
use validator_wasm::company::PLACEHOLDER_EMAIL;

use super::{Browser, save, save_suspect, spawn};
use crate::{
    app::{Answer, estimate, with},
    server::openapi::limit,
};

#[actix_web::test]
async fn a_lead_is_shown_as_the_visitor_typed_it() {
    let app = spawn().await;
    let script = "<script>alert(1)</script>";
    let form = with(
        estimate(),
        json!({ "lastName": script, "address": script, "message": script, "urgency": "emergency" }),
    );
    Answer::to(app.send_form(&form)).await.expect(303);
    let saved = app.database.site_forms().await;
    let id = saved[0]["id"].as_str().unwrap().to_owned();
    let browser = Browser::of_owner(&app).await;
    let note = json!({ "kind": "noted", "text": script });
    browser.record(&id, note).await;
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
        ("events", json!(1)),
        ("answeredAt", json!(null)),
        ("suspect", json!(false)),
    ] {
        assert_eq!(lead[key], value, "{key}");
    }
    assert!(lead["createdAt"].as_str().unwrap().ends_with('Z'));
}

#[actix_web::test]
async fn a_lead_tells_what_its_person_has_ordered_before() {
    let app = spawn().await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, status, won, created_at",
            &"SELECT lead.*, now() - row_number() OVER () * interval '1 hour' FROM (VALUES
                 ('newest', 'jane@gmail.com', '404-555-0123', 'Oak', 's', 'new', NULL),
                 ('again', 'sam@gmail.com', '770-555-0123', 'Oak', 's', 'new', NULL),
                 ('no number', 'PLACEHOLDER', 'none', 'Oak', 's', 'new', NULL),
                 ('both', 'JANE@gmail.com', '+1 (404) 555-0123', 'Oak', 's', 'won', 900000),
                 ('number', 'PLACEHOLDER', '404.555.0123', 'Oak', 's', 'won', 12500),
                 ('lost', 'jane@gmail.com', '404-555-0123', 'Oak', 's', 'lost', NULL),
                 ('other', 'PLACEHOLDER', 'unknown', 'Oak', 's', 'won', 100),
                 ('amount unknown', 'sam@gmail.com', '1', 'Oak', 's', 'won', NULL)) AS lead"
                .replace("PLACEHOLDER", PLACEHOLDER_EMAIL),
        )
        .await;
    let browser = Browser::of_owner(&app).await;
    let page = browser.get("/leads").await.json();
    let leads = page["leads"].as_array().unwrap();
    for (name, ordered) in [
        ("newest", json!(912_500)),
        ("both", json!(12_500)),
        ("number", json!(null)),
        ("again", json!(0)),
        ("no number", json!(null)),
    ] {
        let lead = leads.iter().find(|lead| lead["name"] == name).unwrap();
        assert_eq!(lead["orderedBefore"], ordered, "{name}");
    }
}

#[actix_web::test]
async fn a_lead_is_taken_apart_as_far_as_its_text_allows() {
    let app = spawn().await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, created_at, suspect, spam_signs",
            &r"SELECT 'Jane Doe', 'PLACEHOLDER', '404-555-0123', message, 's',
                 '2026-09-10T00:26:40.123456Z', true, '{honeypot, of-tomorrow}'
             FROM (VALUES
                 (E'Service: Storm Damage\nUrgency: Emergency\nAddress: 12 Oak Street\n  Decatur\nDetails:\n<b>'),
                 ('Please call me')
             ) AS lead (message)"
                .replace("PLACEHOLDER", PLACEHOLDER_EMAIL),
        )
        .await;
    let browser = Browser::of_owner(&app).await;
    for (details, other) in [
        (
            "<b>",
            json!({
                "service": "Storm Damage", "urgency": "emergency", "urgencyLabel": "Emergency",
                "address": "12 Oak Street Decatur", "emergency": true,
            }),
        ),
        (
            "Please call me",
            json!({
                "service": null, "urgency": null, "urgencyLabel": null, "address": null,
                "emergency": false,
            }),
        ),
    ] {
        let found = format!("SELECT id FROM site_forms WHERE message LIKE '%{details}'");
        let id = app.query(&found).await[0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let lead = browser.lead(&id).await;
        assert_eq!(lead["details"], details);
        for (key, value) in other.as_object().unwrap() {
            assert_eq!(lead[key], *value, "{key}");
        }
        assert_eq!(lead["createdAt"], "2026-09-10T00:26:40.123456Z");
        assert_eq!(lead["email"], json!(null));
        assert_eq!(lead["signals"].as_array().unwrap().len(), 2);
        assert_eq!(lead["signals"][1], "of-tomorrow");
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
        "list=",
        "list=open",
        "limit=0",
        "limit=201",
        "limit=x",
        "after=",
        "after=forged",
        "after=-1.01a20319b1137023b0b5e62792ba10f1",
        "after=1",
        "after=.01a20319b1137023b0b5e62792ba10f1",
        "after=%2B1.01a20319b1137023b0b5e62792ba10f1",
        "after=999999999999999999.01a20319b1137023b0b5e62792ba10f1",
        "after=1.01A20319B1137023B0B5E62792BA10F1",
        "after=1.01a20319b1137023b0b5e62792ba10f10",
        "after=1.%7B01a20319-b113-7023-b0b5-e62792ba10%7D",
        "search=%00",
        &format!("{search}x"),
        "list=now&list=spam",
    ] {
        browser.get(&format!("/leads?{query}")).await.api_error(400);
    }
    browser.get("/changes?since=yesterday").await.api_error(400);
    // A forged cursor only determines where the page begins.
    let id = Uuid::new_v4().simple();
    browser
        .get(&format!("/leads?after=1795363200000000.{id}"))
        .await
        .expect(200);
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
    let mary = save(&app, other).await;
    let browser = Browser::of_owner(&app).await;
    let note = json!({ "kind": "noted", "text": "Gate code 4711" });
    browser.record(&mary, note).await;
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
        ("JURGEN", "Jürgen"),
        ("oak jurgen", "Jürgen"),
        ("mary oak", ""),
        ("roe 0199", "Mary"),
        ("elm ct", "Mary"),
        ("7 Elm Ct.", "Mary"),
        ("elm street", ""),
        ("gate 4711", "Mary"),
        (".*", ""),
        ("[a-z]", ""),
        ("m|j", ""),
        ("(", ""),
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
    // The confirmation shows the end of the id.
    assert_eq!(found(&mary[32..].to_uppercase()).await, "Mary");
}

#[actix_web::test]
async fn what_is_in_a_name_or_number_is_found_first_and_pages_go_on_in_that_order() {
    let app = spawn().await;
    // Each is later than the one before; every third has the word in its name, and some in both texts.
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, created_at",
            "SELECT CASE number % 3 WHEN 0 THEN 'Oak ' ELSE 'Elm ' END || number, 'a@b.example',
                 '404-555-0123', CASE number % 2 WHEN 0 THEN 'An oak' ELSE 'A ôak' END, 's',
                 now() - interval '1 hour' + number / 2 * interval '1 second'
             FROM generate_series(1, 12) AS number",
        )
        .await;
    let browser = Browser::of_owner(&app).await;
    let all = browser.names("search=oak").await;
    let (named, others) = all.split_at(4);
    assert_eq!(named, ["Oak 12", "Oak 9", "Oak 6", "Oak 3"]);
    assert_eq!(others.len(), 8);
    assert!(others.iter().all(|name| name.starts_with("Elm")));
    for size in 1..=5 {
        let mut paged = Vec::new();
        let mut after = String::new();
        loop {
            let page = browser
                .get(&format!("/leads?search=oak&limit={size}{after}"))
                .await;
            let page = page.json();
            let leads = page["leads"].as_array().unwrap().iter();
            paged.extend(leads.map(|lead| lead["name"].as_str().unwrap().to_owned()));
            let Some(next) = page["next"].as_str() else {
                break;
            };
            after = format!("&after={next}");
        }
        assert_eq!(paged, all, "pages of {size}");
    }
    assert_eq!(browser.names("search=0123&limit=1").await.len(), 1);
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
    assert_eq!(browser.names("list=spam").await, ["Jane Doe"]);
    assert_eq!(browser.names("list=now").await, [""; 0]);
}

/// Typing one spelling finds each other spelling in its row.
#[actix_web::test]
async fn what_is_typed_in_another_way_is_found() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let save = async |name: &str| {
        app.execute(&format!(
            "DELETE FROM site_forms;
             INSERT INTO site_forms (full_name, email, phone, message, site_name)
             VALUES ('{}', 'x@y.example', '1', '', 's')",
            name.replace('\'', "''")
        ))
        .await;
    };
    for forms in [
        &[
            "Bonnie O'Neil",
            "Bonnie O\u{2019}Neil",
            "bonnie o\u{2018}neil",
            "Bonnie O\u{2bc}Neil",
        ][..],
        &[
            "Ann Smith-Jones",
            "Ann Smith\u{2013}Jones",
            "Ann Smith\u{2011}Jones",
            "Ann Smith\u{2010}jones",
        ],
        &[
            "Tanaka 12",
            "\u{ff34}\u{ff41}\u{ff4e}\u{ff41}\u{ff4b}\u{ff41}\u{3000}\u{ff11}\u{ff12}",
        ],
        &["Zo\u{eb} Gro\u{df}", "zoe\u{308} Gross"],
        &["Ol\u{ad}ga", "Olga"],
    ] {
        for stored in forms {
            save(stored).await;
            for typed in forms {
                assert_eq!(
                    browser.names(&format!("search={typed}")).await.len(),
                    1,
                    "{typed} in {stored}"
                );
            }
        }
    }
    for (stored, typed, is_found) in [
        ("Sofía Hernández", "sofia", true),
        ("Sofia", "SOFÍA", true),
        ("Sofi\u{301}a", "sofia", true),
        ("Sofía", "sofi\u{301}a", true),
        ("Sofa", "sofia", false),
        ("Nguyễn", "nguyen", true),
        ("Иван", "иван", true),
        ("樹", "樹", true),
        ("1 Oak Parkway", "Pkwy", true),
        ("1 Oak Pkwy", "parkway", true),
        ("1 Oak St, Decatur", "street", true),
        ("1 Oak St.", "Street,", true),
        ("1 Oak Street", "St.", true),
        ("1 Stone Way", "st", true),
        ("1 Stone Way", "street", false),
        ("1 Oak Way", "north", false),
        ("acb", "a.b", false),
        ("ab", "a.*b", false),
        ("12 Oak", "12", true),
    ] {
        save(stored).await;
        let found = browser.names(&format!("search={typed}")).await.len();
        assert_eq!(found == 1, is_found, "{typed} in {stored}");
    }
    // Characters with a meaning in patterns are literal here.
    for text in [
        "50%", "of_a", r"a\b", "[a", "(a", "a)", "a|b", "^", "$", ".*", "***:x", "{2}", "a.b",
    ] {
        for (stored, count) in [(text, 1), ("b", 0)] {
            save(stored).await;
            let query = format!("search={}", text.replace('%', "%25"));
            assert_eq!(
                browser.names(&query).await.len(),
                count,
                "{text} in {stored}"
            );
        }
    }
    let numbers = [
        "404-555-0123",
        "+1 (404) 555-0123",
        "001 404 555 0123",
        "1.404.555.0123",
        "\u{ff14}\u{ff10}\u{ff14}\u{2010}\u{ff15}\u{ff15}\u{ff15}\u{2010}\u{ff10}\u{ff11}\u{ff12}\u{ff13}",
        "404 555 0123 ext. 4",
        "(404) 555\u{2013}0123 x4",
    ];
    for stored in numbers {
        app.execute(&format!(
            "DELETE FROM site_forms;
             INSERT INTO site_forms (full_name, email, phone, message, site_name)
             VALUES ('Jane', 'a@b.example', '{stored}', 'Oak', 's')"
        ))
        .await;
        for typed in
            numbers
                .into_iter()
                .chain(["555-0123", "4045550123", "14045550123", "+1 404", "0123"])
        {
            let query = format!("search={}", typed.replace('+', "%2B"));
            assert_eq!(browser.names(&query).await.len(), 1, "{typed} in {stored}");
        }
        assert_eq!(
            browser.names("search=404-555-0124").await.len(),
            0,
            "{stored}"
        );
    }
}

#[actix_web::test]
async fn other_requests_of_the_same_number_or_address_stand_on_a_lead() {
    let app = spawn().await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, status, created_at",
            "SELECT name, email, phone, 'Oak', 's', status, now() - age * interval '1 day'
             FROM (VALUES
                 ('Number', 'a@mail.com', '+1 404 555 0123', 'won', 1),
                 ('Address', ' JANE.DOE@gmail.com', '1', 'new', 2),
                 ('Junk', 'jane.doe@gmail.com', '404-555-0123', 'spam', 3),
                 ('Other', 'b@mail.com', '404-555-0124', 'new', 4),
                 ('Nobody', 'none-given@canopybrothers.invalid', '1', 'new', 5)
             ) AS lead (name, email, phone, status, age)",
        )
        .await;
    let id = save(&app, json!({})).await;
    let browser = Browser::of_owner(&app).await;
    let related = async |id: &str| {
        let lead = browser.get(&format!("/leads/{id}")).await.json();
        let names = lead["related"].as_array().unwrap().iter();
        names
            .map(|lead| lead["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(related(&id).await, ["Number", "Address"]);
    let none_given = json!({ "email": validator_wasm::PLACEHOLDER_EMAIL, "phone": "404-555-0100" });
    let nobody = save(&app, none_given).await;
    assert_eq!(related(&nobody).await, [""; 0]);
    app.execute("UPDATE site_forms SET phone = '404.555.0123' WHERE full_name <> 'Jane Doe'")
        .await;
    assert_eq!(related(&id).await, ["Number", "Address", "Other", "Nobody"]);
}
