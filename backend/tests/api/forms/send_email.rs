//! `POST /api/send-email` confirms a lead's mail. A text without a lead is a note for the digest.

use serde_json::{Value, json};

use crate::app::{Answer, OWNER, TestApp, row};

const PATH: &str = "/api/send-email";
const KEY: &str = "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f00";

/// Ages the outbox by more than the digest's delay.
const LET_TIME_PASS: &str = "UPDATE outbox SET created_at = created_at - interval '61 minutes'";

#[actix_web::test]
async fn the_server_composes_a_leads_mail_whatever_is_sent_with_its_key() {
    let app = TestApp::spawn().await;
    let lead = app.insert(&row()).header("idempotency-key", KEY);
    Answer::to(lead).await.expect(201);
    for html in ["<p>Call 900-555-0199 instead</p>", ""] {
        let sent = json!({ "subject": "Pay here", "html": html });
        let answer = Answer::to(app.post(PATH).header("idempotency-key", KEY).json(&sent))
            .await
            .expect(200);
        assert_eq!(answer.json(), json!({ "success": true }));
    }
    let mail = &app.mails(1).await[0];
    assert!(mail.contains("New estimate request from Jane Doe"));
    for words in ["Pay here", "900-555-0199"] {
        assert!(!mail.contains(words), "{mail}");
    }
    assert_eq!(app.query("SELECT FROM outbox").await.len(), 1);
}

#[actix_web::test]
async fn a_text_without_a_lead_is_plain_text_in_a_digest() {
    let app = TestApp::spawn().await;
    let html = "<h1>Request</h1><p onclick=\"run()\">From J&uuml;rgen &lt;b&gt;</p>\
                <script>run()</script><img src=\"http://x.example/pixel.gif\">\
                <a href=\"javascript:run()\">Elm</a><!-- hidden -->";
    let sent = json!({ "subject": "Oak\r\nBcc: victim@elsewhere.example", "html": html });
    for _ in 0..2 {
        let answer = Answer::to(app.post(PATH).header("idempotency-key", KEY).json(&sent)).await;
        assert_eq!(answer.json(), json!({ "success": true }));
    }
    let notes = "SELECT kind, state, subject, text FROM outbox";
    let note = json!({
        "kind": "note",
        "state": "quarantined",
        "subject": "Oak Bcc: victim@elsewhere.example",
        "text": "Request\nFrom Jürgen <b>\nElm",
    });
    assert_eq!(app.query(notes).await, [note]);

    app.execute(LET_TIME_PASS).await;
    let mail = &app.mails(1).await[0];
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("Subject: 1 message without a request\r\n"));
    assert!(head.contains(&format!("\r\nTo: {OWNER}\r\n")), "{head}");
    assert!(!head.contains("victim"), "{head}");
    assert!(body.contains("Oak Bcc: victim@elsewhere.example"), "{body}");
    for trace in ["run()", "x.example", "hidden", "<b>\n", KEY] {
        assert!(!mail.contains(trace), "{trace} is in\n{mail}");
    }
}

#[actix_web::test]
async fn each_key_has_a_note_of_its_own_whatever_is_in_it() {
    let app = TestApp::spawn().await;
    let sent = json!({ "subject": "Oak", "html": "<p>Elm</p>" });
    for key in [KEY, "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f01"] {
        Answer::to(app.post(PATH).header("idempotency-key", key).json(&sent))
            .await
            .expect(200);
    }
    assert_eq!(app.query("SELECT FROM outbox").await.len(), 2);
}

#[actix_web::test]
async fn a_long_text_is_truncated() {
    let app = TestApp::spawn().await;
    let tags = "<brx>".repeat(50_000);
    for (html, status) in [
        (format!("<p>Oak</p>{tags}"), 200),
        (format!("<p>Oak</p>{}", "<b>".repeat(80_000)), 200),
        (format!("{tags}<p>Oak</p>"), 400),
    ] {
        let sent = json!({ "subject": "Request", "html": html });
        Answer::to(app.post(PATH).json(&sent)).await.expect(status);
    }
    let sent = json!({ "subject": "a".repeat(1_000), "html": "a".repeat(100_000) });
    Answer::to(app.post(PATH).json(&sent)).await.expect(200);
    let lengths = "SELECT length(subject) AS subject, length(text) AS text, right(text, 1) AS last
                   FROM outbox ORDER BY length(text) DESC LIMIT 1";
    let longest = json!({ "subject": 250, "text": 4_001, "last": "…" });
    assert_eq!(app.query(lengths).await, [longest]);
}

#[actix_web::test]
async fn an_empty_note_is_refused() {
    let app = TestApp::spawn().await;
    for (sent, sentence) in [
        (json!({}), "The subject is empty."),
        (
            json!({ "subject": " \r\n", "html": "<p>Oak</p>" }),
            "The subject is empty.",
        ),
        (json!({ "subject": "Request" }), "The html is empty."),
        (
            json!({ "subject": "Request", "html": "<script>run()</script>" }),
            "The html is empty.",
        ),
    ] {
        let answer = Answer::to(app.post(PATH).json(&sent)).await;
        assert_eq!(answer.api_error(400), sentence);
    }
    for sent in [
        json!({ "subject": 1 }),
        json!({ "subject": "a\0", "html": "b" }),
    ] {
        Answer::to(app.post(PATH).json(&sent)).await.api_error(400);
    }
    assert_eq!(app.query("SELECT FROM outbox").await, [] as [Value; 0]);
}

#[actix_web::test]
async fn a_key_that_is_no_uuid_is_refused() {
    let app = TestApp::spawn().await;
    let sent = json!({ "subject": "Request", "html": "<p>Oak</p>" });
    let request = app.post(PATH).header("idempotency-key", "../../etc/passwd");
    Answer::to(request.json(&sent)).await.api_error(400);
    assert_eq!(app.query("SELECT FROM outbox").await.len(), 0);
}
