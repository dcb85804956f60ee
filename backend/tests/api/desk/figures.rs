//! The desk's figures.

use backend::company::time_zone;
use serde_json::{Value, json};
use uuid::Uuid;
use validator_wasm::lead::parse_message;

use super::{Browser, spawn};
use crate::app::{Answer, TestApp, with};

async fn figures(app: &TestApp, weeks: u8) -> Value {
    let browser = Browser::of_owner(app).await;
    let answer = browser
        .get(&format!("/figures?weeks={weeks}"))
        .await
        .expect(200);
    answer.json()
}

/// Inserts a lead of the time in an SQL expression, with a message's first lines and more columns.
async fn insert(app: &TestApp, created_at: &str, head: &str, more: &[(&str, &str)]) {
    let message = format!("{head}\nAddress: 1 Oak Street\nDetails:\nService: Nothing");
    let estimate = parse_message(&message);
    let [message, service] = [&message, &estimate.service].map(|text| format!("'{text}'"));
    let emergency = estimate.is_emergency().to_string();
    let always = [
        ("full_name", "'Jane Doe'"),
        ("email", "'a@b.example'"),
        ("phone", "'404-555-0123'"),
        ("site_name", "'s'"),
        ("message", &message),
        ("service", &service),
        ("emergency", &emergency),
        ("created_at", created_at),
    ];
    let (columns, values): (Vec<_>, Vec<_>) = always.iter().chain(more).copied().unzip();
    let (columns, values) = (columns.join(", "), values.join(", "));
    app.execute(&format!(
        "INSERT INTO site_forms ({columns}) VALUES ({values})"
    ))
    .await;
}

#[actix_web::test]
async fn leads_and_clicks_are_counted_in_the_week_in_which_they_came() {
    let app = spawn().await;
    let empty = figures(&app, 4).await;
    let weeks = empty["weeks"].as_array().unwrap();
    assert_eq!(weeks.len(), 4);
    let begins = |week: usize| {
        let monday = weeks[week]["from"].as_str().unwrap();
        format!(
            "('{monday}'::timestamp AT TIME ZONE '{}')",
            time_zone::name()
        )
    };
    let microsecond = "interval '1 microsecond'";
    for time in [
        format!("{} - {microsecond}", begins(0)),
        begins(0),
        format!("{} - {microsecond}", begins(1)),
        begins(2),
        "now()".to_owned(),
    ] {
        insert(&app, &time, "Service: Tree Removal\nUrgency: Routine", &[]).await;
        app.execute(&format!(
            "INSERT INTO phone_clicks (created_at) VALUES ({time})"
        ))
        .await;
    }
    let counted = figures(&app, 4).await;
    for (week, count) in [2, 0, 1, 1].into_iter().enumerate() {
        assert_eq!(counted["weeks"][week]["leads"], count, "{week}");
    }
    assert_eq!(counted["clicks"], 4);
    let year = figures(&app, 52).await;
    assert_eq!(year["weeks"].as_array().unwrap().len(), 52);
    assert_eq!(year["weeks"][47]["leads"], 1);
    assert_eq!(
        year["services"],
        json!([{ "name": "Tree Removal", "leads": 5 }])
    );
}

#[actix_web::test]
async fn leads_are_counted_by_what_is_wanted_where_from_and_what_became_of_them() {
    let app = spawn().await;
    let removal = "Service: Tree Removal\nUrgency: Routine";
    let storm = "Service: Storm Damage\nUrgency: Emergency";
    let pruning = "http://localhost:8080/pruning";
    let google = "'https://www.google.com/'";
    let [by_tag, by_anchor] = ["?utm=1", "#oak"].map(|end| format!("'{pruning}{end}'"));
    for (ago, head, answered, suspect, status, referrer) in [
        // Answered at the end of the hour, answered later, overdue, and not yet due.
        (3, removal, Some(60), false, "won", &*by_tag),
        (3, removal, Some(61), false, "lost", "''"),
        (3, removal, None, false, "new", "NULL"),
        (0, removal, None, false, "new", &by_anchor),
        (3, storm, Some(1), false, "won", google),
        (3, "Oak", None, false, "new", google),
        // Counted separately.
        (3, removal, None, true, "new", "NULL"),
        (3, removal, None, false, "spam", "NULL"),
    ] {
        let after = |minutes| format!("now() - interval '3 hours' + interval '{minutes} minutes'");
        let answered = answered.map_or("NULL".to_owned(), after);
        let (suspect, status) = (suspect.to_string(), format!("'{status}'"));
        let more = [
            ("answered_at", &*answered),
            ("suspect", &suspect),
            ("status", &status),
            ("referrer", referrer),
        ];
        insert(
            &app,
            &format!("now() - interval '{ago} hours'"),
            head,
            &more,
        )
        .await;
    }
    let figures = figures(&app, 12).await;
    for (key, expected) in [
        (
            "pages",
            json!([
                { "name": "/pruning", "leads": 2 },
                { "name": "Opened directly", "leads": 2 },
                { "name": "google.com", "leads": 2 },
            ]),
        ),
        (
            "services",
            json!([
                { "name": "Tree Removal", "leads": 4 },
                { "name": "Not known", "leads": 1 },
                { "name": "Storm Damage", "leads": 1 },
            ]),
        ),
        (
            "answers",
            json!({
                "emergency": { "leads": 1, "withinHour": 1 },
                "other": { "leads": 4, "withinHour": 1 },
            }),
        ),
        ("statuses", json!({ "new": 3, "won": 2, "lost": 1 })),
        ("spam", json!(2)),
    ] {
        assert_eq!(figures[key], expected, "{key}");
    }
}

#[actix_web::test]
async fn amounts_calls_and_decisions_are_summed_up() {
    let app = spawn().await;
    let removal = "Service: Tree Removal\nUrgency: Routine";
    let storm = "Service: Storm Damage\nUrgency: Emergency";
    let called = |minutes: u32| {
        format!("ARRAY[now() - interval '3 hours' + interval '{minutes} minutes', now()]")
    };
    for (head, source, status, minutes, quoted, won) in [
        (removal, "form", "won", 10, "90050", "85025"),
        (removal, "form", "lost", 30, "150000", "NULL"),
        // A lead that was won and no longer is.
        (removal, "form", "quoted", 80, "10000", "10000"),
        (removal, "call", "won", 0, "NULL", "40000"),
        (storm, "form", "won", 2, "NULL", "NULL"),
        (storm, "form", "called", 5, "NULL", "NULL"),
        (removal, "form", "spam", 1, "7000", "7000"),
    ] {
        let (source, status) = (format!("'{source}'"), format!("'{status}'"));
        let more = [
            ("source", &*source),
            ("status", &status),
            ("calls", &called(minutes)),
            ("quoted", quoted),
            ("won", won),
            ("quoted_at", "now() - interval '1 hour'"),
            ("closed_at", "now() - interval '1 hour'"),
            (
                "answered_at",
                "now() - interval '3 hours' + interval '20 minutes'",
            ),
        ];
        insert(&app, "now() - interval '3 hours'", head, &more).await;
    }
    let old = [
        ("source", "'form'"),
        ("status", "'quoted'"),
        ("quoted", "200000"),
        ("quoted_at", "now() - interval '1 year'"),
    ];
    insert(&app, "now() - interval '1 year'", removal, &old).await;
    let figures = figures(&app, 4).await;
    assert_eq!(figures["cold"][0]["quoted"], 200_000);
    let weeks = figures["weeks"].as_array().unwrap().iter();
    let sum = |key: &str| -> i64 { weeks.clone().map(|week| week[key].as_i64().unwrap()).sum() };
    assert_eq!(
        ["leads", "entered", "quoted", "won", "lost"].map(sum),
        [6, 1, 250_050, 125_025, 1]
    );
    for (key, expected) in [
        ("decided", json!({ "won": 3, "lost": 1 })),
        ("lost", json!([{ "reason": null, "leads": 1 }])),
        (
            "out",
            json!({ "leads": 2, "amount": 210_000, "coldLeads": 1, "coldAmount": 200_000 }),
        ),
        // The medians of 2 and 5 minutes, and of 10, 30, and 80.
        ("firstCall", json!({ "emergency": 4.0, "other": 30.0 })),
        (
            "answers",
            json!({
                "emergency": { "leads": 2, "withinHour": 2 },
                "other": { "leads": 3, "withinHour": 3 },
            }),
        ),
    ] {
        assert_eq!(figures[key], expected, "{key}");
    }
}

#[actix_web::test]
async fn estimates_are_counted_by_how_far_the_customer_got() {
    let app = spawn().await;
    let head = "Service: Tree Removal\nUrgency: Routine";
    let recently = "now() - interval '1 hour'";
    let long_ago = "now() - interval '60 days'";
    let look = "2026-10-01T12:00:00Z";
    for (name, status, quoted, quoted_at, estimate) in [
        ("An amount alone", "quoted", "100", recently, json!(null)),
        ("New", "quoted", "200", recently, json!({})),
        (
            "Asks",
            "quoted",
            "400",
            recently,
            json!({ "firstLook": look, "decision": "asked" }),
        ),
        (
            "Accepted",
            "won",
            "800",
            recently,
            json!({ "firstLook": look, "decision": "accepted" }),
        ),
        (
            "Declined",
            "quoted",
            "1600",
            recently,
            json!({ "firstLook": look, "decision": "declined" }),
        ),
        (
            "Small",
            "quoted",
            "NULL",
            long_ago,
            json!({ "lastLook": look }),
        ),
        ("Large", "quoted", "6400", long_ago, json!({})),
        (
            "Seen",
            "quoted",
            "6400",
            long_ago,
            json!({ "lastLook": look }),
        ),
        (
            "Cold and declined",
            "quoted",
            "9900",
            long_ago,
            json!({ "decision": "declined" }),
        ),
        ("Spam", "spam", "9900", recently, json!({})),
    ] {
        let unread = json!({
            "id": Uuid::nil(), "firstLook": null, "lastLook": null, "decision": null, "waits": false
        });
        let estimate = match estimate {
            Value::Null => "NULL".to_owned(),
            estimate => format!("'{}'", with(unread, estimate)),
        };
        let (name, status) = (format!("'{name}'"), format!("'{status}'"));
        let more = [
            ("status", &*status),
            ("quoted", quoted),
            ("quoted_at", quoted_at),
            ("estimate", &estimate),
        ];
        insert(&app, quoted_at, head, &more).await;
        app.execute(&format!(
            "UPDATE site_forms SET full_name = {name} WHERE full_name = 'Jane Doe'"
        ))
        .await;
    }
    let figures = figures(&app, 4).await;
    assert_eq!(
        figures["estimates"],
        json!({ "offered": 4, "looked": 3, "accepted": 1, "declined": 1 })
    );
    let out = &figures["out"];
    assert_eq!(
        [&out["leads"], &out["amount"]],
        [6, 100 + 200 + 400 + 2 * 6400]
    );
    assert_eq!([&out["coldLeads"], &out["coldAmount"]], [3, 2 * 6400]);
    let cold = figures["cold"].as_array().unwrap().iter();
    let cold = cold.map(|it| [&it["name"], &it["quoted"], &it["estimate"]["lastLook"]]);
    assert_eq!(
        cold.collect::<Vec<_>>(),
        [
            [&json!("Seen"), &json!(6400), &json!(look)],
            [&json!("Large"), &json!(6400), &json!(null)],
            [&json!("Small"), &json!(null), &json!(look)],
        ]
    );
}

#[actix_web::test]
async fn what_happened_counts_in_the_week_in_which_it_did() {
    let app = spawn().await;
    let monday = figures(&app, 4).await["weeks"][1]["from"].clone();
    let monday = monday.as_str().unwrap();
    let at = format!(
        "('{monday}'::timestamp AT TIME ZONE '{}')",
        time_zone::name()
    );
    let before = format!("{at} - interval '1 microsecond'");
    let long_ago = "now() - interval '1 year'";
    let head = "Service: Tree Removal\nUrgency: Routine";
    for (status, quoted_at, closed_at, reason) in [
        ("won", &*before, &*at, "NULL"),
        ("lost", long_ago, &at, "'price'"),
        ("lost", long_ago, &at, "'price'"),
        ("lost", &at, &before, "'late'"),
        ("lost", long_ago, long_ago, "'elsewhere'"),
    ] {
        let status = format!("'{status}'");
        let more = [
            ("status", &*status),
            ("quoted", "100"),
            ("won", "300"),
            ("quoted_at", quoted_at),
            ("closed_at", closed_at),
            ("lost_reason", reason),
        ];
        insert(&app, long_ago, head, &more).await;
    }
    let figures = figures(&app, 4).await;
    let weeks = figures["weeks"].as_array().unwrap();
    for (week, quoted, won, lost) in [(0, 100, 0, 1), (1, 100, 300, 2), (2, 0, 0, 0)] {
        let week = &weeks[week];
        let counted = ["leads", "quoted", "won", "lost"].map(|key| week[key].as_i64().unwrap());
        assert_eq!(counted, [0, quoted, won, lost], "{week}");
    }
    assert_eq!(
        figures["lost"],
        json!([{ "reason": "price", "leads": 2 }, { "reason": "late", "leads": 1 }])
    );
    assert_eq!(figures["decided"], json!({ "won": 1, "lost": 3 }));
}

#[actix_web::test]
async fn only_the_periods_that_are_offered_are_read() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    for query in [
        "",
        "?weeks=",
        "?weeks=5",
        "?weeks=012",
        "?weeks=-4",
        "?weeks=4&weeks=12",
    ] {
        browser
            .get(&format!("/figures{query}"))
            .await
            .api_error(400);
    }
    let signed_out = Answer::to(app.get("/api/desk/figures?weeks=4")).await;
    signed_out.api_error(401);
}

#[actix_web::test]
async fn thousands_of_long_services_and_referrers_are_one_part() {
    let app = spawn().await;
    let https = "'https://tree-care.example/'";
    for _ in 0..2 {
        let more = [("referrer", https)];
        insert(
            &app,
            "now()",
            "Service: Tree Removal\nUrgency: Routine",
            &more,
        )
        .await;
    }
    app.execute(
        "INSERT INTO site_forms (full_name, email, phone, message, site_name, service)
         SELECT 'Jane', 'a@b.example', '1', 'Oak', 's', 'Service ' || number
         FROM generate_series(1, 9) AS number",
    )
    .await;
    let ten = figures(&app, 4).await["services"].clone();
    let ten = ten.as_array().unwrap();
    assert_eq!(ten.len(), 10);
    assert!(
        ten.iter().all(|part| part["name"] != "All others"),
        "{ten:?}"
    );
    app.execute(
            "INSERT INTO site_forms (full_name, email, phone, message, site_name, service, emergency, referrer)
             SELECT 'Jane', 'a@b.example', '1', 'Oak', 's', service, false, 'https://' || number || service
             FROM generate_series(1, 3000) AS number,
                 LATERAL (SELECT repeat('.oak' || number, 500) AS service) AS long",
        )
        .await;
    let counted = figures(&app, 4).await;
    assert!(counted.to_string().len() < 10_000, "{counted}");
    for (parts, first) in [("services", "Tree Removal"), ("pages", "tree-care.example")] {
        let parts = counted[parts].as_array().unwrap();
        assert_eq!(parts.len(), 10);
        let leads: i64 = parts
            .iter()
            .map(|part| part["leads"].as_i64().unwrap())
            .sum();
        assert_eq!(leads, 3011);
        assert_eq!(parts[9]["name"], "All others");
        assert!(
            parts
                .iter()
                .any(|part| part["name"] == first && part["leads"] == 2),
            "{parts:?}"
        );
    }
}
