//! The desk's lists: which leads each contains, and in which order.

use serde_json::{Value, json};

use super::{Browser, company, spawn};
use crate::app::TestApp;

/// A lead: its name, its status, whether it is an emergency, whether it is suspect, and when it was
/// saved and is next due, in minutes from now.
type Row<'a> = (&'a str, &'a str, bool, bool, i32, Option<i32>);

async fn insert(app: &TestApp, rows: &[Row<'_>]) {
    for (name, status, emergency, suspect, created, next) in rows {
        let urgency = if *emergency { "emergency" } else { "routine" };
        let next = next.map_or("NULL".to_owned(), |next| {
            format!("now() + {next} * interval '1 min'")
        });
        app.database
            .insert_leads(
                "full_name, email, phone, message, site_name, service, urgency, address, details,
                 status, emergency, suspect, created_at, next_at",
                &format!(
                    "VALUES ('{name}', 'a@b.example', '1', 'Oak', 's', '', '{urgency}', '', '',
                         '{status}', {emergency}, {suspect}, now() + {created} * interval '1 min', {next})"
                ),
            )
            .await;
    }
}

/// Returns all names of a list, read in pages of this size.
async fn names(browser: &Browser<'_>, query: &str, size: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut after = String::new();
    loop {
        let page = browser
            .get(&format!("/leads?{query}&limit={size}{after}"))
            .await
            .json();
        let leads = page["leads"].as_array().unwrap();
        assert!(leads.len() <= size);
        names.extend(
            leads
                .iter()
                .map(|lead| lead["name"].as_str().unwrap().to_owned()),
        );
        match &page["next"] {
            Value::String(next) => after = format!("&after={next}"),
            _ => return names,
        }
    }
}

const HOUR: i32 = 60;
const DAY: i32 = 24 * HOUR;

#[actix_web::test]
async fn emergencies_come_first_then_new_leads_then_what_is_due_this_week_then_the_others() {
    let app = spawn().await;
    let promise = company()["replyWithinHours"].as_i64().unwrap();
    let old = -HOUR * (i32::try_from(promise).unwrap() + 6);
    insert(
        &app,
        &[
            ("due", "called", false, false, -DAY, Some(-10)),
            ("overdue", "quoted", false, false, -4 * DAY, Some(-3 * HOUR)),
            ("old", "quoted", false, false, -40 * DAY, Some(-30 * DAY)),
            ("a week", "called", false, false, -9 * DAY, Some(-7 * DAY)),
            ("days", "quoted", false, false, -9 * DAY, Some(-7 * DAY + 5)),
            ("new", "new", false, false, -HOUR, Some(-HOUR)),
            ("old new", "new", false, false, old, Some(old)),
            ("emergency", "new", true, false, -5, Some(-5)),
            ("rang", "no-answer", true, false, -5 * HOUR, Some(-2 * HOUR)),
            ("reached", "called", true, false, -DAY, Some(-4 * HOUR)),
            ("unsure", "new", true, true, -30, Some(-30)),
            ("suspect", "new", false, true, -3, Some(-3)),
            ("junk", "spam", true, true, -2, None),
            ("tomorrow", "called", false, false, -DAY, Some(DAY)),
            ("in an hour", "no-answer", true, false, -DAY, Some(HOUR)),
            ("postponed", "new", false, false, -DAY, Some(2 * HOUR)),
            ("won", "won", false, false, -2 * DAY, None),
            ("lost", "lost", true, false, -DAY, None),
        ],
    )
    .await;
    let browser = Browser::of_owner(&app).await;
    let now = "rang, unsure, emergency, in an hour, old new, new, days, reached, overdue, due, old, a week";
    for (list, expected) in [
        ("now", now),
        ("later", "postponed, tomorrow"),
        ("done", "lost, won"),
        ("spam", "junk, suspect"),
    ] {
        for size in [200, 1, 3] {
            let names = names(&browser, &format!("list={list}"), size).await;
            assert_eq!(names.join(", "), expected, "{list}, pages of {size}");
        }
    }
    let changes = browser.get("/changes").await.json();
    let counts = json!({ "now": 12, "emergencies": 4, "later": 2, "spam": 1, "undelivered": 0 });
    assert_eq!(changes["counts"], counts);

    // Leads that become overdue earlier come first.
    let page = browser.get("/leads?list=now").await.json();
    let late: Vec<&str> = page["leads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lead| lead["lateAt"].as_str().unwrap())
        .collect();
    for part in [&late[..4], &late[4..6], &late[6..10], &late[10..]] {
        assert!(part.is_sorted(), "{late:?}");
    }
}

#[actix_web::test]
async fn every_lead_is_in_one_list_and_pages_show_it_once() {
    let app = spawn().await;
    // All leads have the same times, across page boundaries.
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, created_at, service, status, suspect,
             emergency, urgency, next_at",
            "SELECT 'Lead ' || concat_ws(' ', status, suspect, emergency, next), 'a@b.example', '1',
                 'Oak', 's', '2026-01-01', '', status, suspect, emergency,
                 CASE WHEN emergency THEN 'emergency' ELSE '' END, next::timestamptz
             FROM unnest(ARRAY['new', 'called', 'no-answer', 'quoted', 'won', 'lost', 'spam']) AS status,
                 unnest(ARRAY[true, false]) AS suspect,
                 unnest(ARRAY[true, false]) AS emergency,
                 unnest(ARRAY[NULL, '2026-02-01', '2099-01-01']) AS next",
        )
        .await;
    let browser = Browser::of_owner(&app).await;
    let mut all = Vec::new();
    for list in ["now", "later", "done", "spam"] {
        all.extend(names(&browser, &format!("list={list}"), 7).await);
        // The desk applies the same rule to events that are not sent yet.
        let page = browser.get(&format!("/leads?list={list}")).await.json();
        for lead in page["leads"].as_array().unwrap() {
            assert_eq!(lead["hidden"], list == "spam", "{lead}");
        }
    }
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!((count, all.len()), (7 * 2 * 2 * 3, 7 * 2 * 2 * 3));
    assert_eq!(names(&browser, "", 50).await.len(), count);
}

#[actix_web::test]
async fn visits_are_those_of_today_and_later_in_their_order() {
    let app = spawn().await;
    let now = Some(-1);
    insert(
        &app,
        &[
            ("in three days", "quoted", false, false, -DAY, now),
            ("in two days", "won", false, false, -DAY, None),
            ("last week", "called", false, false, -DAY, now),
            ("lost", "lost", false, false, -DAY, None),
            ("this minute", "called", false, false, -DAY, now),
            ("junk", "spam", false, false, -DAY, None),
            ("none", "called", false, false, -DAY, now),
        ],
    )
    .await;
    app.execute(
        "INSERT INTO appointments (lead_id, id, begins_at, ended, data)
         SELECT id, gen_random_uuid(), now() + CASE full_name
                 WHEN 'in three days' THEN interval '3 days' WHEN 'last week' THEN interval '-7 days'
                 WHEN 'this minute' THEN interval '0' ELSE interval '2 days' END,
             CASE full_name WHEN 'lost' THEN 'done' WHEN 'in three days' THEN 'called-off' END, '{}'
         FROM site_forms, generate_series(1, 2) WHERE full_name <> 'none'",
    )
    .await;
    let browser = Browser::of_owner(&app).await;
    for size in [50, 1] {
        assert_eq!(
            names(&browser, "list=visits", size).await,
            ["this minute", "in two days", "in three days"]
        );
    }
}
