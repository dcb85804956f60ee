//! The lines of earlier estimates, which the desk offers for the next one.

use serde_json::{Value, json};

use super::{Browser, save, spawn};
use crate::app::TestApp;

async fn lines(app: &TestApp) -> Value {
    let browser = Browser::of_owner(app).await;
    let answer = browser.get("/estimate-lines").await.expect(200);
    answer.json()["lines"].clone()
}

#[actix_web::test]
async fn each_line_is_there_once_with_its_latest_price() {
    let app = spawn().await;
    assert_eq!(lines(&app).await, json!([]));
    let id = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    let line = |what: &str, cents: u32| json!({ "what": what, "cents": cents, "pick": "always" });
    let stump =
        json!({ "what": "Grind the stump", "tree": "At Ann's", "cents": 3, "pick": "always" });
    for offered in [
        [line("Remove the oak", 1), line("Haul the chips", 2)],
        [stump, line("remove the oak", 185_050)],
    ] {
        let act = json!({ "kind": "offered", "lines": offered });
        owner.record(&id, act).await;
    }
    owner
        .record(&id, json!({ "kind": "quoted", "amount": 4 }))
        .await;
    assert_eq!(
        lines(&app).await,
        json!([
            { "what": "Grind the stump", "cents": 3 },
            { "what": "remove the oak", "cents": 185_050 },
            { "what": "Haul the chips", "cents": 2 },
        ])
    );
}

#[actix_web::test]
async fn fifty_lines_are_found_among_the_newest_ten_thousand_events() {
    let app = spawn().await;
    let insert = async |kind: &str, count: u32, minutes: u32| {
        app.execute(&format!(
            "INSERT INTO desk_events (id, at, who, kind, data)
             SELECT gen_random_uuid(), now() - interval '{minutes} min' - n * interval '1 ms', 'o', '{kind}',
                 jsonb_build_object('lines',
                     jsonb_build_array(jsonb_build_object('what', 'Line ' || n, 'cents', n)))
             FROM generate_series(1, {count}) AS n"
        ))
        .await;
    };
    insert("offered", 60, 2).await;
    let found = lines(&app).await;
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 50);
    assert_eq!(found[0], json!({ "what": "Line 1", "cents": 1 }));
    insert("read", 10_000, 1).await;
    assert_eq!(lines(&app).await, json!([]));
}
