//! The emails and the webhook of an estimate.

use mail_parser::MessageParser;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use uuid::Uuid;

use crate::{
    app::{Answer, TestApp, as_form, assert_contains, with},
    database::wait_for_outbox,
    desk::{Browser, PEOPLE, save},
    mail_server::{MailServer, SmtpBehaviour},
    photos::Visitor,
    webhook_receiver::{Received, Receiver},
};

/// An estimate with a line, two options, and an extra.
fn offered(mail: bool) -> Value {
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

/// Sends the customer's decision about the only estimate of a lead.
pub async fn decide(app: &TestApp, lead: &str, fields: Value) {
    let estimate = app
        .query("SELECT id FROM desk_events WHERE kind = 'offered'")
        .await;
    let fields = with(json!({ "estimate": estimate[0]["id"] }), fields);
    let form = as_form(app.post("/contact/estimate"), &fields);
    let cookie = Visitor::by_link(app, lead).cookie;
    let page = Answer::to(form.header("cookie", cookie)).await.expect(303);
    assert_eq!(page.header("location"), "/contact?sent#answer");
}

#[actix_web::test]
async fn the_owner_hears_what_the_customer_decided_and_an_order_is_announced() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let receiver = Receiver::start(200);
    let settings = [("SMTP_URL", &*server.url), ("DESK_EMAILS", PEOPLE)];
    let app = TestApp::spawn_with(&[&receiver.settings()[..], &settings].concat()).await;
    let lead = save(&app, json!({})).await;
    let owner = Browser::of_owner(&app).await;
    owner.record(&lead, offered(false)).await;
    let question = json!({ "decision": "ask", "question": "Is the stump <b>in</b> it?" });
    decide(&app, &lead, question).await;
    let order = json!({ "decision": "yes", "option": "1", "line-2": "2", "total": "110050",
        "signed": "Jane Q. Doe" });
    decide(&app, &lead, order).await;
    let are_sent = "kind = 'decision' AND state = 'sent' HAVING count(*) = 2";
    wait_for_outbox(&app.database, are_sent).await;
    receiver.wait_for(2).await;

    let mails: Vec<_> = server.received().into_iter().map(|it| it.content).collect();
    let mail = |subject: &str| {
        let parsed = mails
            .iter()
            .map(|it| MessageParser::default().parse(it).unwrap());
        let found = parsed.filter(|it| it.subject() == Some(subject));
        found
            .map(|it| it.body_text(0).unwrap().into_owned())
            .next()
            .unwrap()
    };
    let asked = mail("Question about the estimate: Jane Doe");
    assert_contains(&asked, "Is the stump <b>in</b> it?");
    let accepted = mail("Accepted: Jane Doe, $1,100.50");
    for line in [
        "Prune the oak: $900.50",
        "Grind the stump: $200.00",
        "Total: $1,100.50",
        "Signed: Jane Q. Doe",
    ] {
        assert_contains(&accepted, line);
    }
    assert!(!accepted.contains("Remove the oak"), "{accepted}");

    let events: Vec<Value> = receiver.received().iter().map(Received::event).collect();
    let [created, order] = &*events else {
        panic!("a question is not announced");
    };
    assert_eq!(
        (&created["type"], &order["type"]),
        (&json!("lead.created"), &json!("estimate.accepted"))
    );
    assert_eq!(
        (&order["data"]["id"], &order["data"]["name"]),
        (&json!(lead), &json!("Jane Doe"))
    );
    let lines = json!([
        { "what": "Prune the oak", "tree": null, "cents": 90_050 },
        { "what": "Grind the stump", "tree": null, "cents": 20_000 },
    ]);
    assert_eq!(
        order["data"]["estimate"],
        json!({ "lines": lines, "total": 110_050, "signed": "Jane Q. Doe", "day": null })
    );
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
