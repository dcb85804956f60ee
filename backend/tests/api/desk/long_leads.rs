//! Hundreds of leads as long as a request may be.

use std::time::Duration;

use super::{Browser, PEOPLE, spawn};
use crate::app::TestApp;

/// The number of leads: more than a list has.
const LEADS: usize = 201;

/// The characters of each lead's details.
const LONG: usize = 240_000;

#[actix_web::test]
async fn they_are_searched_and_downloaded_whole() {
    let app = spawn().await;
    // Each has its own words. To compress them takes longer than all the rest.
    app.execute(&format!(
        "ALTER TABLE site_forms
             ALTER message SET STORAGE EXTERNAL, ALTER details SET STORAGE EXTERNAL;
         WITH text AS (
             SELECT left(string_agg(md5(n::text), ' '), {LONG}) AS details FROM generate_series(1, 7300) AS n
         )
         INSERT INTO site_forms (full_name, email, phone, message, site_name, details, created_at)
         SELECT 'Long ' || i, 'jane@mail.com', '404-555-0123', i || details, 's', i || details,
             now() - i * interval '1 minute'
         FROM text, generate_series(1, {LEADS}) AS i"
    ))
    .await;
    let browser = Browser::of_owner(&app).await;
    assert_eq!(browser.names("search=nobody&limit=200").await.len(), 0);
    assert_eq!(browser.names("search=long&limit=200").await.len(), 200);

    let file = browser.get("/leads.csv").await.expect(200);
    assert_eq!(
        file.text.matches("\r\n\"20").count() + file.text.matches("\r\n20").count(),
        LEADS
    );
    assert!(file.text.len() > LEADS * LONG);

    let id = app.query("SELECT id FROM site_forms LIMIT 1").await[0]["id"].clone();
    let path = format!("/leads/{}/person.json", id.as_str().unwrap());
    let data = browser.get(&path).await.expect(200).json();
    assert_eq!(data["requests"].as_array().unwrap().len(), LEADS);
    assert!(data["call_clicks"].is_array() && data["mails"].is_array());
}

#[actix_web::test]
async fn a_word_far_into_a_text_is_not_searched_for() {
    let app = spawn().await;
    let lead = |name: &str, before: usize| {
        let message = format!("repeat('oak ', {}) || 'hemlock'", before / 4);
        format!("('{name}', 'a@b.example', '1', {message}, 's')")
    };
    let leads = [lead("Near", 3_900), lead("Far", 4_100)].join(", ");
    let columns = "full_name, email, phone, message, site_name";
    app.database
        .insert_leads(columns, &format!("VALUES {leads}"))
        .await;
    let browser = Browser::of_owner(&app).await;
    assert_eq!(browser.names("search=hemlock").await, ["Near"]);
    assert_eq!(browser.names("search=oak").await.len(), 2);
}

#[actix_web::test]
async fn a_search_that_takes_too_long_says_so() {
    let settings = [("DESK_EMAILS", PEOPLE)];
    let app = TestApp::spawn_within(&settings, |deadlines| {
        deadlines.statement = Duration::from_secs(1);
    })
    .await;
    let columns = "full_name, email, phone, message, site_name";
    app.database
        .insert_leads(columns, "VALUES ('Jane', 'a@b.example', '1', 'Oak', 's')")
        .await;
    let browser = Browser::of_owner(&app).await;
    let locked = crate::database::connect(&app.database.url).await;
    locked
        .batch_execute("BEGIN; LOCK site_forms")
        .await
        .unwrap();
    let answer = browser.get("/leads?search=oak").await;
    assert_eq!(
        answer.api_error(503),
        "The database took too long. Try again in a moment."
    );
}
