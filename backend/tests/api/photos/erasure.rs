//! Photos are erased with their lead.

use futures_util::future::join;
use serde_json::json;
use uuid::Uuid;

use super::{Visitor, jpeg, refusal};
use crate::{
    app::TestApp,
    cli::commands::run,
    database::{connect, wait_for_lock},
    desk::{Browser, save, spawn},
};

async fn photos(app: &TestApp) -> usize {
    app.query("SELECT FROM lead_photos").await.len()
}

#[actix_web::test]
async fn a_persons_photographs_are_exported_by_number_and_erased() {
    let app = spawn().await;
    let hers = save(&app, json!({})).await;
    let his = json!({ "email": "john@mailbox.net", "phone": "404-555-0199" });
    let his = save(&app, his).await;
    let (jane, john) = (Visitor::of(&app, &hers), Visitor::of(&app, &his));
    let photo = jane.add().await;
    jane.add().await;
    john.add().await;
    app.idle().await;
    let browser = Browser::of_owner(&app).await;
    let person = format!("/leads/{hers}/person");
    assert_eq!(browser.get(&person).await.expect(200).json()["photos"], 2);
    let export = browser.get(&format!("{person}.json")).await;
    let export = export.expect(200).json();
    let listed = &export["requests"][0]["photos"];
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert_eq!(listed[0]["id"], json!(photo));
    assert_eq!(listed[0]["source"], "visitor");
    assert!(listed[0]["created_at"].is_string());
    let erased = browser
        .send(
            "DELETE",
            &person,
            &json!({ "by": "email", "requests": [hers] }),
        )
        .await
        .expect(200);
    assert_eq!(erased.json()["photos"], 2);
    assert_eq!(photos(&app).await, 1);
    let mails = app.query("SELECT FROM outbox WHERE kind = 'photos'").await;
    assert_eq!(mails.len(), 1, "his");
    refusal(&jane.put(Uuid::now_v7(), jpeg(64, 48)).await, 401, "late");
    assert_eq!(john.ids().await.len(), 1);
}

#[actix_web::test]
async fn old_photographs_are_erased_with_their_leads() {
    let app = TestApp::spawn().await;
    let [old, new] = [save(&app, json!({})).await, save(&app, json!({})).await];
    for lead in [&old, &new] {
        Visitor::of(&app, lead).add().await;
    }
    app.idle().await;
    app.execute(&format!(
        "UPDATE site_forms SET created_at = now() - interval '800 days' WHERE id = '{old}'"
    ))
    .await;
    let erased = run(&app, &["leads", "erase", "--expired"]).await;
    assert!(erased.out.contains("1 request, 1 photo"), "{}", erased.out);
    assert_eq!(photos(&app).await, 2);
    let erased = run(&app, &["leads", "erase", "--expired", "--yes"]).await;
    assert!(erased.out.contains("Erased: 1"), "{}", erased.err);
    let left = app.query("SELECT lead_id FROM lead_photos").await;
    assert_eq!(left, [json!({ "lead_id": new })]);
}

#[actix_web::test]
async fn a_photograph_that_is_being_added_while_its_lead_is_erased_is_erased_too() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    app.mails(1).await;
    let writer = connect(&app.database.url).await;
    let add = format!(
        "BEGIN; UPDATE site_forms SET photos_at = now() WHERE id = '{lead}';
         INSERT INTO lead_photos (id, lead_id, source, width, height, photo, thumbnail)
         VALUES (gen_random_uuid(), '{lead}', 'visitor', 1, 1, '', '')"
    );
    writer.batch_execute(&add).await.unwrap();
    let commit = async {
        wait_for_lock(&app.database).await;
        writer.batch_execute("COMMIT").await.unwrap();
    };
    let erase = ["leads", "erase", "--phone", "404-555-0123", "--yes"];
    join(run(&app, &erase), commit).await;
    assert_eq!(app.database.site_forms().await.len(), 0);
    assert_eq!(photos(&app).await, 0);
}
