//! `POST /api/incrementPhoneClickCount` inserts one row per click.

use serde_json::{Value, json};

use crate::app::{Answer, TestApp};

const PATH: &str = "/api/incrementPhoneClickCount";

#[actix_web::test]
async fn each_click_is_a_row() {
    let app = TestApp::spawn().await;
    let sent = json!({ "visitor_id": "v", "session_id": "s", "referrer": "r" });
    for _ in 0..2 {
        let answer = Answer::to(
            app.post(PATH)
                .header("user-agent", "Browser/1.0")
                .json(&sent),
        )
        .await
        .expect(200);
        assert_eq!(answer.json(), json!({ "success": true }));
    }
    let clicks = app.database.phone_clicks().await;
    assert_eq!(clicks.len(), 2);
    assert_ne!(clicks[0]["id"], clicks[1]["id"]);
    for click in clicks {
        assert_eq!(click["visitor_id"], "v");
        assert_eq!(click["session_id"], "s");
        assert_eq!(click["referrer"], "r");
        assert_eq!(click["ua"], "Browser/1.0");
        assert_eq!(click["ip_hash"].as_str().unwrap().len(), 64);
    }
}

#[actix_web::test]
async fn a_click_under_global_privacy_control_counts_without_data_of_the_visitor() {
    let app = TestApp::spawn().await;
    let sent = json!({ "visitor_id": "v", "session_id": "s", "referrer": "r" });
    Answer::to(app.post(PATH).header("sec-gpc", "1").json(&sent))
        .await
        .expect(200);
    let clicks = app.database.phone_clicks().await;
    for column in "visitor_id session_id ip_hash ua city state country".split(' ') {
        assert_eq!(clicks[0][column], Value::Null, "{column}");
    }
}
