//! Each lead's mail reaches the owner once, whichever part fails.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use actix_web::rt;
use backend::{
    config::{Config, secret::Secret},
    leads::{
        delivery_notifier::DeliveryNotifier,
        lead_records::{self, Selection},
    },
    message_kind::{Channel, MessageState},
    observability::metrics::Metrics,
    outbox::{
        delivery::{Delivery, Senders},
        entries, figures,
        follow_up::FollowUps,
        mail::{
            error::MailError,
            message::{Mail, MailContent},
            transport::{Mailer, SendMail},
        },
        send_again::{SendAgain, send_again},
    },
    photos::link::CustomerLinks,
    privacy::pruning,
};
use diesel_async::AsyncPgConnection;
use futures_util::{TryStreamExt, future::join_all};
use lettre::message::Mailbox;
use mail_parser::MessageParser;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::Semaphore,
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use uuid::{NoContext, Timestamp, Uuid};
use validator_wasm::company::DOMAIN;

use crate::{
    app::{
        Answer, IP_HASH_SECRET, OWNER, TestApp, assert_contains, estimate, long_deadlines, one,
        row, with,
    },
    database::{Database, wait_for_outbox},
    mail_server::{MailServer, SmtpBehaviour},
};

/// Makes pending mails due now.
const LET_TIME_PASS: &str = "UPDATE outbox SET due_at = now() WHERE state = 'pending'";

const LEAD_COLUMNS: &str = "full_name, email, phone, message, site_name";

#[actix_web::test]
async fn a_lead_is_mailed_at_once_in_words_composed_from_it() {
    let app = TestApp::spawn().await;
    let id = save(&app, &row(), None).await;
    let mail = &app.mails(1).await[0];
    for part in [
        format!("To: {OWNER}\r\n"),
        "Subject: Within a week: New estimate request from Jane Doe (Tree Removal)\r\n".to_owned(),
        "Reply-To: \"Jane Doe\" <jane.doe@gmail.com>\r\n".to_owned(),
        format!("Message-ID: <{id}@{DOMAIN}>\r\n"),
        "\r\nDate: ".to_owned(),
    ] {
        assert_contains(mail, &part);
    }
    let mail = MessageParser::default().parse(mail).unwrap();
    let [text, html] = [mail.body_text(0), mail.body_html(0)].map(Option::unwrap);
    assert!(text.contains("Phone: 404-555-0123\r\n"), "{text}");
    assert!(html.contains("href=\"tel:4045550123\""), "{html}");
    assert!(html.contains("12 Oak Street, Decatur"), "{html}");

    app.execute("UPDATE outbox SET state = 'pending', due_at = now(), finished_at = NULL")
        .await;
    wait_for_outbox(&app.database, "state = 'sent' AND attempts = 2").await;
    assert_eq!(app.outbox().len(), 1, "its file is replaced");
}

#[actix_web::test]
async fn the_mail_links_to_the_lead_where_there_is_a_desk() {
    let settings = [
        ("DESK_EMAILS", OWNER),
        ("PUBLIC_URL", "https://www.example.com"),
    ];
    for (settings, is_on) in [(&settings[..], true), (&settings[1..], false)] {
        let app = TestApp::spawn_with(settings).await;
        let id = save(&app, &row(), None).await;
        let mail = &app.mails(1).await[0];
        let mail = MessageParser::default().parse(mail).unwrap();
        let [text, html] = [mail.body_text(0), mail.body_html(0)].map(Option::unwrap);
        let link = format!("https://www.example.com/desk#lead/{id}");
        assert_eq!(text.contains(&format!(": {link}\r\n")), is_on, "{text}");
        assert_eq!(html.contains(&format!("href=\"{link}\"")), is_on, "{html}");
        assert_eq!(text.contains("/desk"), is_on, "{text}");
    }
}

#[actix_web::test]
async fn the_mail_of_an_emergency_is_marked_as_important_and_no_other() {
    let app = TestApp::spawn().await;
    for urgency in ["emergency", "urgent"] {
        let sent = with(estimate(), json!({ "urgency": urgency }));
        Answer::to(app.send_form(&sent)).await.expect(303);
    }
    let mails = app.mails(2).await;
    let is_marked = |mail: &&String| mail.contains("\r\nImportance: high\r\n");
    let emergency = one(mails.iter().filter(is_marked).collect());
    assert!(emergency.contains("\r\nX-Priority: 1\r\n"), "{emergency}");
    assert_contains(emergency, "Subject: EMERGENCY: New estimate request from ");
}

#[actix_web::test]
async fn in_the_mail_a_tap_calls_answers_and_shows_the_way() {
    let app = TestApp::spawn().await;
    let details = "A limb fell on the <shed> & \"carport\".";
    for (email, urgency) in [("jane@gmail.com", "within-week"), ("", "emergency")] {
        let changes = json!({
            "phone": "+1 (404) 555-0123 ext 4", "email": email, "urgency": urgency,
            "address": "12 Oak Street\nDecatur", "service": "Storm Damage", "message": details,
        });
        let sent = app.send_form(&with(estimate(), changes));
        Answer::to(sent).await.expect(303);
    }
    let mails = app.mails(2).await;
    let mails = mails
        .iter()
        .map(|mail| MessageParser::default().parse(mail).unwrap());
    let (emergencies, others): (Vec<_>, Vec<_>) =
        mails.partition(|mail| mail.header_raw("Importance").is_some());
    let [(call, emergency), (html, text)] = [one(emergencies), one(others)].map(|mail| {
        [mail.body_html(0), mail.body_text(0)]
            .map(|body| body.unwrap().replace("\r\n", "\n"))
            .into()
    });
    for part in [
        "<b>Name</b><br>\nJane Doe</p>",
        r#"<a href="tel:+14045550123">+1 (404) 555-0123 ext 4</a>"#,
        r#"<a href="mailto:jane@gmail.com">jane@gmail.com</a>"#,
        "&amp;query=12%20Oak%20Street%20Decatur\">12 Oak Street Decatur</a>",
        "<b>Service</b><br>\nStorm Damage</p>",
        "<b>Urgency</b><br>\nWithin a week</p>",
        "A limb fell on the &lt;shed&gt; &amp; &quot;carport&quot;.",
    ] {
        assert_contains(&html, part);
    }
    assert_eq!(
        text,
        format!(
            "New estimate request\n\nName: Jane Doe\nPhone: +1 (404) 555-0123 ext 4\n\
             Email: jane@gmail.com\nProperty address: 12 Oak Street Decatur\n\
             Service: Storm Damage\nUrgency: Within a week\nProject details: {details}\n"
        )
    );
    // An emergency's mail begins with whom to call.
    let whom = "EMERGENCY: call Jane Doe, +1 (404) 555-0123 ext 4";
    assert!(emergency.starts_with(whom), "{emergency}");
    assert!(emergency.contains("\nEmail: Not provided\n"), "{emergency}");
    let link = format!("<p class=\"alarm\"><a href=\"tel:+14045550123\">{whom}</a></p>");
    let (head, body) = call.split_once("<p ").unwrap();
    assert!(format!("<p {body}").starts_with(&link), "{call}");
    assert!(!head.contains("<h1") && !call.contains("mailto:"), "{call}");
}

#[actix_web::test]
async fn a_mail_is_sent_by_smtp_to_the_owner_alone() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    save(&app, &row(), None).await;
    wait_for_outbox(&app.database, "state = 'sent'").await;
    let mail = one(server.received());
    assert_eq!(mail.sender, format!("website@{DOMAIN}"));
    assert_eq!(mail.recipients, [OWNER]);
    assert_eq!(app.outbox().len(), 0);
}

#[actix_web::test]
async fn a_leased_mail_is_not_leased_again_before_its_lease_ends() {
    let app = TestApp::spawn().await;
    // Leases the mail, as a process does that is sending it, or that has died.
    app.execute(
        "WITH lead AS (
             INSERT INTO site_forms (full_name, email, phone, message, site_name)
             VALUES ('Leased', 'a@b.c', '1', 'Oak', 's') RETURNING id
         )
         INSERT INTO outbox (id, kind, state, attempts, leased_until)
         SELECT id, 'lead', 'pending', 1, now() + interval '90 seconds' FROM lead",
    )
    .await;
    let other = save(&app, &row(), None).await;
    let mail = &app.mails(1).await[0];
    assert!(mail.contains(&other.to_string()), "{mail}");
    // That process has died, so another one sends its leased mails.
    app.execute("UPDATE outbox SET leased_until = now() WHERE state = 'pending'")
        .await;
    app.mails(2).await;
    let attempts = "SELECT FROM outbox WHERE attempts = 2 AND leased_until IS NULL";
    assert_eq!(app.query(attempts).await.len(), 1);
}

#[actix_web::test]
async fn a_lead_is_saved_with_its_mail_or_not_at_all() {
    let app = TestApp::spawn().await;
    app.execute("ALTER TABLE outbox ADD CHECK (kind <> 'lead')")
        .await;
    for rows in [row(), json!([row(), row()])] {
        let answer = Answer::to(app.insert(&rows)).await;
        answer.postgrest_error(500, "XX000");
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn the_placeholder_is_no_reply_address() {
    let app = TestApp::spawn().await;
    for email in ["", "jane at gmail"] {
        let sent = with(estimate(), json!({ "email": email }));
        Answer::to(app.send_form(&sent)).await.expect(303);
    }
    for mail in app.mails(2).await {
        assert!(!mail.contains("Reply-To"), "{mail}");
    }
}

#[actix_web::test]
async fn a_mail_is_retried_after_any_refusal_until_it_is_accepted() {
    let server = MailServer::start(SmtpBehaviour::Refuses).await;
    let app = TestApp::spawn_with(&[("SMTP_URL", &server.url)]).await;
    let closed = "closed the connection";
    let failures = [
        (SmtpBehaviour::Refuses, "refused", "replied 550"),
        (SmtpBehaviour::Defers, "deferred", "replied 451"),
        (SmtpBehaviour::WantsLogin, "login", "replied 530"),
        (SmtpBehaviour::TurnsAway, "refused", "replied 554"),
        (SmtpBehaviour::RefusesTheText, "refused", "replied 554"),
        (SmtpBehaviour::HangsUp, "unreachable", closed),
        (SmtpBehaviour::HangsUpAtTheEnd, "unreachable", closed),
        (SmtpBehaviour::Mumbles, "unreachable", closed),
    ];
    for (attempt, (behaviour, class, failure)) in (1..).zip(failures) {
        server.behave(behaviour);
        if attempt == 1 {
            save(&app, &row(), None).await;
        } else {
            app.execute(LET_TIME_PASS).await;
        }
        let is_postponed = format!(
            "state = 'pending' AND attempts = {attempt} AND failure_class = '{class}'
                AND failure LIKE 'the mail server {failure}%'
                AND due_at > now() AND leased_until IS NULL"
        );
        wait_for_outbox(&app.database, &is_postponed).await;
    }
    server.behave(SmtpBehaviour::Accepts);
    app.execute(LET_TIME_PASS).await;
    let is_sent = "state = 'sent' AND failure IS NULL AND failure_class IS NULL";
    wait_for_outbox(&app.database, is_sent).await;
    // The server received two of them without confirming it.
    assert_eq!(server.received().len(), 3);
}

#[actix_web::test]
async fn mails_share_connections_and_none_is_late_when_the_server_closes_one() {
    for (behaviour, connections) in [
        (SmtpBehaviour::Accepts, 1..=8),
        (SmtpBehaviour::TakesOneMail, 100..=100),
    ] {
        let database = Database::migrated().await;
        let names: Vec<String> = (0..100).map(|n| format!("Jane{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        insert_named(&database, &names).await;
        let server = MailServer::start(behaviour).await;
        let delivery = Deliverer::start(&database, smtp(&server));
        let are_sent = "state = 'sent' AND attempts = 1 HAVING count(*) = 100";
        wait_for_outbox(&database, are_sent).await;
        delivery.stop().await;
        assert_eq!(server.received().len(), 100);
        let made = server.connections();
        assert!(connections.contains(&made), "{made}");
    }
}

/// Lets this time pass at once.
async fn advance(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

fn mail() -> Mail {
    let content = MailContent {
        subject: "Request".to_owned(),
        html: "<p>Oak</p>".to_owned(),
        text: "Oak".to_owned(),
        ..MailContent::default()
    };
    Mail::new(content, Uuid::new_v4(), None)
}

#[actix_web::test]
async fn a_mail_whose_end_was_sent_is_not_sent_again_at_once() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let mailer = smtp(&server);
    mailer.send(&mail()).await.unwrap();
    for behaviour in [SmtpBehaviour::HangsUpAtTheEnd, SmtpBehaviour::Mumbles] {
        server.behave(SmtpBehaviour::Accepts);
        mailer.send(&mail()).await.unwrap();
        let before = server.received().len();
        server.behave(behaviour);
        mailer.send(&mail()).await.unwrap_err();
        assert_eq!(server.received().len(), before + 1);
    }
}

#[actix_web::test]
async fn the_time_limit_of_a_mail_begins_with_its_turn() {
    let server = MailServer::start(SmtpBehaviour::Stalls).await;
    let mailer = Arc::new(smtp(&server));
    let send = || {
        let mailer = Arc::clone(&mailer);
        rt::spawn(async move { mailer.send(&mail()).await })
    };
    let first: Vec<_> = (0..8).map(|_| send()).collect();
    server.wait_for(first.len()).await;
    let next = send();
    tokio::task::yield_now().await;
    server.behave(SmtpBehaviour::Accepts);
    advance(Duration::from_mins(11)).await;
    for sent in join_all(first).await {
        assert!(matches!(sent.unwrap(), Err(MailError::TimedOut)));
    }
    next.await.unwrap().unwrap();
}

#[actix_web::test]
async fn a_mail_server_that_only_greets_has_a_minute() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mailer = smtp_at(&format!("smtp://{}", listener.local_addr().unwrap()));
    let sent = rt::spawn(async move { mailer.send(&mail()).await });
    let (mut stream, _) = listener.accept().await.unwrap();
    stream
        .write_all(b"220 mail.example ESMTP\r\n")
        .await
        .unwrap();
    // Its command has arrived.
    stream.read_u8().await.unwrap();
    advance(Duration::from_mins(1)).await;
    assert!(matches!(sent.await.unwrap(), Err(MailError::TimedOut)));
}

#[actix_web::test]
async fn the_connection_of_a_mail_that_was_given_up_half_way_is_not_used_again() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let mailer = smtp(&server);
    mailer.send(&mail()).await.unwrap();
    server.behave(SmtpBehaviour::Stalls);
    // Drops the future of the mail, as a timeout does.
    let second = mail();
    tokio::select! {
        sent = mailer.send(&second) => panic!("{sent:?}"),
        _ = server.wait_for(2) => {}
    }
    assert_eq!(server.connections(), 1);
    server.behave(SmtpBehaviour::Accepts);
    mailer.send(&mail()).await.unwrap();
    assert_eq!(server.received().len(), 3);
    assert_eq!(server.connections(), 2);
}

#[actix_web::test]
async fn servers_on_one_database_share_the_work() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let settings = [("SMTP_URL", server.url.as_str())];
    let app = TestApp::spawn_with(&settings).await;
    for _ in 0..2 {
        app.spawn_another_with(&settings).await;
    }
    let leads = join_all((0..30).map(|n| save_named(&app, n))).await;
    wait_for_outbox(&app.database, "state = 'sent' HAVING count(*) = 30").await;
    let mut mails: HashMap<Uuid, usize> = leads.into_iter().map(|id| (id, 0)).collect();
    for mail in server.received() {
        let mail = MessageParser::default().parse(&mail.content).unwrap();
        let (id, _) = mail.message_id().unwrap().split_once('@').unwrap();
        let id: Uuid = id.parse().unwrap();
        *mails.get_mut(&id).unwrap() += 1;
    }
    assert!(mails.values().all(|count| *count == 1), "{mails:?}");
}

#[actix_web::test]
async fn suspect_leads_and_notes_are_gathered_in_a_digest() {
    let app = TestApp::spawn_with(&[
        ("DESK_EMAILS", OWNER),
        ("PUBLIC_URL", "https://www.example.com"),
    ])
    .await;
    app.database
        .insert_leads(
            &format!("{LEAD_COLUMNS}, suspect, spam_signs"),
            "SELECT name, 'jane@mail.com', '1', '<b>Oak</b>', 'site', true, ARRAY['links', 'no token']
             FROM unnest(ARRAY['First <i>One</i>', 'Second One', 'Erased']) AS name",
        )
        .await;
    let note = json!({ "subject": "A question", "html": "<p>Do you cut hedges?</p>" });
    let request = app.post("/api/send-email").json(&note);
    Answer::to(request).await.expect(200);
    save(&app, &row(), None).await;
    app.mails(1).await;
    let quarantined = "SELECT FROM outbox WHERE state = 'quarantined'";
    assert_eq!(app.query(quarantined).await.len(), 4);
    app.execute("DELETE FROM site_forms WHERE full_name = 'Erased'")
        .await;

    // The first one has waited for the digest's delay.
    app.execute(
        "UPDATE outbox SET created_at = created_at - interval '61 minutes'
         WHERE id = (SELECT id FROM outbox WHERE state = 'quarantined' LIMIT 1)",
    )
    .await;
    let mails = app.mails(2).await;
    let digest = mails
        .iter()
        .find(|mail| mail.contains("may be spam"))
        .unwrap();
    let head = digest.split("\r\n\r\n").next().unwrap();
    assert!(head.replace("\r\n ", " ").contains(
        "Subject: 2 estimate requests that may be spam, 1 message without a request\r\n"
    ));
    for part in [
        "First <i>One",
        "First &lt;i&gt;One",
        "Second One",
        "Unusual: several links in the details; no token.",
        "A question",
        "Do you cut hedges?",
        "Decide at the desk: https://www.example.com/desk#spam",
    ] {
        assert_contains(digest, part);
    }
    let members =
        "SELECT FROM outbox AS member JOIN outbox AS digest ON digest.id = member.digest_id
         WHERE member.state = 'in_digest' AND member.finished_at IS NOT NULL
            AND digest.kind = 'digest' AND digest.state = 'sent'";
    assert_eq!(app.query(members).await.len(), 4);
}

#[actix_web::test]
async fn a_digest_has_at_most_fifty_members_and_an_empty_one_is_not_sent() {
    let app = TestApp::spawn().await;
    app.database
        .insert_leads(
            &format!("{LEAD_COLUMNS}, suspect, created_at"),
            "SELECT 'Jane', 'jane@mail.com', '1', 'Oak', 'site', true, now() - interval '2 hours'
             FROM generate_series(1, 51)",
        )
        .await;
    let mails = app.mails(2).await;
    for count in ["50 estimate requests", "1 estimate request"] {
        let subject = format!("Subject: {count} that may be spam\r\n");
        assert_eq!(
            mails.iter().filter(|mail| mail.contains(&subject)).count(),
            1,
            "{count}"
        );
    }
    let erased = Uuid::now_v7();
    app.execute(&format!(
        "INSERT INTO outbox (id, kind, state) VALUES ('{erased}', 'digest', 'pending')"
    ))
    .await;
    let is_gone = format!("id = '{erased}' HAVING count(*) = 0");
    wait_for_outbox(&app.database, &is_gone).await;
    app.idle().await;
    assert_eq!(app.outbox().len(), 2);
}

#[actix_web::test]
async fn sent_mails_are_kept_for_a_month() {
    let database = Database::migrated().await;
    for days in [29, 31] {
        let [lead, late, dead, member, digest] = [(); 5].map(|()| id_of_days_ago(days + 1));
        database
            .execute(&format!(
                "INSERT INTO outbox (id, kind, state, finished_at, subject, text, digest_id)
                 SELECT id::uuid, kind, state, now() - age, subject, subject, digest::uuid
                 FROM (VALUES
                     ('{lead}', 'lead', 'sent', interval '{days} days', NULL, NULL),
                     ('{late}', 'lead', 'sent', interval '1 day', NULL, NULL),
                     ('{dead}', 'lead', 'dead', interval '{days} days', NULL, NULL),
                     ('{member}', 'lead', 'in_digest', interval '{days} days', NULL, '{digest}'),
                     (gen_random_uuid()::text, 'note', 'in_digest', interval '{days} days', 'x',
                         '{digest}'),
                     ('{digest}', 'digest', 'sent', interval '{days} days', NULL, NULL)
                 ) AS mail (id, kind, state, age, subject, digest)"
            ))
            .await;
    }
    let delivery = Deliverer::start(&database, Recorder::default());
    database
        .wait_for("SELECT FROM outbox HAVING count(*) = 8")
        .await;
    delivery.stop().await;
    let old = "SELECT state FROM outbox WHERE finished_at < now() - interval '30 days'";
    assert_eq!(database.query(old).await, [json!({ "state": "dead" })]);
}

#[actix_web::test]
async fn a_mail_at_which_the_program_panics_is_retried_and_delays_no_other() {
    let database = Database::migrated().await;
    insert_named(&database, &["Poison", "Jane", "John"]).await;
    let recorder = Recorder::default();
    let delivery = Deliverer::start(&database, recorder.clone());
    wait_for_outbox(&database, "state = 'sent' HAVING count(*) = 2").await;
    database
        .wait_for(
            "SELECT FROM outbox JOIN site_forms USING (id)
             WHERE full_name = 'Poison' AND outbox.state = 'pending' AND attempts = 1
                AND failure_class = 'crashed' AND due_at > now() AND leased_until IS NULL",
        )
        .await;
    insert_named(&database, &["Later"]).await;
    delivery.notifier.notify(Channel::Mails);
    wait_for_outbox(&database, "state = 'sent' HAVING count(*) = 3").await;
    delivery.stop().await;
    assert_eq!(recorder.sent().len(), 3);
}

#[actix_web::test]
async fn a_mail_that_ends_the_process_each_time_waits_longer_each_time_unless_it_is_retried_by_hand()
 {
    let database = Database::migrated().await;
    insert_named(&database, &["Young", "Old", "Final", "Over"]).await;
    database
        .execute(
            "UPDATE outbox SET attempts = CASE full_name
                 WHEN 'Young' THEN 0 WHEN 'Old' THEN 9 WHEN 'Final' THEN 41 ELSE 42
             END
             FROM site_forms WHERE site_forms.id = outbox.id",
        )
        .await;
    let delivery = Deliverer::start(&database, Recorder::stuck());
    database
        .wait_for(
            "SELECT FROM outbox JOIN site_forms USING (id)
             WHERE full_name = 'Over' AND outbox.state = 'dead' AND failure_class = 'crashed'",
        )
        .await;
    let lease = long_deadlines().lease.as_secs();
    for (name, from, to) in [
        ("Young", "-1 minute", "0"),
        ("Old", "2 hours", "3 hours"),
        ("Final", "2 hours", "3 hours"),
    ] {
        let leased = format!(
            "SELECT FROM outbox JOIN site_forms USING (id)
             WHERE full_name = '{name}'
                AND leased_until - interval '{lease} s' BETWEEN now() - interval '30 s' AND now()
                AND due_at BETWEEN now() + interval '{from}' AND now() + interval '{to}'"
        );
        database.wait_for(&leased).await;
    }
    delivery.task.abort();

    // Their process has died, and their leases have expired.
    let ids = database
        .query("SELECT id FROM outbox JOIN site_forms USING (id) WHERE full_name <> 'Final'")
        .await;
    let ids = ids
        .iter()
        .map(|row| row["id"].as_str().unwrap().parse().unwrap());
    let which = SendAgain::These(ids.collect());
    let retried = database
        .store(1)
        .run(async |connection| send_again(connection, &which, "x").await)
        .await;
    assert_eq!(retried.unwrap(), 3);
    database
        .execute("UPDATE outbox SET leased_until = now() WHERE leased_until IS NOT NULL")
        .await;
    let recorder = Recorder::default();
    let delivery = Deliverer::start(&database, recorder.clone());
    wait_for_outbox(&database, "state = 'sent' HAVING count(*) = 3").await;
    delivery.stop().await;
    assert!(!recorder.sent().concat().contains("Final"));
}

#[actix_web::test]
async fn quarantined_mails_are_not_locked_before_one_is_due() {
    let database = Database::migrated().await;
    database
        .insert_leads(
            &format!("{LEAD_COLUMNS}, suspect"),
            "SELECT 'Jane', 'jane@mail.com', '1', 'Oak', 'site', true FROM generate_series(1, 9)",
        )
        .await;
    let untouched = "SELECT xmin, xmax, * FROM outbox WHERE state = 'quarantined' ORDER BY id";
    let untouched = format!("SELECT row_to_json(it)::text AS it FROM ({untouched}) AS it");
    let before = database.query(&untouched).await;
    // This mail is pruned after the digests are checked.
    database
        .execute(&format!(
            "INSERT INTO outbox (id, kind, state, finished_at)
             VALUES ('{}', 'lead', 'sent', now() - interval '31 days')",
            id_of_days_ago(32)
        ))
        .await;
    let delivery = Deliverer::start(&database, Recorder::default());
    wait_for_outbox(&database, "state = 'sent' HAVING count(*) = 0").await;
    delivery.stop().await;
    assert_eq!(before.len(), 9);
    assert_eq!(database.query(&untouched).await, before);
}

#[actix_web::test]
async fn a_slow_mail_delays_no_other() {
    let database = Database::migrated().await;
    let recorder = Recorder::stuck_at("Slow");
    insert_named(&database, &["Slow", "Jane", "John"]).await;
    let delivery = Deliverer::start(&database, recorder.clone());
    wait_for_outbox(&database, "state = 'sent' HAVING count(*) = 2").await;
    recorder.go_on();
    wait_for_outbox(&database, "state = 'sent' HAVING count(*) = 3").await;
    delivery.stop().await;
}

#[actix_web::test]
async fn the_lease_of_a_mail_that_takes_long_is_renewed() {
    let database = Database::migrated().await;
    insert_named(&database, &["Jane"]).await;
    let recorder = Recorder::stuck();
    let delivery = Deliverer::start(&database, recorder.clone());
    wait_for_outbox(&database, "attempts = 1").await;
    database
        .execute("UPDATE outbox SET leased_until = now() + interval '9 seconds'")
        .await;
    advance(2 * long_deadlines().renewal).await;
    wait_for_outbox(&database, "leased_until > now() + interval '1 minute'").await;
    recorder.go_on();
    wait_for_outbox(&database, "state = 'sent' AND attempts = 1").await;
    delivery.stop().await;
}

#[actix_web::test]
async fn what_only_a_newer_version_knows_is_left_alone() {
    let database = Database::migrated().await;
    database
        .execute(
            "ALTER TABLE outbox
                 DROP CONSTRAINT outbox_state_check, DROP CONSTRAINT outbox_finished_at_check;
             INSERT INTO outbox (id, kind, state, finished_at)
             SELECT gen_random_uuid(), kind, state, age
             FROM (VALUES
                 ('letter', 'pending', NULL), ('letter', 'quarantined', NULL),
                 ('letter', 'dead', now()), ('lead', 'postponed', NULL),
                 ('letter', 'sent', now() - interval '1 year')
             ) AS row (kind, state, age);
             UPDATE outbox SET created_at = now() - interval '2 hours';
             INSERT INTO site_forms (id, full_name, email, phone, message, site_name)
             SELECT id, 'Joe', 'a@b.c', '1', 'Oak', 'site' FROM outbox WHERE state = 'postponed'",
        )
        .await;
    let before = database.query("SELECT * FROM outbox ORDER BY id").await;
    insert_named(&database, &["Jane"]).await;
    let delivery = Deliverer::start(&database, Recorder::default());
    wait_for_outbox(&database, "state = 'sent' AND kind = 'lead'").await;
    // Repeats it after the unknown rows were met.
    insert_named(&database, &["John"]).await;
    delivery.notifier.notify(Channel::Mails);
    let are_sent = "state = 'sent' AND kind = 'lead' HAVING count(*) = 2";
    wait_for_outbox(&database, are_sent).await;
    delivery.stop().await;
    let store = database.store(3);
    pruning::prune(&store).await.unwrap();
    let (retried, listed, undelivered) = store
        .run(async |connection| {
            let retried = send_again(connection, &SendAgain::Dead, "x").await?;
            let listed = entries::oldest_first(connection, true).await?;
            let listed: Vec<_> = listed.try_collect().await?;
            let undelivered = entries::newest_undelivered(connection).await?;
            Ok((retried, listed, undelivered))
        })
        .await
        .unwrap();
    assert_eq!((retried, listed.len(), undelivered.len()), (0, 2, 0));
    let everybody = async |connection: &mut AsyncPgConnection| {
        lead_records::read(connection, &Selection::default(), None, 9).await
    };
    let leads = store.run(everybody).await.unwrap();
    let unknown: Vec<_> = leads.iter().filter(|lead| lead.mail.is_none()).collect();
    assert_eq!((leads.len(), unknown.len()), (3, 1));
    let figures = figures::read(&store).await.unwrap();
    for state in [
        MessageState::Pending,
        MessageState::Quarantined,
        MessageState::Dead,
    ] {
        assert_eq!(figures.waiting(Channel::Mails, state), 0, "{state:?}");
    }
    let unknown = "SELECT * FROM outbox WHERE kind = 'letter' OR state = 'postponed' ORDER BY id";
    assert_eq!(database.query(unknown).await, before);
}

#[actix_web::test]
async fn a_mail_that_is_retried_after_a_month_announces_its_lead_no_more() {
    let database = Database::migrated().await;
    insert_named(&database, &["Jane"]).await;
    // The lead's webhook was sent and then pruned.
    database
        .execute(
            "UPDATE outbox SET state = 'dead', attempts = 42, finished_at = now(),
             attempted_at = now(), failure_class = 'unreachable', follow_up = false",
        )
        .await;
    let retried = database
        .store(3)
        .run(async |connection| send_again(connection, &SendAgain::Dead, "x").await)
        .await;
    assert_eq!(retried.unwrap(), 1);
    let follow_ups = FollowUps {
        webhooks: Some(vec![0]),
        ..FollowUps::default()
    };
    let delivery = Deliverer::start_with(&database, Recorder::default(), follow_ups);
    wait_for_outbox(&database, "state = 'sent' AND kind = 'lead'").await;
    insert_named(&database, &["John"]).await;
    delivery.notifier.notify(Channel::Mails);
    wait_for_outbox(&database, "kind = 'webhook'").await;
    delivery.stop().await;
    let announced = "SELECT full_name FROM outbox JOIN site_forms ON site_forms.id = lead_id";
    assert_eq!(
        database.query(announced).await,
        [json!({ "full_name": "John" })]
    );
}

#[actix_web::test]
async fn an_outcome_that_postgres_refuses_keeps_no_other_from_being_recorded() {
    let database = Database::migrated().await;
    insert_unrecordable(&database, "character_not_in_repertoire").await;
    insert_named(&database, &["John"]).await;
    let recorder = Recorder::stuck();
    let delivery = Deliverer::start(&database, recorder.clone());
    wait_for_outbox(&database, "attempts = 1 HAVING count(*) = 2").await;
    // Both mails finish at the same time.
    recorder.go_on();
    wait_for_outbox(&database, "state = 'sent' AND attempts = 1").await;
    // The refused outcome doesn't delay the next mail either.
    insert_named(&database, &["Joan"]).await;
    delivery.notifier.notify(Channel::Mails);
    let are_sent = "state = 'sent' AND attempts = 1 HAVING count(*) = 2";
    wait_for_outbox(&database, are_sent).await;
    delivery.task.abort();
}

#[actix_web::test]
async fn after_a_stop_no_mail_is_leased_and_those_in_flight_are_sent() {
    let database = Database::migrated().await;
    let names: Vec<String> = (0..150).map(|n| format!("Jane{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    insert_named(&database, &names).await;
    let recorder = Recorder::stuck();
    let delivery = Deliverer::start(&database, recorder.clone());
    wait_for_outbox(&database, "attempts = 1 HAVING count(*) >= 1").await;
    delivery.stop.cancel();
    recorder.go_on();
    delivery.stop().await;
    let count = async |what: &str| {
        let rows = format!("SELECT FROM outbox WHERE {what}");
        database.query(&rows).await.len()
    };
    let sent = recorder.sent().len();
    assert!(sent > 0 && sent < 150, "{sent}");
    assert_eq!(count("state = 'sent' AND attempts = 1").await, sent);
    assert_eq!(
        count("state = 'pending' AND attempts = 0 AND leased_until IS NULL").await,
        150 - sent
    );
}

#[actix_web::test]
async fn a_mail_that_was_sent_while_the_disk_was_full_is_recorded_later_and_not_sent_again() {
    let database = Database::migrated().await;
    insert_unrecordable(&database, "disk_full").await;
    let recorder = Recorder::default();
    let delivery = Deliverer::start(&database, recorder.clone());
    database.wait_for(RECORD_REFUSED).await;
    database.execute("DROP TRIGGER refuse ON outbox").await;
    wait_for_outbox(&database, "state = 'sent' AND attempts = 1").await;
    delivery.stop().await;
    assert_eq!(recorder.sent().len(), 1);
}

#[actix_web::test]
async fn a_mail_that_cannot_be_recorded_delays_no_other() {
    let database = Database::migrated().await;
    insert_unrecordable(&database, "check_violation").await;
    let delivery = Deliverer::start(&database, Recorder::default());
    database.wait_for(RECORD_REFUSED).await;
    insert_named(&database, &["John"]).await;
    delivery.notifier.notify(Channel::Mails);
    wait_for_outbox(&database, "state = 'sent'").await;
    delivery.stop().await;
}

/// A sequence keeps its value when a transaction is rolled back.
const RECORD_REFUSED: &str = "SELECT FROM refusals WHERE is_called";

/// Inserts a mail that the database refuses to mark as sent, with this error.
async fn insert_unrecordable(database: &Database, error: &str) {
    insert_named(database, &["Jane"]).await;
    let mail = database.query("SELECT id FROM outbox").await[0]["id"].clone();
    database
        .execute(&format!(
            "CREATE SEQUENCE refusals;
             CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 PERFORM nextval('refusals');
                 RAISE 'refused' USING ERRCODE = '{error}';
             END $$;
             CREATE TRIGGER refuse BEFORE UPDATE ON outbox FOR EACH ROW
                 WHEN (NEW.state = 'sent' AND NEW.id = '{}') EXECUTE FUNCTION refuse()",
            mail.as_str().unwrap()
        ))
        .await;
}

/// A mail server's stand-in that keeps the mails. It panics at mails from `Poison`.
#[derive(Clone)]
struct Recorder {
    sent: Arc<Mutex<Vec<String>>>,
    /// Mails that contain this name wait for [`Recorder::go_on`].
    slow: Option<&'static str>,
    may_go: Arc<Semaphore>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            sent: Arc::default(),
            slow: None,
            may_go: Arc::new(Semaphore::new(0)),
        }
    }
}

impl Recorder {
    fn stuck() -> Self {
        Self::stuck_at("")
    }

    fn stuck_at(name: &'static str) -> Self {
        Self {
            slow: Some(name),
            ..Self::default()
        }
    }

    fn go_on(&self) {
        self.may_go.close();
    }

    fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().clone()
    }
}

impl SendMail for Recorder {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let owner: Mailbox = OWNER.parse().unwrap();
        let message = mail.message(&owner, &owner, true)?;
        let message = String::from_utf8(message.formatted()).unwrap();
        assert!(!message.contains("Poison"), "poison");
        if self.slow.is_some_and(|name| message.contains(name)) {
            // [`Recorder::go_on`] closes the semaphore.
            drop(self.may_go.acquire().await);
        }
        self.sent.lock().unwrap().push(message);
        Ok(())
    }
}

/// Returns a mailer that sends to this server.
fn smtp(server: &MailServer) -> Mailer {
    smtp_at(&server.url)
}

fn smtp_at(url: &str) -> Mailer {
    let config = Config::from_layers("", |name| match name {
        "SMTP_URL" => Some(url.to_owned()),
        "DATABASE_URL" => Some("postgres://nobody@127.0.0.1:1/nowhere".to_owned()),
        _ => None,
    });
    Mailer::new(&config.unwrap())
}

/// A delivery without a server around it.
struct Deliverer {
    stop: CancellationToken,
    notifier: Arc<DeliveryNotifier>,
    task: JoinHandle<()>,
}

impl Deliverer {
    fn start(database: &Database, mailer: impl SendMail) -> Self {
        Self::start_with(database, mailer, FollowUps::default())
    }

    fn start_with(database: &Database, mailer: impl SendMail, follow_ups: FollowUps) -> Self {
        let notifier = Arc::new(DeliveryNotifier::default());
        let secret = Secret::load(Some(&IP_HASH_SECRET.into()), "unused".as_ref()).unwrap();
        let delivery = Delivery {
            store: database.store(3),
            announcement_store: database.store(3),
            senders: Arc::new(Senders {
                mailer: Arc::new(mailer),
                webhooks: None,
                push: None,
                desk: None,
                customer_links: CustomerLinks::new(&secret, "https://trees.example"),
            }),
            follow_ups,
            notifier: Arc::clone(&notifier),
            tidy: |store| Box::pin(pruning::prune(store)),
            digest_delay: Duration::from_hours(1),
            metrics: Metrics::default(),
        };
        let stop = CancellationToken::new();
        let task = rt::spawn(delivery.run(stop.clone()));
        Self {
            stop,
            notifier,
            task,
        }
    }

    async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }
}

/// Returns an id like that of a lead saved this many days ago.
fn id_of_days_ago(days: u64) -> Uuid {
    let time = SystemTime::now() - Duration::from_hours(24 * days);
    let seconds = time.duration_since(UNIX_EPOCH).unwrap().as_secs();
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, 0))
}

async fn insert_named(database: &Database, names: &[&str]) {
    let rows: Vec<String> = names
        .iter()
        .map(|name| format!("('{name}', 'a@b.c', '1', 'Oak', 'site')"))
        .collect();
    database
        .insert_leads(LEAD_COLUMNS, &format!("VALUES {}", rows.join(", ")))
        .await;
}

async fn save_named(app: &TestApp, n: usize) -> Uuid {
    let named = with(row(), json!({ "full_name": format!("Jane Doe{n}") }));
    save(app, &named, Some(Uuid::new_v4())).await
}

async fn save(app: &TestApp, row: &Value, key: Option<Uuid>) -> Uuid {
    let mut request = app.insert_select_single(row);
    if let Some(key) = key {
        request = request.header("idempotency-key", key.to_string());
    }
    let answer = Answer::to(request).await.expect(201);
    answer.json()["id"].as_str().unwrap().parse().unwrap()
}
