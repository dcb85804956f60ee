//! The emails and the webhook of an estimate.

use mail_parser::MessageParser;
use serde_json::json;
use standardwebhooks::Webhook;
use uuid::Uuid;

use crate::{
    app::{TestApp, assert_contains},
    database::wait_for_outbox,
    desk::{Browser, PEOPLE, save},
    mail_server::{MailServer, SmtpBehaviour},
};

/// An estimate with a line, two options, and an extra.
fn offered(mail: bool) -> serde_json::Value {
    json!({ "kind": "offered", "mail": mail, "words": "Thank you for <b>showing</b> us the oak.",
        "until": "2099-12-03T15:00:00Z", "lines": [
            { "what": "Remove the oak", "tree": "By the drive", "cents": 240_000, "pick": "one-of" },
            { "what": "Prune the oak", "cents": 90_050, "pick": "one-of" },
            { "what": "Grind the stump", "cents": 20_000, "pick": "optional" },
        ] })
}

#[actix_web::test]
async fn the_customer_gets_the_latest_estimate_if_the_desk_says_so() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let settings = [
        ("SMTP_URL", &*server.url),
        ("PUBLIC_URL", "https://trees.example"),
        ("DESK_EMAILS", PEOPLE),
    ];
    let app = TestApp::spawn_with(&settings).await;
    let lead = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    owner.record(&lead, offered(false)).await;
    owner.record(&lead, offered(true)).await;
    wait_for_outbox(&app.database, "kind = 'estimate' AND state = 'sent'").await;
    let mails = server.received().into_iter();
    let mail = mails
        .filter(|mail| mail.recipients == ["jane.doe@gmail.com"])
        .map(|mail| mail.content)
        .next()
        .unwrap();
    let message = MessageParser::default().parse(&mail).unwrap();
    assert!(
        message.header("Auto-Submitted").is_none(),
        "a person sent it"
    );
    let (text, html) = (message.body_text(0).unwrap(), message.body_html(0).unwrap());
    assert_contains(&text, "Thank you for <b>showing</b> us the oak.");
    assert_contains(&html, "&lt;b&gt;showing&lt;/b&gt;");
    assert_contains(&text, "valid until Thursday, December 3");
    assert_contains(&text, "https://trees.example/contact/link/");
}

#[actix_web::test]
async fn the_example_of_the_documents_has_a_true_signature() {
    let document = include_str!("../../../../docs/webhooks.md");
    let secret = document
        .split('`')
        .find(|it| it.starts_with("whsec_") && it.len() > 20)
        .unwrap();
    let example = document.split("```http\n").nth(1).unwrap();
    let (headers, body) = example
        .split("```")
        .next()
        .unwrap()
        .split_once("\n\n")
        .unwrap();
    let value = |name: &str| {
        let line = headers.lines().find(|it| it.starts_with(name)).unwrap();
        line.split_once(": ").unwrap().1
    };
    let webhook = Webhook::new(secret).unwrap();
    let (id, time) = (
        value("webhook-id"),
        value("webhook-timestamp").parse().unwrap(),
    );
    let signature = webhook.sign(id, time, body.trim().as_bytes()).unwrap();
    assert_eq!(value("webhook-signature"), signature);
    assert!(id.parse::<Uuid>().is_ok());
}
