//! A session is a cookie that can be revoked.

use serde_json::json;

use super::{Browser, OFFICE, PEOPLE, link, spawn, use_link};
use crate::app::{Answer, OWNER, TestApp};

#[actix_web::test]
async fn the_cookie_is_kept_from_scripts_other_sites_and_plain_http() {
    let plain = spawn().await;
    let answer = Answer::to(use_link(&plain, &link(&plain, OWNER).await)).await;
    let (value, attributes) = answer.header("set-cookie").split_once("; ").unwrap();
    assert!(value.starts_with("desk="), "{value}");
    assert_eq!(value.len(), "desk=".len() + 43);
    assert_eq!(
        attributes,
        "HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000"
    );

    let settings = [
        ("DESK_EMAILS", PEOPLE),
        ("PUBLIC_URL", "https://www.example.com"),
    ];
    let secure = TestApp::spawn_with(&settings).await;
    let browser = Browser::of_owner(&secure).await;
    assert!(browser.cookie.starts_with("__Host-desk="));
    let shown = browser.get("/session").await;
    assert_eq!(shown.json()["email"], OWNER);
    let answer = Answer::to(use_link(&secure, &link(&secure, OWNER).await)).await;
    let attributes = "; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=2592000";
    assert!(
        answer.header("set-cookie").ends_with(attributes),
        "{answer:?}"
    );
    // Another host of the domain could set a cookie without the prefix.
    let unprefixed = browser.cookie.strip_prefix("__Host-").unwrap();
    let request = secure.get("/api/desk/session").header("cookie", unprefixed);
    Answer::to(request).await.expect(401);
}

#[actix_web::test]
async fn signing_out_ends_the_session_here_or_everywhere() {
    let app = spawn().await;
    let phone = Browser::of_owner(&app).await;
    let tablet = Browser::of_owner(&app).await;
    let desktop = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let status = async |browser: &Browser<'_>| browser.get("/session").await.status.as_u16();

    let left = phone.send("DELETE", "/session", &json!({})).await;
    assert_eq!(left.json(), json!({ "success": true }));
    assert!(left.header("set-cookie").starts_with("desk=; "), "{left:?}");
    assert!(left.header("set-cookie").ends_with("Max-Age=0"), "{left:?}");
    assert_eq!([status(&phone).await, status(&tablet).await], [401, 200]);

    let unused = link(&app, OWNER).await;
    let everywhere = "/session?everywhere=true";
    assert_eq!(
        tablet.send("DELETE", everywhere, &json!({})).await.status,
        200
    );
    assert_eq!([status(&tablet).await, status(&desktop).await], [401, 401]);
    assert_eq!(status(&office).await, 200);
    Answer::to(use_link(&app, &unused)).await.expect(401);
    tablet.get("/leads").await.api_error(401);
}

#[actix_web::test]
async fn a_session_ends_thirty_days_after_it_was_used_or_a_year_after_it_began_or_with_its_address()
{
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let fewer = app.spawn_another_with(&[("DESK_EMAILS", OFFICE)]).await;
    let request = reqwest::Client::new()
        .get(format!("{fewer}/api/desk/leads"))
        .header("cookie", &browser.cookie);
    Answer::to(request).await.api_error(401);

    let age = async |column: &str, interval: &str| {
        app.execute(&format!(
            "UPDATE desk_sessions SET {column} = now() - interval '{interval}'"
        ))
        .await;
        browser.get("/session").await.status
    };
    assert_eq!(age("seen_at", "29 days 23 hours").await, 200);
    // The use above extended the session.
    assert_eq!(age("created_at", "364 days 23 hours").await, 200);
    let ends_at = browser.get("/session").await.json()["endsAt"].clone();
    app.wait_for(&format!(
            "SELECT FROM desk_sessions WHERE created_at + interval '365 days'
             BETWEEN timestamptz {ends_at} - interval '1 ms' AND timestamptz {ends_at} + interval '1 ms'",
            ends_at = ends_at.to_string().replace('"', "'"),
        ))
        .await;
    assert_eq!(age("created_at", "365 days").await, 401);
    assert_eq!(age("created_at", "1 day").await, 200);
    assert_eq!(age("seen_at", "30 days").await, 401);
}

#[actix_web::test]
async fn a_session_that_is_used_has_its_cookie_renewed_once_a_day() {
    let app = spawn().await;
    let browser = Browser::of_owner(&app).await;
    let age = async |created: &str, seen: &str| {
        app.execute(&format!(
            "UPDATE desk_sessions SET created_at = now() - interval '{created}',
             seen_at = now() - interval '{seen}'"
        ))
        .await;
    };
    assert_eq!(browser.get("/session").await.header("set-cookie"), "");
    age("23 hours", "2 hours").await;
    assert_eq!(browser.get("/session").await.header("set-cookie"), "");
    age("25 hours", "2 hours").await;
    let renewed = browser.get("/leads").await;
    let same = format!(
        "{}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000",
        browser.cookie
    );
    assert_eq!(renewed.header("set-cookie"), same);
    assert_eq!(browser.get("/leads").await.header("set-cookie"), "");
    // Near the session's last day, the cookie expires with it.
    age("364 days", "2 days").await;
    let renewed = browser.get("/changes").await;
    assert!(
        renewed.header("set-cookie").ends_with("Max-Age=86400"),
        "{renewed:?}"
    );
    let shown = browser.get("/session").await.json()["endsAt"].clone();
    assert_eq!(browser.get("/changes").await.json()["sessionEndsAt"], shown);

    age("25 hours", "2 hours").await;
    let left = browser.send("DELETE", "/session", &json!({})).await;
    assert!(left.header("set-cookie").starts_with("desk=; "), "{left:?}");
}

#[actix_web::test]
async fn a_session_names_the_people_of_the_desk_and_changes_the_desk_that_is_served() {
    let app = spawn().await;
    let browser = Browser::of(&app, OFFICE).await;
    let session = browser.get("/session").await.json();
    assert_eq!(session["people"], json!([OWNER, OFFICE]));
    let changes = browser.get("/changes").await.json();
    assert_eq!(changes["version"], "/desk/assets/app-1a2b3c4d.js");
}

#[actix_web::test]
async fn old_links_sessions_and_records_are_pruned() {
    let app = spawn().await;
    app.execute(
            "INSERT INTO desk_links (token_hash, address, created_at) VALUES
                 ('old', 'a', now() - interval '2 days'), ('new', 'a', now());
             INSERT INTO desk_sessions (id, token_hash, address, created_at, seen_at) VALUES
                 (gen_random_uuid(), 'old', 'a', now() - interval '31 days', now() - interval '31 days'),
                 (gen_random_uuid(), 'new', 'a', now() - interval '31 days', now());
             INSERT INTO desk_events (id, who, kind, at) VALUES
                 (gen_random_uuid(), 'old', 'sign-in', now() - interval '732 days'),
                 (gen_random_uuid(), 'new', 'sign-in', now())",
        )
        .await;
    // Each server prunes when it starts.
    app.spawn_another().await;
    app.wait_for(
        "SELECT WHERE (SELECT array_agg(token_hash) FROM desk_links) = '{new}'
         AND (SELECT array_agg(token_hash) FROM desk_sessions) = '{new}'
         AND (SELECT array_agg(who) FROM desk_events) = '{new}'",
    )
    .await;
}
