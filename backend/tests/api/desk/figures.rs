//! The desk's figures.

use serde_json::{Value, json};

use super::{Browser, spawn};
use crate::app::{Answer, TestApp};

async fn figures(app: &TestApp, weeks: u8) -> Value {
    let browser = Browser::of_owner(app).await;
    let answer = browser.get(&format!("/figures?weeks={weeks}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Saves a lead that came at an expression's time, with a message's first lines and other columns.
async fn insert(app: &TestApp, created_at: &str, head: &str, more: &[(&str, &str)]) {
    let message = format!("E'{head}\\nAddress: 1 Oak Street\\nDetails:\\nService: Nothing'");
    let always = [
        ("full_name", "'Jane Doe'"),
        ("email", "'a@b.example'"),
        ("phone", "'404-555-0123'"),
        ("site_name", "'s'"),
        ("message", &message),
        ("created_at", created_at),
    ];
    let (columns, values): (Vec<_>, Vec<_>) = always.iter().chain(more).copied().unzip();
    let (columns, values) = (columns.join(", "), values.join(", "));
    app.database
        .execute(&format!(
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
        format!("('{monday}'::timestamp AT TIME ZONE 'America/New_York')")
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
        app.database
            .execute(&format!(
                "INSERT INTO phone_clicks (created_at) VALUES ({time})"
            ))
            .await;
    }
    let counted = figures(&app, 4).await;
    for (week, count) in [2, 0, 1, 1].into_iter().enumerate() {
        assert_eq!(counted["weeks"][week]["leads"], count, "{week}");
        assert_eq!(counted["weeks"][week]["clicks"], count, "{week}");
    }
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
    let hours = |hours| format!("now() - interval '{hours} hours'");
    let answered = |minutes| format!("now() - interval '3 hours' + interval '{minutes} minutes'");
    for (created_at, head, more) in [
        // Answered at the last moment of the hour, later, not yet, and still in time.
        (
            hours(3),
            removal,
            [
                ("answered_at", &*answered(60)),
                ("status", "'won'"),
                ("city", "'Decatur'"),
                ("referrer", "'http://localhost:8080/pruning?utm=1'"),
            ],
        ),
        (
            hours(3),
            removal,
            [
                ("answered_at", &answered(61)),
                ("status", "'lost'"),
                ("city", "''"),
                ("referrer", "''"),
            ],
        ),
        (
            hours(3),
            removal,
            [
                ("answered_at", "NULL"),
                ("status", "'new'"),
                ("city", "NULL"),
                ("referrer", "NULL"),
            ],
        ),
        (
            hours(0),
            removal,
            [
                ("answered_at", "NULL"),
                ("status", "'new'"),
                ("city", "'Decatur'"),
                ("referrer", "'http://localhost:8080/pruning#oak'"),
            ],
        ),
        (
            hours(3),
            storm,
            [
                ("answered_at", &answered(1)),
                ("status", "'won'"),
                ("city", "'Tucker'"),
                ("referrer", "'https://www.google.com/'"),
            ],
        ),
        (
            hours(3),
            "Oak",
            [
                ("answered_at", "NULL"),
                ("status", "'new'"),
                ("city", "'Tucker'"),
                ("referrer", "'https://www.google.com/'"),
            ],
        ),
        // Apart.
        (
            hours(3),
            removal,
            [
                ("suspect", "true"),
                ("status", "'new'"),
                ("city", "'Tucker'"),
                ("referrer", "NULL"),
            ],
        ),
        (
            hours(3),
            removal,
            [
                ("suspect", "false"),
                ("status", "'spam'"),
                ("city", "'Tucker'"),
                ("referrer", "NULL"),
            ],
        ),
    ] {
        insert(
            &app,
            &created_at,
            head,
            &[&more[..], &[("state", "'GA'")]].concat(),
        )
        .await;
    }
    app.database
        .execute(
            "INSERT INTO phone_clicks (referrer) VALUES ('http://localhost:8080/pruning'), (NULL)",
        )
        .await;
    let figures = figures(&app, 12).await;
    for (key, expected) in [
        (
            "pages",
            json!([
                { "name": "/pruning", "leads": 2, "clicks": 1 },
                { "name": "Opened directly", "leads": 2, "clicks": 1 },
                { "name": "google.com", "leads": 2, "clicks": 0 },
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
            "areas",
            json!([
                { "name": "Decatur, GA", "leads": 2 },
                { "name": "GA", "leads": 2 },
                { "name": "Tucker, GA", "leads": 2 },
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
