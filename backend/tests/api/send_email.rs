//! `POST /api/send-email`: a mail to the owner, and to nobody else.

use serde_json::json;
use tokio::net::TcpListener;

use crate::{
    app::{Answer, OWNER, TestApp},
    mail_server::{MailServer, Temper},
};

const PATH: &str = "/api/send-email";
const KEY: &str = "6f1c3a52-0d6e-4f59-9d4e-2d1b7c8e9f00";

#[actix_web::test]
async fn a_mail_is_written_to_a_folder_where_no_server_is_set() {
    let app = TestApp::spawn().await;
    let sent = json!({
        "subject": "New estimate request from Jürgen",
        "html": "<h1>Request</h1><table cellpadding=\"6\"><tr><th align=\"left\">Phone</th>\
                 <td><a href=\"tel:4045550123\">404-555-0123</a></td></tr></table>",
    });
    let answer = Answer::to(app.post(PATH).header("idempotency-key", KEY).json(&sent)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json(), json!({ "success": true }));
    let [mail] = &app.mails(1).await[..] else {
        panic!("not one mail");
    };
    for part in [
        "From: \"Canopy Brothers Website\" <website@canopybrothers.example>\r\n",
        &format!("To: {OWNER}\r\n"),
        "@canopybrothers.example>\r\n",
        "Content-Type: text/plain; charset=utf-8",
        "[404-555-0123][1]",
        "[1]: tel:4045550123",
        "Content-Type: text/html; charset=utf-8",
        "href=3D\"tel:4045550123\"",
        "\r\nDate: ",
    ] {
        assert!(mail.contains(part), "{part} is not in\n{mail}");
    }
}

#[actix_web::test]
async fn a_repeated_mail_is_the_same_mail() {
    let app = TestApp::spawn().await;
    for _ in 0..2 {
        let sent = json!({ "subject": "Request", "html": "<p>Oak</p>" });
        let request = app.post(PATH).header("idempotency-key", KEY).json(&sent);
        assert_eq!(Answer::to(request).await.status, 200);
    }
    app.mails(1).await;
}

#[actix_web::test]
async fn what_runs_or_is_loaded_or_watches_is_taken_out_of_the_html() {
    let app = TestApp::spawn().await;
    let html = "<p onclick=\"run()\" style=\"background:url(http://x.example/1)\">Oak</p>\
                <script>run()</script><img src=\"http://x.example/pixel.gif\">\
                <iframe src=\"http://x.example\"></iframe><svg onload=\"run()\"></svg>\
                <a href=\"javascript:run()\">Elm</a><style>@import 'http://x.example'</style>\
                <form action=\"http://x.example\"><input name=\"password\"></form>\
                <link rel=\"stylesheet\" href=\"http://x.example\"><!-- hidden -->\
                <video poster=\"http://x.example/2\"></video><base href=\"http://x.example\">";
    let sent = json!({ "subject": "Request", "html": html });
    assert_eq!(Answer::to(app.post(PATH).json(&sent)).await.status, 200);
    let mail = &app.mails(1).await[0];
    assert!(mail.contains("Oak") && mail.contains("Elm"), "{mail}");
    for trace in [
        "run()",
        "x.example",
        "<script",
        "<img",
        "<iframe",
        "<form",
        "<input",
        "hidden",
    ] {
        assert!(!mail.contains(trace), "{trace} is in\n{mail}");
    }
}

#[actix_web::test]
async fn a_subject_cannot_carry_a_header() {
    let app = TestApp::spawn().await;
    let sent = json!({
        "subject": "Request\r\nBcc: victim@elsewhere.example\r\n\r\nBody\u{2028}\u{85}end",
        "html": "<p>Oak</p>",
        "to": "victim@elsewhere.example",
        "recipient": "victim@elsewhere.example",
    });
    assert_eq!(Answer::to(app.post(PATH).json(&sent)).await.status, 200);
    let mail = &app.mails(1).await[0];
    let (head, _) = mail.split_once("\r\n\r\n").unwrap();
    assert!(!head.contains("\r\nBcc"), "{head}");
    assert!(
        head.replace("\r\n ", " ")
            .contains("Subject: Request Bcc: victim@elsewhere.example Body end"),
        "{head}"
    );
    assert!(head.contains(&format!("\r\nTo: {OWNER}\r\n")), "{head}");
}

#[actix_web::test]
async fn a_mail_goes_by_smtp_to_the_owner_alone() {
    let server = MailServer::start(Temper::Friendly).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    let sent = json!({ "subject": "Request", "html": "<p>Oak</p>" });
    let request = app.post(PATH).header("idempotency-key", KEY).json(&sent);
    let answer = Answer::to(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    app.database
        .wait_for("SELECT FROM outbox WHERE state = 'sent'")
        .await;
    let [mail] = &server.received()[..] else {
        panic!("not one mail");
    };
    assert_eq!(mail.sender, "website@canopybrothers.example");
    assert_eq!(mail.recipients, [OWNER]);
    assert!(
        mail.content.contains("Subject: Request\r\n"),
        "{}",
        mail.content
    );
    assert!(
        !mail.content.contains(KEY),
        "the key is the sender's secret"
    );
    assert_eq!(app.outbox().len(), 0);
}

#[actix_web::test]
async fn a_mail_server_that_is_away_keeps_nobody_waiting() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", free.local_addr().unwrap());
    drop(free);
    let app = TestApp::spawn_with(&[("SMTP_URL", &url)]).await;
    let sent = json!({ "subject": "Request", "html": "<p>Oak</p>" });
    let answer = Answer::to(app.post(PATH).json(&sent)).await;
    assert_eq!(answer.json(), json!({ "success": true }));
    app.database
        .wait_for("SELECT FROM outbox WHERE failure LIKE 'the mail server was not reached%'")
        .await;
}

#[actix_web::test]
async fn an_empty_mail_is_refused() {
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
        (
            json!({ "subject": "Request", "html": "<div>".repeat(40_000) }),
            "The html has more than 1000 tags.",
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
    assert_eq!(app.outbox().len(), 0);
}

#[actix_web::test]
async fn a_key_that_is_no_uuid_is_refused() {
    let app = TestApp::spawn().await;
    let sent = json!({ "subject": "Request", "html": "<p>Oak</p>" });
    let request = app.post(PATH).header("idempotency-key", "../../etc/passwd");
    Answer::to(request.json(&sent)).await.api_error(400);
    assert_eq!(app.outbox().len(), 0);
}
