//! The owner sees, adds, and removes photos at the desk.

use futures_util::future::join;
use image::load_from_memory;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Visitor, ids, jpeg, refusal};
use crate::{
    app::{Answer, OWNER},
    database::connect,
    desk::{Browser, OFFICE, save, spawn},
};

async fn put(browser: &Browser<'_>, lead: &str, id: Uuid) -> Answer {
    let request = browser
        .request("PUT", &format!("/leads/{lead}/photos/{id}"))
        .header("content-type", "application/octet-stream");
    Answer::to(request.body(jpeg(640, 480))).await
}

#[actix_web::test]
async fn a_lead_has_its_photographs_wherever_it_is_read() {
    let app = spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let browser = Browser::of_owner(&app).await;
    assert_eq!(browser.lead(&lead).await["photos"], json!([]));
    let first = visitor.add().await;
    let second = Uuid::now_v7();
    let added = put(&browser, &lead, second).await.expect(201);
    assert_eq!(
        added.json(),
        json!({ "id": second, "width": 640, "height": 480 })
    );
    put(&browser, &lead, second).await.expect(200);
    let expected = json!([first, second]);
    assert_eq!(browser.lead(&lead).await["photos"], expected);
    for path in [
        "/leads?list=now",
        "/leads",
        "/leads?search=jane",
        "/changes?since=2020-01-01T00:00:00Z",
    ] {
        let page = browser.get(path).await.expect(200).json();
        assert_eq!(page["leads"][0]["photos"], expected, "{path}");
    }
    for (name, width) in [("", 640), ("/thumbnail", 320)] {
        let path = format!("/leads/{lead}/photos/{second}{name}");
        let response = browser.request("GET", &path).send().await.unwrap();
        assert_eq!(response.status(), 200);
        for (name, value) in [
            ("content-type", "image/jpeg"),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            ("x-robots-tag", "noindex"),
            (
                "content-security-policy",
                "default-src 'none'; frame-ancestors 'none'",
            ),
        ] {
            assert_eq!(response.headers()[name], value);
        }
        let image = load_from_memory(&response.bytes().await.unwrap()).unwrap();
        assert_eq!(image.width(), width);
        Answer::to(app.get(&format!("/api/desk{path}")))
            .await
            .api_error(401);
    }
    // The path of another lead doesn't reach them.
    let other = save(&app, json!({})).await;
    let missing = browser.get(&format!("/leads/{other}/photos/{first}")).await;
    missing.api_error(404);
    assert_eq!(missing.header("cache-control"), "no-store");
    refusal(&put(&browser, &other, first).await, 409, "id");
    put(&browser, &Uuid::now_v7().to_string(), Uuid::now_v7())
        .await
        .api_error(404);
}

#[actix_web::test]
async fn a_lead_has_twelve_photographs_and_its_history_says_who_added_them() {
    let app = spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let browser = Browser::of(&app, OFFICE).await;
    for _ in 0..4 {
        visitor.add().await;
    }
    let mut owners = Vec::new();
    for _ in 0..8 {
        let id = Uuid::now_v7();
        put(&browser, &lead, id).await.expect(201);
        owners.push(id);
    }
    refusal(&put(&browser, &lead, Uuid::now_v7()).await, 409, "full");
    // The visitor's six count toward the twelve.
    assert_eq!(visitor.list().await["left"], 0);
    refusal(
        &visitor.put(Uuid::now_v7(), jpeg(64, 48)).await,
        409,
        "full",
    );

    let visitors = visitor.ids().await[0];
    for id in [owners[0], visitors, visitors] {
        let path = format!("/leads/{lead}/photos/{id}");
        browser.send("DELETE", &path, &json!({})).await.expect(204);
        browser.get(&path).await.api_error(404);
    }
    assert_eq!(visitor.list().await["left"], 2);
    let kinds = browser.kinds(&lead).await;
    assert_eq!(kinds[..2], ["photo-removed", "photo-removed"]);
    assert_eq!(kinds[2..], ["photo-added"; 8]);
}

#[actix_web::test]
async fn photographs_reach_an_open_desk_and_are_no_change_of_the_lead() {
    let app = spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let browser = Browser::of_owner(&app).await;
    let since = async |at: &Value| {
        let path = format!("/changes?since={}", at.as_str().unwrap());
        browser.get(&path).await.expect(200).json()
    };
    let pass = async || {
        app.execute(
            "UPDATE site_forms SET created_at = created_at - interval '1 minute',
             photos_at = photos_at - interval '1 minute', changed_at = changed_at - interval '1 minute'",
        )
        .await;
    };
    pass().await;
    let start = browser.get("/changes").await.json();
    assert_eq!(since(&start["at"]).await["leads"], json!([]));
    let photo = visitor.add().await;
    let news = since(&start["at"]).await;
    assert_eq!(ids(&news["leads"][0]["photos"], ""), [photo]);
    assert_eq!(news["leads"][0]["events"], 0);
    let note = json!({ "kind": "noted", "text": "Comes on Tuesday." });
    assert_eq!(browser.record(&lead, note.clone()).await["events"], 1);

    pass().await;
    assert_eq!(since(&start["at"]).await["leads"], json!([]));
    visitor.remove(photo).await.expect(204);
    assert_eq!(since(&start["at"]).await["leads"][0]["photos"], json!([]));
    assert_eq!(browser.record(&lead, note).await["events"], 2);
    // A reminder concerns the owner's latest change.
    let changed = app
        .query(
            "SELECT changed_at < photos_at OR changed_at > created_at AS is_edit FROM site_forms",
        )
        .await;
    assert_eq!(changed[0]["is_edit"], true);
    assert_eq!(browser.events(&lead).await[0]["who"], OWNER);
}

#[actix_web::test]
async fn a_photograph_that_is_added_while_the_lead_is_changed_waits_for_neither_long() {
    let app = spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let writer = connect(&app.database.url).await;
    let hold = format!("BEGIN; SELECT FROM site_forms WHERE id = '{lead}' FOR UPDATE");
    writer.batch_execute(&hold).await.unwrap();
    let release = async {
        crate::database::wait_for_lock(&app.database).await;
        writer.batch_execute("COMMIT").await.unwrap();
    };
    join(visitor.add(), release).await;
    assert_eq!(visitor.ids().await.len(), 1);
}
