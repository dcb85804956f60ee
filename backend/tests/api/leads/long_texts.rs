//! A visitor's text of any length or kind is stored whole, but fills no screen and no mail.

use mail_parser::MessageParser;
use serde_json::{Value, json};

use crate::{
    app::{Answer, TestApp, one, row, with},
    database::wait_for_outbox,
    desk::{Browser, PEOPLE},
    mail_server::{MailServer, SmtpBehaviour},
    webhook_receiver::Receiver,
};

/// Close to the size limit of a request.
const LONG: usize = 240_000;

/// The limit in bytes of a lead in a list, with one long text, its ellipsis, and the other texts.
const LISTED: usize = 2_500;

fn long(word: &str) -> String {
    word.repeat(LONG / word.len())
}

/// Returns a row with long details.
fn long_row() -> Value {
    let message = format!("{} {}END", row()["message"].as_str().unwrap(), long("oak "));
    with(row(), json!({ "message": message }))
}

/// Inserts suspect leads with long names, and then one that looks like a customer's.
async fn insert_suspects(app: &TestApp, long_ones: usize) {
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, suspect, created_at",
            &format!(
                "SELECT CASE number WHEN 0 THEN 'Honest Jane' ELSE repeat('&', {LONG}) END,
                    'jane@mail.com', '404-555-0123',
                    E'Service: Tree Removal\\nUrgency: Routine\\nAddress: 1 Elm', 'site', true,
                    now() - interval '2 hours' - number * interval '1 second'
                 FROM generate_series(0, {long_ones}) AS number"
            ),
        )
        .await;
}

#[actix_web::test]
async fn lists_of_the_desk_have_the_beginning_of_a_long_text_and_the_lead_has_all_of_it() {
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE)]).await;
    let browser = Browser::of_owner(&app).await;
    let since = browser.get("/changes").await.json()["at"].clone();
    for changes in [
        long_row(),
        with(row(), json!({ "full_name": format!("{} Doe", long("é")) })),
        with(row(), json!({ "phone": long("4") })),
        with(row(), json!({ "email": format!("{}@mail.com", long("j")) })),
        with(
            row(),
            json!({ "message": format!(
                "Service: {}\nUrgency: soon\nAddress: elm", long("Mulch ")) }),
        ),
        with(
            row(),
            json!({ "message": format!("Service: Mulch\nUrgency: soon\nAddress: {}", long("elm ")) }),
        ),
    ] {
        Answer::to(app.insert(&changes)).await.expect(201);
    }
    insert_suspects(&app, 10).await;

    let since = since.as_str().unwrap();
    for list in [
        "/leads?list=now".to_owned(),
        "/leads?list=spam".to_owned(),
        "/leads?search=elm".to_owned(),
        "/leads?search=jane".to_owned(),
        format!("/changes?since={since}"),
    ] {
        let answer = browser.get(&list).await.expect(200);
        let answered = answer.json();
        let leads = answered["leads"].as_array().unwrap();
        assert!(!leads.is_empty() || list.starts_with("/changes"), "{list}");
        assert!(
            answer.text.len() < (leads.len() + 1) * LISTED,
            "{list}: {}",
            answer.text.len()
        );
        for lead in leads {
            let texts = ["name", "phone", "email", "service", "address", "details"];
            let is_cut = |name: &&str| lead[*name].as_str().is_some_and(|text| text.ends_with('…'));
            let has_more = texts.iter().any(is_cut);
            assert_eq!(lead["shortened"], has_more, "{lead}");
            assert_eq!(has_more, lead["name"] != "Honest Jane", "{lead}");
        }
    }

    for saved in app.database.site_forms().await {
        let lead = browser.lead(saved["id"].as_str().unwrap()).await;
        assert_eq!(lead["shortened"], false);
        assert_eq!(lead["name"], saved["full_name"]);
        assert_eq!(lead["phone"], saved["phone"]);
        let message = saved["message"].as_str().unwrap();
        for part in ["address", "details"] {
            assert!(message.contains(lead[part].as_str().unwrap()), "{part}");
        }
    }
}

#[actix_web::test]
async fn a_mail_and_a_webhook_have_the_beginning_of_a_long_text_and_say_so() {
    let receiver = Receiver::start(204);
    let app = TestApp::spawn_with(&receiver.settings()).await;
    Answer::to(app.insert(&long_row())).await.expect(201);
    let mail = &one(app.mails(1).await);
    assert!(mail.len() < 50_000, "{}", mail.len());
    let mail = MessageParser::default().parse(mail).unwrap();
    for body in [mail.body_text(0).unwrap(), mail.body_html(0).unwrap()] {
        assert!(body.contains("oak oak"), "{body}");
        assert!(!body.contains("END"), "{body}");
        assert!(body.contains("This request is longer"), "{body}");
    }
    receiver.wait_for(1).await;
    let event = receiver.received()[0].event();
    assert_eq!(event["data"]["shortened"], true);
    let details = event["data"]["details"].as_str().unwrap();
    assert!(details.starts_with("The big white oak"), "{details}");
    assert!(details.ends_with('…'), "{details}");
    assert_eq!(details.chars().count(), 10_001);
}

#[actix_web::test]
async fn a_digest_of_long_texts_is_mailed_with_the_honest_lead_among_them() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    insert_suspects(&app, 49).await;
    wait_for_outbox(&app.database, "kind = 'digest' AND state = 'sent'").await;
    let mail = one(server.received());
    assert!(mail.content.len() < 500_000, "{}", mail.content.len());
    let mail = MessageParser::default().parse(&mail.content).unwrap();
    assert_eq!(
        mail.subject(),
        Some("50 estimate requests that may be spam")
    );
    assert!(mail.body_text(0).unwrap().contains("Honest Jane"));
    assert!(mail.body_html(0).unwrap().contains("&amp;&amp;"));
}

#[actix_web::test]
async fn a_mail_has_no_lone_cr() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    let message = format!("{}\rElm\r\nAsh\nFir", row()["message"].as_str().unwrap());
    let row = with(row(), json!({ "message": message }));
    Answer::to(app.insert(&row)).await.expect(201);
    wait_for_outbox(&app.database, "state = 'sent'").await;
    let content = server.received()[0].content.replace("\r\n", "\n");
    assert!(!content.contains('\r'), "{content:?}");
    let mail = MessageParser::default().parse(&content).unwrap();
    let text = mail.body_text(0).unwrap();
    assert!(text.contains("garage.\nElm\nAsh\nFir"), "{text:?}");
    // The stored text is what the visitor typed.
    assert_eq!(app.database.site_forms().await[0]["message"], message);
}

const SHOWN: &str = "Jane Doe Phone: 1 =?utf-8?q?=E2=80=AEx=0A?=";

#[actix_web::test]
async fn nothing_of_one_line_is_shown_with_invisible_characters_or_on_several_lines() {
    let receiver = Receiver::start(204);
    let desk = [("DESK_EMAILS", PEOPLE)];
    let settings: Vec<_> = receiver.settings().into_iter().chain(desk).collect();
    let app = TestApp::spawn_with(&settings).await;
    let (name, phone) = (
        "Jane \u{202e}\u{202a}\u{202b}Doe\u{202c}\nPhone: 1 =?utf-8?q?=E2=80=AEx=0A?=",
        "\u{2067}404-\u{200f}555-\u{61c}0123\u{2068}\u{2069}, 1",
    );
    let message = "Service: Tree \u{2066}Removal\nUrgency: Routine\nAddress: 1 \u{202d}Elm, \u{5e9}\u{5dc}\u{200f}\u{200d} \u{6a39}";
    let row = with(
        row(),
        json!({ "full_name": name, "phone": phone, "message": message }),
    );
    Answer::to(app.insert(&row)).await.expect(201);
    let mails = app.mails(1).await;
    let mail = MessageParser::default().parse(&mails[0]).unwrap();
    let subject = mail.subject().unwrap();
    assert_eq!(
        subject,
        format!("Routine: New estimate request from {SHOWN} (Tree Removal)")
    );
    let reply_to = mail
        .reply_to()
        .and_then(|addresses| addresses.first())
        .unwrap();
    assert_eq!(reply_to.name(), Some(SHOWN));
    receiver.wait_for(1).await;
    let saved = &app.database.site_forms().await[0];
    let id = saved["id"].as_str().unwrap();
    let browser = Browser::of_owner(&app).await;
    for lead in [
        browser.lead(id).await,
        browser.get("/leads").await.json()["leads"][0].clone(),
        receiver.received()[0].event()["data"].clone(),
    ] {
        for (text, expected) in [
            ("name", SHOWN),
            ("phone", "404-555-0123, 1"),
            ("service", "Tree Removal"),
            ("address", "1 Elm, \u{5e9}\u{5dc} \u{6a39}"),
        ] {
            assert_eq!(lead[text], expected);
        }
    }
    for body in [mail.body_text(0).unwrap(), mail.body_html(0).unwrap()] {
        assert!(body.contains("404-555-0123, 1"), "{body}");
        assert!(!body.contains("\nPhone: 1 "), "{body}");
        assert!(body.contains("1 Elm"), "{body}");
    }
    assert_eq!(saved["full_name"], name);
    assert_eq!(saved["phone"], phone);
    assert_eq!(saved["message"], message);
}
