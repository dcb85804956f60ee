//! The owner gets mails about the photos that visitors add.

use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Visitor, jpeg};
use crate::{
    app::{Answer, OWNER, TestApp, assert_contains, one, row},
    database::wait_for_outbox,
    desk::{Browser, PEOPLE, save, save_suspect, towns},
    mail_server::{MailServer, Received, SmtpBehaviour},
    webhook_receiver::Receiver,
};

async fn spawn(server: &MailServer) -> TestApp {
    TestApp::spawn_with(&[
        ("SMTP_URL", &server.url),
        ("DESK_EMAILS", PEOPLE),
        ("PUBLIC_URL", "https://trees.example"),
    ])
    .await
}

/// Ends the time for which a mail waits for more photos.
async fn make_mails_due(app: &TestApp) {
    app.execute("UPDATE outbox SET due_at = now() WHERE kind = 'photos' AND state = 'pending'")
        .await;
}

/// Waits until `count` mails about photos are sent; returns all of them.
async fn mails(app: &TestApp, server: &MailServer, count: usize) -> Vec<Received> {
    let sent = format!("kind = 'photos' AND state = 'sent' HAVING count(*) = {count}");
    wait_for_outbox(&app.database, &sent).await;
    let mails = server.received().into_iter();
    let of_photos = mails.filter(|mail| mail.content.contains("Photos from"));
    let mails: Vec<_> = of_photos.collect();
    assert_eq!(mails.len(), count);
    mails
}

/// Returns the names of a mail's pictures; asserts that its HTML shows each.
fn pictures(mail: &Received) -> Vec<Uuid> {
    let message = MessageParser::default().parse(&mail.content).unwrap();
    let html = message.body_html(0).unwrap();
    let images = message
        .parts
        .iter()
        .filter(|part| part.is_content_type("image", "jpeg"));
    let pictures: Vec<Uuid> = images
        .map(|part| {
            let id = part.content_id().unwrap();
            assert!(html.contains(&format!("<img src=\"cid:{id}\"")), "{html}");
            image::load_from_memory(part.contents()).unwrap();
            id.parse().unwrap()
        })
        .collect();
    assert_eq!(html.matches("<img").count(), pictures.len());
    pictures
}

async fn waiting(app: &TestApp) -> usize {
    app.query("SELECT FROM outbox WHERE kind = 'photos' AND state = 'pending'")
        .await
        .len()
}

#[actix_web::test]
async fn photographs_come_in_a_mail_of_their_own_some_minutes_after_the_first() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server).await;
    let [town, _] = towns();
    let message = row()["message"].as_str().unwrap().replace("Decatur", &town);
    let lead = save(&app, json!({ "message": message })).await;
    wait_for_outbox(&app.database, &format!("id = '{lead}' AND state = 'sent'")).await;
    let visitor = Visitor::of(&app, &lead);
    let [first, second, third] = [
        visitor.add().await,
        visitor.add().await,
        visitor.add().await,
    ];
    let waits = app
        .query("SELECT due_at - created_at AS waits FROM outbox WHERE kind = 'photos'")
        .await;
    assert_eq!(one(waits)["waits"], "00:02:00");
    visitor.remove(second).await.expect(204);
    make_mails_due(&app).await;
    let mail = one(mails(&app, &server, 1).await);
    assert_eq!(mail.recipients, [OWNER]);
    assert_eq!(pictures(&mail), [first, third]);
    let message = MessageParser::default().parse(&mail.content).unwrap();
    assert_eq!(
        message.subject().unwrap(),
        format!("Photos from Jane Doe: Tree Removal, {town}")
    );
    let text = message.body_text(0).unwrap();
    for part in [
        "2 photos were added",
        "404-555-0123",
        &format!("https://trees.example/desk#lead/{lead}"),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }

    // Photos that are added later go into a second mail, which shows only them.
    let later = visitor.add().await;
    assert_eq!(waiting(&app).await, 1);
    make_mails_due(&app).await;
    let both = mails(&app, &server, 2).await;
    assert_eq!(pictures(&both[1]), [later]);

    // A mail whose photos were removed isn't sent, and the owner's own photos make no mail.
    let removed = visitor.add().await;
    visitor.remove(removed).await.expect(204);
    make_mails_due(&app).await;
    app.wait_for("SELECT WHERE NOT EXISTS (SELECT FROM outbox WHERE state = 'pending')")
        .await;
    let browser = Browser::of_owner(&app).await;
    let path = format!("/leads/{lead}/photos/{}", Uuid::now_v7());
    let added = browser
        .request("PUT", &path)
        .header("content-type", "image/png");
    Answer::to(added.body(jpeg(64, 48))).await.expect(201);
    assert_eq!(waiting(&app).await, 0);
    mails(&app, &server, 2).await;
}

#[actix_web::test]
async fn a_mail_has_no_more_pictures_than_a_mailbox_takes() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server).await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    for _ in 0..6 {
        visitor.add().await;
    }
    app.execute(
        "UPDATE lead_photos SET thumbnail = thumbnail || convert_to(repeat('x', 60000), 'UTF8')",
    )
    .await;
    make_mails_due(&app).await;
    let mail = one(mails(&app, &server, 1).await);
    assert_eq!(pictures(&mail).len(), 3);
    assert!(mail.content.len() < 300_000, "{}", mail.content.len());
    assert!(mail.content.contains("6 photos were added"));
}

#[actix_web::test]
async fn those_of_a_suspect_lead_wait_until_it_is_released() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server).await;
    let lead = save_suspect(&app).await;
    let visitor = Visitor::of(&app, &lead);
    // The visitor doesn't notice.
    let photo = visitor.add().await;
    assert_eq!(visitor.ids().await, [photo]);
    assert_eq!(waiting(&app).await, 0);
    let browser = Browser::of_owner(&app).await;
    let path = format!("/leads/{lead}/photos/{photo}");
    for path in [path.clone(), format!("{path}/thumbnail")] {
        browser.get(&path).await.api_error(404);
    }
    let add = browser.request("PUT", &format!("/leads/{lead}/photos/{}", Uuid::now_v7()));
    let add = add.header("content-type", "image/jpeg").body(jpeg(64, 48));
    Answer::to(add).await.api_error(404);
    assert_eq!(browser.lead(&lead).await["photos"], json!([]));

    let released = browser.judge(&lead, "released").await;
    assert_eq!(released["photos"], json!([photo]));
    assert_eq!(browser.get(&path).await.status, 200);
    let mail = one(mails(&app, &server, 1).await);
    assert_eq!(pictures(&mail), [photo]);

    // Marking a lead as spam before the mail is due stops the mail; releasing the lead sends it.
    let second = visitor.add().await;
    browser.judge(&lead, "spam").await;
    make_mails_due(&app).await;
    app.wait_for("SELECT WHERE NOT EXISTS (SELECT FROM outbox WHERE state = 'pending')")
        .await;
    mails(&app, &server, 1).await;
    browser.undo(&lead).await;
    assert_eq!(pictures(&mails(&app, &server, 2).await[1]), [second]);
}

#[actix_web::test]
async fn the_answer_to_a_visitor_has_the_customers_link() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[
        ("SMTP_URL", &server.url),
        ("AUTO_REPLY", "true"),
        ("PUBLIC_URL", "https://trees.example"),
    ])
    .await;
    Answer::to(app.insert(&row())).await.expect(201);
    wait_for_outbox(&app.database, "kind = 'auto_reply' AND state = 'sent'").await;
    let mails = server.received().into_iter();
    let reply = one(mails.filter(|mail| mail.recipients != [OWNER]).collect());
    let message = MessageParser::default().parse(&reply.content).unwrap();
    let link = "https://trees.example/contact/link/";
    let text = message.body_text(0).unwrap();
    let token = text
        .split(link)
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    let html = message.body_html(0).unwrap();
    assert_contains(&html, &format!("<a href=\"{link}{token}\">"));
    let followed = Answer::to(app.get(&format!("/contact/link/{token}")))
        .await
        .expect(303);
    let cookie = followed.header("set-cookie").split(';').next().unwrap();
    let visitor = Visitor {
        cookie: cookie.to_owned(),
        ..Visitor::with(&app, "")
    };
    visitor.add().await;
}

#[actix_web::test]
async fn photographs_are_announced_after_the_lead_unless_it_is_spam_by_then() {
    let receiver = Receiver::start(200);
    let desk = [
        ("DESK_EMAILS", PEOPLE),
        ("PUBLIC_URL", "https://trees.example"),
    ];
    let app = TestApp::spawn_with(&[&receiver.settings()[..], &desk].concat()).await;
    let lead = save(&app, json!({})).await;
    receiver.wait_for(1).await;
    let visitor = Visitor::of(&app, &lead);
    visitor.add().await;
    visitor.add().await;
    make_mails_due(&app).await;
    receiver.wait_for(2).await;
    let [created, photographed] = &receiver.received()[..] else {
        panic!("expected two webhooks")
    };
    assert_eq!(created.event()["type"], "lead.created");
    assert_eq!(created.event()["data"]["photos"], Value::Null);
    assert_ne!(
        photographed.header("webhook-id"),
        created.header("webhook-id")
    );
    let event = photographed.event();
    assert_eq!(event["type"], "lead.photographed");
    assert_eq!(event["data"]["id"], lead);
    let link = format!("https://trees.example/desk#lead/{lead}");
    assert_eq!(event["data"]["photos"], json!({ "count": 2, "link": link }));

    // Photos of a lead that is marked as spam are no longer announced.
    visitor.add().await;
    receiver.answer(500);
    make_mails_due(&app).await;
    wait_for_outbox(&app.database, "http_status = 500").await;
    let browser = Browser::of_owner(&app).await;
    browser.judge(&lead, "spam").await;
    app.execute("UPDATE outbox SET due_at = now() WHERE state = 'pending'")
        .await;
    app.wait_for("SELECT WHERE NOT EXISTS (SELECT FROM outbox WHERE state = 'pending')")
        .await;
    assert_eq!(receiver.received().len(), 3);
}
