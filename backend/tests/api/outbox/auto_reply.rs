//! A visitor gets an auto-reply at once, at most one a day, and nobody can be flooded with them.

use futures_util::future::join_all;
use mail_parser::MessageParser;
use serde_json::{Value, json};
use validator_wasm::company::{NAME, PLACEHOLDER_EMAIL};

use crate::{
    app::{Answer, OWNER, TestApp, assert_contains, estimate, figures, one, row, with},
    database::wait_for_outbox,
    desk::{Browser, PEOPLE, save_suspect},
    mail_server::{MailServer, Received, SmtpBehaviour},
    process::{Folders, Output},
};

const VISITOR: &str = "jane.doe@gmail.com";

async fn spawn(server: &MailServer, more: &[(&str, &str)]) -> TestApp {
    let mut settings = vec![("SMTP_URL", &*server.url), ("AUTO_REPLY", "true")];
    settings.extend(more);
    TestApp::spawn_with(&settings).await
}

async fn send(app: &TestApp, changes: Value) {
    let form = with(estimate(), changes);
    Answer::to(app.send_form(&form)).await.expect(303);
}

/// Waits until the owner's mails about `leads` leads are sent and nothing is pending.
async fn wait_until_sent(app: &TestApp, leads: usize) {
    app.wait_for(&format!(
            "SELECT FROM outbox HAVING count(*) FILTER (WHERE kind = 'lead' AND state = 'sent') = {leads}
             AND count(*) FILTER (WHERE state = 'pending') = 0"
        ))
        .await;
}

/// Returns the mails that didn't go to the owner.
fn replies(server: &MailServer) -> Vec<Received> {
    let mails = server.received().into_iter();
    mails.filter(|mail| mail.recipients != [OWNER]).collect()
}

#[actix_web::test]
async fn a_visitor_is_answered_in_words_that_are_none_of_theirs() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[]).await;
    send(&app, json!({})).await;
    wait_until_sent(&app, 1).await;
    let reply = &one(replies(&server));
    assert_eq!(reply.recipients, [VISITOR]);
    let mail = MessageParser::default().parse(&reply.content).unwrap();
    let header = |name: &'static str| mail.header_raw(name).unwrap_or_default().trim();
    assert_eq!(header("Auto-Submitted"), "auto-replied");
    assert_eq!(header("Reply-To"), OWNER);
    assert_eq!(header("To"), VISITOR);
    let subject = mail.subject().unwrap();
    assert!(subject.ends_with(NAME), "{subject}");
    let [text, html] = [mail.body_text(0), mail.body_html(0)].map(Option::unwrap);
    for body in [&text, &html] {
        // Leaves out the only link: its token can contain any letters.
        let (before, after) = body
            .split_once("http://localhost:8080/contact/link/")
            .unwrap();
        let is_of_token = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let body = format!("{before}{}", after.trim_start_matches(is_of_token));
        for part in [
            "Service: Tree Removal",
            "Urgency: Within a week",
            "call you within",
        ] {
            assert_contains(&body, part);
        }
        for own in [
            "Jane",
            "Doe",
            "0123",
            "Oak Street",
            "leans over",
            "http",
            "<img",
        ] {
            assert!(!body.contains(own), "{own} is in {body}");
        }
    }
}

#[actix_web::test]
async fn the_answer_names_what_the_form_offers_and_in_an_emergency_says_first_whom_to_call() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[]).await;
    for (leads, (service, urgency, parts, absent)) in (1..).zip([
        (
            "Stump Grinding",
            "within-week",
            &[
                "Service: Stump Grinding\r\n",
                "Urgency: Within a week\r\n",
                "We will call you within ",
                "If it becomes an emergency, do not wait: call ",
            ][..],
            &[][..],
        ),
        (
            "Storm Damage",
            "emergency",
            &["do not wait: call ", "We will call you"],
            &[],
        ),
        (
            "Buy cheap pills",
            "tomorrow <b>",
            &["We will call you"],
            &["Buy", "Service:", "Urgency:", "tomorrow"],
        ),
    ]) {
        let email = format!("jane{leads}@mail.com");
        let changes = json!({ "email": email, "service": service, "urgency": urgency });
        send(&app, changes).await;
        wait_until_sent(&app, leads).await;
        let reply = replies(&server).pop().unwrap();
        let mail = MessageParser::default().parse(&reply.content).unwrap();
        let text = mail.body_text(0).unwrap();
        let mut rest = &*text;
        for part in parts {
            let (_, after) = rest
                .split_once(part)
                .unwrap_or_else(|| panic!("{part}: {text}"));
            rest = after;
        }
        for other in absent {
            assert!(!text.contains(other), "{other} is in {text}");
        }
    }
}

#[actix_web::test]
async fn nobody_is_answered_unless_that_is_asked_for_or_without_an_address() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let off = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    send(&off, json!({})).await;
    wait_until_sent(&off, 1).await;
    let app = spawn(&server, &[]).await;
    for email in ["", "jane at gmail", PLACEHOLDER_EMAIL] {
        // Each needs its own session, since forms without an address are identical.
        send(&app, json!({ "email": email, "session_id": email })).await;
    }
    wait_until_sent(&app, 3).await;
    assert_eq!(replies(&server).len(), 0);
    for app in [off, app] {
        let rows = app
            .database
            .query("SELECT FROM outbox WHERE kind <> 'lead'")
            .await;
        assert_eq!(rows.len(), 0);
    }
}

#[actix_web::test]
async fn an_address_gets_one_a_day_however_it_is_spelled_and_from_however_many_servers() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[]).await;
    let settings = [("SMTP_URL", &*server.url), ("AUTO_REPLY", "true")];
    let other = app.spawn_another_with(&settings).await;
    let spellings = [
        "jane.doe@gmail.com",
        "Jane.Doe@Gmail.com",
        "janedoe@gmail.com",
        "j.a.n.e.doe@gmail.com",
        "jane.doe+1@gmail.com",
        "jane.doe+2@gmail.com",
        "jane.doe@any.gmail.com",
        "jane.doe-1@gmail.com",
        "ｊane.doe@gmail.com",
        "jane.doe@[192.0.2.1]",
    ];
    let requests = spellings.iter().flat_map(|email| {
        let row = with(row(), json!({ "email": email }));
        [app.insert(&row), app.insert_at(&other, &row)]
    });
    for answer in join_all(requests.map(Answer::to)).await {
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    wait_until_sent(&app, 20).await;
    assert_eq!(replies(&server).len(), 1);
}

#[actix_web::test]
async fn quoted_addresses_and_other_forms_of_a_domain_are_the_same_address() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[]).await;
    let name = "targetofmails";
    let mut users = vec![
        name.to_owned(),
        format!("\"{name}\""),
        format!("\"{name} \""),
    ];
    users.push(format!("\"\\\"{name}\\\"\""));
    for at in 1..name.len() {
        let (start, end) = name.split_at(at);
        users.push(format!("\"{start}\\{end}\""));
        users.push(format!("\"{start}.{end}+{at}\""));
        users.push(format!("\"\\{start}\\{end}\""));
    }
    assert!(users.len() >= 40);
    let domains = ["bücher.com", "BÜCHER.com", "xn--bcher-kva.com"];
    let emails = users.iter().zip(domains.iter().cycle());
    let emails = emails.map(|(user, domain)| format!("{user}@{domain}"));
    let rows: Vec<Value> = emails
        .map(|email| with(row(), json!({ "email": email })))
        .collect();
    let requests = rows.iter().map(|row| Answer::to(app.insert(row)));
    for answer in join_all(requests).await {
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    wait_until_sent(&app, rows.len()).await;
    assert_eq!(replies(&server).len(), 1);
}

#[actix_web::test]
async fn there_is_a_limit_of_the_hour_for_all_addresses_and_servers_together() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let limit = ("AUTO_REPLIES_PER_HOUR", "3");
    let proxy = ("TRUSTED_PROXIES", "127.0.0.1");
    let app = spawn(&server, &[limit, proxy]).await;
    let settings = [
        ("SMTP_URL", &*server.url),
        ("AUTO_REPLY", "true"),
        limit,
        proxy,
    ];
    let other = app.spawn_another_with(&settings).await;
    let rows: Vec<Value> = (0..20)
        .map(|n| with(row(), json!({ "email": format!("victim{n}@mail.com") })))
        .collect();
    let requests = rows.iter().enumerate().map(|(n, row)| match n % 2 {
        0 => app.insert(row),
        _ => app.insert_at(&other, row),
    });
    // Each request comes from its own network.
    let requests = (requests.enumerate())
        .map(|(n, request)| request.header("x-forwarded-for", format!("203.0.113.{n}")));
    for answer in join_all(requests.map(Answer::to)).await {
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    wait_until_sent(&app, 20).await;
    let replies = replies(&server).len();
    // An hour may have ended in between.
    assert!(replies == 3 || replies == 6, "{replies}");
    let rows = "SELECT FROM outbox WHERE kind = 'auto_reply'";
    assert_eq!(app.query(rows).await.len(), replies);
}

#[actix_web::test]
async fn a_network_cannot_use_up_the_auto_replies_of_the_hour() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let settings = [
        ("AUTO_REPLIES_PER_HOUR", "8"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
    ];
    let app = spawn(&server, &settings).await;
    let mut sent = 0;
    for (address, count) in [
        ("203.0.113.7", 5),
        ("2001:db8:1:#::1", 5),
        ("198.51.100.7", 1),
    ] {
        for _ in 0..count {
            sent += 1;
            let lead = with(row(), json!({ "email": format!("victim{sent}@mail.com") }));
            let address = address.replace('#', &sent.to_string());
            let request = app.insert(&lead).header("x-forwarded-for", address);
            Answer::to(request).await.expect(201);
        }
    }
    wait_until_sent(&app, 11).await;
    let replies = replies(&server);
    let answered = |number| {
        let address = format!("victim{number}@mail.com");
        replies
            .iter()
            .filter(|reply| reply.recipients == [&*address])
            .count()
    };
    let replies_to = |numbers: std::ops::RangeInclusive<u32>| numbers.map(answered).sum::<usize>();
    // An hour may have ended in between.
    assert!(
        (2..=4).contains(&replies_to(1..=5)),
        "{}",
        replies_to(1..=5)
    );
    assert!(
        (3..=5).contains(&replies_to(6..=10)),
        "{}",
        replies_to(6..=10)
    );
    assert_eq!(answered(11), 1, "another visitor");
}

#[actix_web::test]
async fn a_suspect_lead_is_not_answered_also_not_after_its_release() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[("DESK_EMAILS", PEOPLE)]).await;
    let id = save_suspect(&app).await;
    let browser = Browser::of_owner(&app).await;
    browser.judge(&id, "released").await;
    wait_until_sent(&app, 1).await;
    app.idle().await;
    assert_eq!(replies(&server).len(), 0);
}

#[actix_web::test]
async fn an_old_lead_whose_mail_is_sent_again_is_not_answered() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[]).await;
    app.database
        .insert_leads(
            "full_name, email, phone, message, site_name, created_at",
            "VALUES ('Jane', 'jane@mail.com', '1', 'Oak', 's', now() - interval '61 minutes')",
        )
        .await;
    wait_until_sent(&app, 1).await;
    app.idle().await;
    assert_eq!(replies(&server).len(), 0);
}

#[actix_web::test]
async fn an_address_that_is_refused_is_not_tried_again_and_nobody_is_told() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = spawn(&server, &[("DESK_EMAILS", PEOPLE)]).await;
    send(&app, json!({})).await;
    wait_until_sent(&app, 1).await;
    // Makes the auto-reply due again.
    server.behave(SmtpBehaviour::Refuses);
    let due =
        "UPDATE outbox SET state = 'pending', due_at = now(), attempts = 0, finished_at = NULL
         WHERE kind = 'auto_reply'";
    app.execute(due).await;
    let is_stopped = "kind = 'auto_reply' AND state = 'stopped' AND attempts = 1
         AND failure_class = 'refused' AND finished_at IS NOT NULL";
    wait_for_outbox(&app.database, is_stopped).await;
    let figures = figures(&app.metrics_url).await;
    for line in [
        "outbox_mails{channel=\"mail\",state=\"dead\"} 0",
        "mails_total{channel=\"mail\",outcome=\"dead\"} 0",
        "mails_total{channel=\"mail\",outcome=\"sent\"} 1",
    ] {
        assert_contains(&figures, &format!("\n{line}\n"));
    }
    let browser = Browser::of_owner(&app).await;
    assert_eq!(browser.get("/mails").await.json(), json!({ "mails": [] }));

    // A deferred auto-reply is retried, unless the owner has marked its lead as spam.
    server.behave(SmtpBehaviour::Defers);
    app.execute(due).await;
    let is_deferred = "kind = 'auto_reply' AND state = 'pending' AND attempts = 1
         AND leased_until IS NULL";
    wait_for_outbox(&app.database, is_deferred).await;
    server.behave(SmtpBehaviour::Accepts);
    app.execute(&format!("UPDATE site_forms SET status = 'spam'; {due}"))
        .await;
    app.wait_for("SELECT WHERE NOT EXISTS (SELECT FROM outbox WHERE kind = 'auto_reply')")
        .await;
    assert_eq!(replies(&server).len(), 1);
}

#[actix_web::test]
async fn erasing_a_person_takes_the_answer_to_them() {
    let app = TestApp::spawn_with(&[("AUTO_REPLY", "true")]).await;
    send(&app, json!({})).await;
    app.mails(2).await;
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DATA_DIR", app.data_dir.path().to_str().unwrap()),
    ];
    let erase = ["leads", "erase", "--email", VISITOR, "--yes"];
    let output = Output::of(&Folders::new(), &erase, &settings).await;
    assert!(output.success, "{}", output.err);
    assert_eq!(app.query("SELECT FROM outbox").await.len(), 0);
    assert_eq!(app.outbox().len(), 0);
}
