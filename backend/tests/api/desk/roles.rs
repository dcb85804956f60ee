//! A backend that doesn't own its tables serves the whole desk.

use serde_json::json;

use super::{Browser, OFFICE, PEOPLE, save, save_suspect};
use crate::{
    app::Answer,
    database::{roles, wait_for_outbox},
    photos::Visitor,
    process::{Folders, Output},
};

#[actix_web::test]
async fn a_backend_that_does_not_own_its_tables_runs_the_desk() {
    let app = roles::spawn(&[("DESK_EMAILS", PEOPLE)]).await;
    let database = &app.database;
    let url = roles::url_of(database, "canopy_test_backend");
    let settings = [("DATABASE_URL", &*url), ("DESK_EMAILS", PEOPLE)];
    let folders = Folders::new();
    let printed = Output::of(&folders, &["desk", "link", OFFICE], &settings).await;
    assert!(printed.success, "{}", printed.err);
    let (_, token) = printed.out.split_once("#sign-in=").unwrap();
    let token = token.lines().next().unwrap();
    let answer = Answer::to(super::use_link(&app, token)).await;
    let browser = Browser {
        app: &app,
        cookie: super::cookie(&answer),
    };
    let asked = app
        .post("/api/desk/links")
        .json(&json!({ "email": OFFICE }));
    Answer::to(asked).await.expect(200);
    database
        .wait_for("SELECT FROM desk_links HAVING count(*) = 2")
        .await;

    let id = save(&app, json!({})).await;
    let suspect = save_suspect(&app).await;
    Visitor::of(&app, &suspect).add().await;
    browser.record(&id, json!({ "kind": "won" })).await;
    let corrected = json!({
        "kind": "corrected", "name": "Jane Roe", "phone": "404-555-0199", "email": "", "address": "1 Elm",
        "service": "Pruning",
    });
    browser.record(&id, corrected).await;
    for kind in ["spam", "released"] {
        browser.judge(&suspect, kind).await;
    }
    assert_eq!(browser.names("search=jane").await.len(), 2);
    let changes = browser
        .get("/changes?since=2026-01-01T00:00:00Z")
        .await
        .json();
    assert_eq!(changes["leads"].as_array().unwrap().len(), 2);
    wait_for_outbox(database, &format!("id = '{suspect}' AND state = 'sent'")).await;
    wait_for_outbox(database, "kind = 'photos' AND state = 'sent'").await;
    database
        .execute(&format!(
            "UPDATE outbox SET state = 'dead' WHERE id = '{suspect}';
             UPDATE desk_sessions SET seen_at = seen_at - interval '1 day'"
        ))
        .await;
    let mails = browser.get("/mails").await;
    assert_eq!(mails.json()["mails"].as_array().unwrap().len(), 1);
    let retry = format!("/mails/{suspect}/retry");
    browser.send("POST", &retry, &json!({})).await.expect(200);
    browser.get("/figures?weeks=4").await.expect(200);
    browser.get("/leads.csv").await.expect(200);
    let everywhere = "/session?everywhere=true";
    browser
        .send("DELETE", everywhere, &json!({}))
        .await
        .expect(200);
    let all = Output::of(&folders, &["desk", "sign-out", "--all"], &settings).await;
    assert!(all.success, "{}", all.err);
}
