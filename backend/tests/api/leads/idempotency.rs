//! One idempotency key makes one row.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{Answer, TestApp, assert_contains, row, with};

const KEY: &str = "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f00";

#[actix_web::test]
async fn a_repeated_request_gets_the_same_row_and_need_not_wait() {
    let app = TestApp::spawn().await;
    let row = with(row(), json!({ "session_id": "a" }));
    let first = Answer::to(
        app.insert_select_single(&row)
            .header("idempotency-key", KEY),
    )
    .await
    .expect(201);
    let again = Answer::to(
        app.insert_select_single(&row)
            .header("idempotency-key", KEY.to_uppercase()),
    )
    .await
    .expect(201);
    assert_eq!(again.json(), first.json());
    // The key as a structured field's string (RFC 9651).
    let quoted = app.insert_select_single(&row);
    let quoted = quoted.header("idempotency-key", format!("\"{KEY}\""));
    assert_eq!(Answer::to(quoted).await.expect(201).json(), first.json());
    for malformed in [
        format!("\"{KEY}"),
        format!("{KEY}\""),
        "\"\"".to_owned(),
        "\"".to_owned(),
    ] {
        let request = app.insert(&row).header("idempotency-key", malformed);
        Answer::to(request).await.postgrest_error(400, "22P02");
    }
    let saved = app.database.site_forms().await;
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0]["id"], KEY, "the key is the lead's id");
}

#[actix_web::test]
async fn a_key_that_is_the_id_of_another_message_is_refused_and_harms_nobody() {
    let app = TestApp::spawn().await;
    let note = format!(
        "INSERT INTO outbox (id, kind, state, subject, text)
         VALUES ('{KEY}', 'note', 'quarantined', 'Request', 'Oak')"
    );
    app.execute(&note).await;
    let taken = app.insert(&row()).header("idempotency-key", KEY);
    let (taken, other) = join(Answer::to(taken), Answer::to(app.insert(&row()))).await;
    taken.postgrest_error(422, "PT422");
    assert_eq!(other.status, 201);
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn tracking_fields_do_not_make_another_request_of_it() {
    let app = TestApp::spawn().await;
    let first = Answer::to(
        app.insert_select_single(&row())
            .header("idempotency-key", KEY),
    )
    .await;
    let tracked = with(
        row(),
        json!({ "visitor_id": "v", "session_id": "s", "referrer": "r" }),
    );
    let again = Answer::to(
        app.insert_select_single(&tracked)
            .header("idempotency-key", KEY),
    )
    .await
    .expect(201);
    assert_eq!(again.json(), first.json());
}

#[actix_web::test]
async fn a_request_sent_again_with_other_words_changes_its_lead_and_is_mailed_again() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&row()).header("idempotency-key", KEY))
        .await
        .expect(201);
    app.mails(1).await;
    let message = "Service: Land Care\nUrgency: Emergency\nAddress: 1 Elm";
    let newest = with(
        row(),
        json!({ "phone": "404-555-0199", "message": message }),
    );
    // A reload repeats the newest words.
    for _ in 0..2 {
        let again = app.insert_select_single(&newest);
        let again = again.header("idempotency-key", KEY);
        let answer = Answer::to(again).await.expect(201);
        assert_eq!(answer.json()["message"], message);
    }
    let lead = "SELECT phone, service, address, details, emergency, events FROM site_forms";
    assert_eq!(
        app.query(lead).await,
        [json!({
            "phone": "404-555-0199", "service": "Land Care", "address": "1 Elm", "details": "",
            "emergency": true, "events": 1
        })]
    );
    let history = "SELECT kind, data->>'before' AS before FROM desk_events";
    let before = format!(
        "Jane Doe\njane.doe@gmail.com\n404-555-0123\n{}",
        row()["message"].as_str().unwrap()
    );
    assert_eq!(
        app.query(history).await,
        [json!({ "kind": "sent-again", "before": before })]
    );
    let mails = app.mails(2).await;
    let again = mails
        .iter()
        .find(|mail| mail.contains("404-555-0199"))
        .unwrap();
    assert_contains(again, "sent this again with other words");
    assert!(
        !again.contains(&format!("Message-ID: <{KEY}@")),
        "a mail program would hide it"
    );
}

#[actix_web::test]
async fn what_the_desk_corrected_stays_when_the_first_words_are_sent_again() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&row()).header("idempotency-key", KEY))
        .await
        .expect(201);
    app.execute("UPDATE site_forms SET as_typed = jsonb_build_object('phone', phone), phone = '404-555-0199'")
        .await;
    let again = app.insert_select_single(&row());
    let answer = Answer::to(again.header("idempotency-key", KEY))
        .await
        .expect(201);
    assert_eq!(answer.json()["phone"], "404-555-0199");
    app.idle().await;
    assert_eq!(app.outbox().len(), 1);

    let other = with(row(), json!({ "full_name": "Jane Roe" }));
    let again = app.insert(&other).header("idempotency-key", KEY);
    Answer::to(again).await.expect(201);
    let before = "SELECT data->>'before' AS before FROM desk_events";
    let before = app.query(before).await[0]["before"].to_string();
    assert_contains(&before, "404-555-0123");
}

#[actix_web::test]
async fn ten_requests_at_once_with_one_key_make_one_row_and_ten_equal_answers() {
    let app = TestApp::spawn().await;
    for session in [Value::Null, json!("a")] {
        let key = Uuid::new_v4().to_string();
        let row = with(row(), json!({ "session_id": session }));
        let answers = join_all((0..10).map(|_| {
            Answer::to(
                app.insert_select_single(&row)
                    .header("idempotency-key", &key),
            )
        }))
        .await;
        for answer in &answers {
            assert_eq!(answer.status, 201, "{}", answer.text);
            assert_eq!(answer.json(), answers[0].json());
        }
    }
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn two_backends_share_the_keys() {
    let app = TestApp::spawn().await;
    let another = app.spawn_another().await;
    let requests = (0..10).map(|index| {
        let (client, request) = app
            .insert_select_single(&row())
            .header("idempotency-key", KEY)
            .build_split();
        let mut request = request.unwrap();
        if index % 2 == 0 {
            let url = format!("{another}/rest/v1/site_forms?select=*");
            *request.url_mut() = url.parse().unwrap();
        }
        async move { client.execute(request).await.unwrap().text().await.unwrap() }
    });
    let answers = join_all(requests).await;
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn a_key_that_is_no_uuid_is_refused() {
    let app = TestApp::spawn().await;
    for key in ["", "1", "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f0g"] {
        let answer = Answer::to(app.insert(&row()).header("idempotency-key", key)).await;
        answer.postgrest_error(400, "22P02");
        let request = app.post("/api/send-email").json(&json!({}));
        let answer = Answer::to(request.header("idempotency-key", key)).await;
        assert_eq!(
            answer.api_error(400),
            "The Idempotency-Key header must be a UUID."
        );
    }
}

#[actix_web::test]
async fn a_key_stands_for_one_row() {
    let app = TestApp::spawn().await;
    let request = app.insert(&json!([row(), row()]));
    let answer = Answer::to(request.header("idempotency-key", KEY)).await;
    answer.postgrest_error(400, "PT400");
    let request = app.insert(&json!([row()]));
    Answer::to(request.header("idempotency-key", KEY))
        .await
        .expect(201);
}
