//! A session may send one request in 30 seconds. (The rule's own test covers when the time ends.)

use serde_json::{Value, json};

use crate::app::{Answer, TestApp, row, with};

fn of_session(session: &str) -> Value {
    with(row(), json!({ "session_id": session }))
}

#[actix_web::test]
async fn a_second_request_of_a_session_has_to_wait() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&of_session("a"))).await.expect(201);
    let answer = Answer::to(app.insert(&of_session("a"))).await;
    let error = answer.postgrest_error(429, "PT429");
    assert_eq!(error["message"], "Slow down!");
    assert_eq!(
        error["details"],
        "Please wait a few seconds before submitting again."
    );
    let seconds: u32 = error["hint"].as_str().unwrap().parse().unwrap();
    assert!((1..=30).contains(&seconds), "{seconds}");
    assert_eq!(answer.header("retry-after"), seconds.to_string());
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn another_session_and_no_session_need_not_wait() {
    let app = TestApp::spawn().await;
    for row in [
        of_session("a"),
        of_session("b"),
        row(),
        row(),
        of_session(""),
        of_session(""),
    ] {
        Answer::to(app.insert(&row)).await.expect(201);
    }
}

/// No row contains the session; memory keeps it for the cooldown only.
#[actix_web::test]
async fn under_global_privacy_control_a_session_has_to_wait_and_is_not_kept() {
    let app = TestApp::spawn().await;
    for expected in [201, 429] {
        let request = app.insert(&of_session("a")).header("sec-gpc", "1");
        Answer::to(request).await.expect(expected);
    }
    let estimate = with(crate::app::estimate(), json!({ "session_id": "a" }));
    let request = app.send_form(&estimate).header("sec-gpc", "1");
    Answer::to(request).await.expect(429);
    let saved = app.database.site_forms().await;
    assert_eq!((saved.len(), &saved[0]["session_id"]), (1, &Value::Null));
}

#[actix_web::test]
async fn a_refused_request_does_not_begin_the_wait() {
    let app = TestApp::spawn().await;
    let refused = with(of_session("a"), json!({ "phone": "" }));
    Answer::to(app.insert(&refused)).await.expect(422);
    Answer::to(app.insert(&of_session("a"))).await.expect(201);
}

#[actix_web::test]
async fn of_twenty_requests_at_two_backends_each_saves_one() {
    let app = TestApp::spawn().await;
    let another = app.spawn_another().await;
    let row = of_session("a");
    let requests = (0..20).map(|index| {
        let request = if index % 2 == 0 {
            app.insert_at(&another, &row)
        } else {
            app.insert(&row)
        };
        async move { Answer::to(request).await.status.as_u16() }
    });
    let mut statuses = futures_util::future::join_all(requests).await;
    statuses.sort_unstable();
    assert_eq!(statuses[..2], [201, 201]);
    assert!(statuses[2..].iter().all(|status| *status == 429));
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn a_request_that_is_not_saved_begins_no_wait() {
    let app = TestApp::spawn().await;
    let rename = |from: &str, to: &str| format!("ALTER TABLE {from} RENAME TO {to}");
    app.execute(&rename("outbox", "gone")).await;
    Answer::to(app.insert(&of_session("a"))).await.expect(500);
    app.execute(&rename("gone", "outbox")).await;
    Answer::to(app.insert(&of_session("a"))).await.expect(201);
}

#[actix_web::test]
async fn rows_sent_together_are_one_request() {
    let app = TestApp::spawn().await;
    let together = json!([of_session("a"), of_session("a"), of_session("b"), row()]);
    Answer::to(app.insert(&together)).await.expect(201);
    assert_eq!(app.database.site_forms().await.len(), 4);

    let one_must_wait = json!([of_session("c"), of_session("b")]);
    let answer = Answer::to(app.insert(&one_must_wait)).await;
    answer.postgrest_error(429, "PT429");
    assert_eq!(app.database.site_forms().await.len(), 4);
    Answer::to(app.insert(&of_session("c"))).await.expect(201);
}
