//! An emailed link or code signs in once, within 15 minutes.

use std::fs::{self, DirEntry};

use futures_util::future::join_all;
use mail_parser::MessageParser;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Browser, OFFICE, PEOPLE, link, spawn, use_link};
use crate::{
    app::{Answer, OWNER, TestApp, row},
    mail_server::{MailServer, SmtpBehaviour},
    process::{Folders, Output, Server},
    until,
};

async fn ask(app: &TestApp, email: &str) -> Answer {
    let request = app.post("/api/desk/links").json(&json!({ "email": email }));
    Answer::to(request).await
}

/// Returns the link in a mail.
fn link_in(mail: &str) -> String {
    let mail = MessageParser::default().parse(mail).unwrap();
    let text = mail.body_text(0).unwrap();
    let link = text.lines().find(|line| line.contains("#sign-in="));
    link.unwrap().to_owned()
}

/// Returns the code in a mail.
fn code_in(mail: &str) -> String {
    let mail = MessageParser::default().parse(mail).unwrap();
    let text = mail.body_text(0).unwrap();
    let is_code = |line: &&str| {
        line.len() == 11
            && line
                .chars()
                .all(|character| character.is_ascii_digit() || character == ' ')
    };
    text.lines().find(is_code).unwrap().to_owned()
}

/// Returns the token that the browser sends back with a code.
fn request_in(answer: &Value) -> &str {
    answer["request"].as_str().unwrap()
}

/// Sends a code.
async fn type_code(app: &TestApp, request: &str, code: &str) -> Answer {
    let typed = json!({ "request": request, "code": code });
    Answer::to(app.post("/api/desk/session").json(&typed)).await
}

/// Inserts a code; returns its request token and the code.
async fn code(app: &TestApp, address: &str) -> (String, &'static str) {
    let request = Uuid::new_v4().to_string();
    app.execute(&format!(
        "INSERT INTO desk_links (token_hash, address, request_hash, code_hash) VALUES (
         sha256('of {request}'), '{address}', sha256('{request}'),
         sha256('{request}0123456789'))"
    ))
    .await;
    (request, "01234 56789")
}

#[actix_web::test]
async fn a_code_is_typed_where_its_mail_was_asked_for() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    let asked = ask(&app, OWNER).await.json();
    let elsewhere = ask(&app, "stranger@mail.example").await.json();
    let mail = &server.wait_for(1).await[0];
    let code = code_in(&mail.content);
    let refused = type_code(&app, request_in(&elsewhere), &code).await;
    assert!(refused.api_error(401).contains("newest email"));
    let signed_in = type_code(&app, request_in(&asked), &code).await.expect(200);
    assert_eq!(signed_in.json()["email"], OWNER);
    let browser = Browser {
        app: &app,
        cookie: super::cookie(&signed_in),
    };
    browser.get("/leads").await.expect(200);

    // Separators don't matter.
    for text in ["0123456789", " 01234-56789\n", "01 23 45 67 89"] {
        let (request, _) = self::code(&app, OFFICE).await;
        type_code(&app, &request, text).await.expect(200);
    }

    // A code works once, and uses up its mail's link.
    type_code(&app, request_in(&asked), &code)
        .await
        .api_error(401);
    let link = link_in(&mail.content);
    let (_, token) = link.split_once("#sign-in=").unwrap();
    Answer::to(use_link(&app, token)).await.api_error(401);
}

#[actix_web::test]
async fn a_code_is_tried_five_times_and_what_is_refused_tells_nothing() {
    let app = spawn().await;
    let (request, right) = code(&app, OWNER).await;
    let nobodys = Uuid::new_v4().to_string();
    let unknown = type_code(&app, &nobodys, right).await.api_error(401);
    for wrong in ["98765 43210", "0000000000", "0123456780", "01234-56788"] {
        assert_eq!(
            type_code(&app, &request, wrong).await.api_error(401),
            unknown
        );
    }
    // A malformed code doesn't count as an attempt.
    for text in [
        "",
        "0123",
        "012345678",
        "01234567890",
        "012345678a",
        "01234 5678٩",
    ] {
        let malformed = type_code(&app, &request, text).await.api_error(401);
        assert!(malformed.contains("ten digits"), "{malformed}");
    }
    type_code(&app, &request, "01234 56789").await.expect(200);

    let (request, right) = code(&app, OFFICE).await;
    let answers = join_all((0..5).map(|_| type_code(&app, &request, "98765 43210"))).await;
    assert!(answers.iter().all(|answer| answer.status == 401));
    assert_eq!(
        type_code(&app, &request, right).await.api_error(401),
        unknown
    );

    let (expired, right) = code(&app, OFFICE).await;
    app.execute("UPDATE desk_links SET created_at = now() - interval '15 minutes 1 second'")
        .await;
    assert_eq!(
        type_code(&app, &expired, right).await.api_error(401),
        unknown
    );
    let (stranger, right) = code(&app, "stranger@mail.example").await;
    assert_eq!(
        type_code(&app, &stranger, right).await.api_error(401),
        unknown
    );
}

#[actix_web::test]
async fn the_first_code_of_a_mail_is_judged_and_a_mailbox_has_few_others_a_day() {
    let app = spawn().await;
    let mut tries = 0;
    for _ in 0..30 {
        let (request, _) = code(&app, OWNER).await;
        type_code(&app, &request, "98765 43210")
            .await
            .api_error(401);
        let (request, right) = code(&app, OWNER).await;
        type_code(&app, &request, "98765 43210")
            .await
            .api_error(401);
        tries += u32::from(type_code(&app, &request, right).await.status == 200);
    }
    assert_eq!(tries, 8);
    // The owner's first try, the link, and other people's codes still work.
    let (request, right) = code(&app, OWNER).await;
    type_code(&app, &request, right).await.expect(200);
    let token = link(&app, OWNER).await;
    Answer::to(use_link(&app, &token)).await.expect(200);
    let (request, right) = code(&app, OFFICE).await;
    assert_eq!(type_code(&app, &request, right).await.status, 200);
}

#[actix_web::test]
async fn of_many_that_type_a_code_at_once_one_is_signed_in() {
    let app = spawn().await;
    let (request, right) = code(&app, OWNER).await;
    let answers = join_all((0..5).map(|_| type_code(&app, &request, right))).await;
    let signed_in = answers.iter().filter(|answer| answer.status == 200);
    assert_eq!(signed_in.count(), 1);
}

#[actix_web::test]
async fn a_link_is_mailed_to_people_of_the_desk_alone_and_the_answer_does_not_tell() {
    let server = MailServer::start(SmtpBehaviour::Accepts).await;
    let settings = [
        ("DESK_EMAILS", PEOPLE),
        ("SMTP_URL", &server.url),
        ("PUBLIC_URL", "http://desk.example"),
    ];
    let app = TestApp::spawn_with(&settings).await;
    let strangers = [
        "stranger@mail.example",
        "",
        "no address",
        "owner@tree-care.example, stranger@mail.example",
        "owner@tree-care.example\r\nBcc: stranger@mail.example",
    ];
    for email in strangers.into_iter().chain([" OWNER@tree-care.EXAMPLE "]) {
        let answer = ask(&app, email).await;
        assert_eq!(answer.status, 200, "{email}");
        // Each response contains a request token and nothing else.
        let answer = answer.json();
        assert_eq!(answer, json!({ "request": request_in(&answer) }));
        assert_eq!(request_in(&answer).len(), 43);
    }
    let mails = server.wait_for(1).await;
    let links = app.query("SELECT address FROM desk_links").await;
    assert_eq!(links, [json!({ "address": OWNER })]);
    let [mail] = &mails[..] else {
        panic!("{mails:?}");
    };
    // The recipient is spelled as in the settings.
    assert_eq!(mail.recipients, ["Owner@Tree-Care.example"]);

    let link = link_in(&mail.content);
    let token = link.strip_prefix("http://desk.example/desk#sign-in=");
    let token = token.unwrap();
    assert_eq!(token.len(), 43, "32 bytes as base64url");
    let kept = "SELECT encode(token_hash, 'hex') AS hash FROM desk_links";
    let hash = app.query(kept).await[0]["hash"].clone();
    assert_ne!(hash, token);

    let signed_in = Answer::to(use_link(&app, token)).await.expect(200);
    assert_eq!(signed_in.json()["email"], OWNER);
    let replayed = Answer::to(use_link(&app, token)).await;
    assert!(replayed.api_error(401).contains("ask for another"));
    assert_eq!(replayed.header("set-cookie"), "");
}

#[actix_web::test]
async fn a_mail_server_that_defers_a_link_is_asked_again() {
    let server = MailServer::start(SmtpBehaviour::Defers).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    assert_eq!(ask(&app, OFFICE).await.status, 200);
    app.wait_for("SELECT FROM desk_links").await;
    let is_asked = async || (server.connections() > 0).then_some(());
    until("the mail server is asked", is_asked).await;
    server.behave(SmtpBehaviour::Accepts);
    assert_eq!(server.wait_for(1).await[0].recipients, [OFFICE]);
}

#[actix_web::test]
async fn without_a_mail_server_the_link_is_in_the_folder_of_mails() {
    let app = spawn().await;
    assert_eq!(ask(&app, OWNER).await.status, 200);
    let folder = app.data_dir.path().join("outbox");
    let is_mail = |file: DirEntry| file.path().extension().is_some_and(|it| it == "eml");
    // A file gets its name when it is complete.
    let is_there = async || {
        let mut files = fs::read_dir(&folder).ok()?;
        files.any(|file| is_mail(file.unwrap())).then_some(())
    };
    until("the mail is written", is_there).await;
    let link = link_in(&app.outbox()[0]);
    let (_, token) = link.split_once("#sign-in=").unwrap();
    Answer::to(use_link(&app, token)).await.expect(200);
    let outbox = app.query("SELECT FROM outbox").await;
    assert!(outbox.is_empty(), "the mail with the token is not stored");
}

#[actix_web::test]
async fn a_network_has_few_unknown_secrets_looked_up_an_hour() {
    let settings = [("DESK_EMAILS", PEOPLE), ("TRUSTED_PROXIES", "127.0.0.1")];
    let app = TestApp::spawn_with(&settings).await;
    let owner = Browser::of_owner(&app).await;
    let stranger = |path: &str, number: usize| {
        let request = app.get(path).header("x-forwarded-for", "203.0.113.7");
        let cookie = owner.cookie.replace('=', &format!("={number}"));
        Answer::to(request.header("cookie", cookie))
    };
    for number in 0..150 {
        stranger("/api/desk/session", number).await.api_error(401);
        let path = format!("/api/desk/calendar/{number}.ics");
        stranger(&path, number).await.api_error(404);
    }
    for path in ["/api/desk/session", "/api/desk/calendar/x.ics"] {
        stranger(path, 0).await.api_error(429);
    }
    let code = json!({ "request": "forged", "code": "01234 56789" });
    let request = app.post("/api/desk/session").json(&code);
    let request = request.header("x-forwarded-for", "203.0.113.7");
    Answer::to(request).await.api_error(429);
    let followed = stranger("/contact/link/forged", 0).await.expect(303);
    assert_eq!(
        followed.header("location"),
        "/contact?sent&photos=many#photos"
    );
    owner.get("/session").await.expect(200);
}

#[actix_web::test]
async fn forged_and_expired_links_sign_nobody_in() {
    let app = spawn().await;
    let token = link(&app, OWNER).await;
    app.execute("UPDATE desk_links SET created_at = now() - interval '15 minutes 1 second'")
        .await;
    let stranger = link(&app, "stranger@mail.example").await;
    let hash = "SELECT encode(token_hash, 'escape') AS hash FROM desk_links LIMIT 1";
    let hash = app.query(hash).await[0]["hash"].clone();
    for forged in [
        &*token,
        &stranger,
        "",
        "forged",
        "' OR true --",
        hash.as_str().unwrap(),
        &"x".repeat(10_000),
    ] {
        let answer = Answer::to(use_link(&app, forged)).await;
        answer.api_error(401);
        assert_eq!(answer.header("set-cookie"), "");
    }
    for body in [
        json!({}),
        json!({ "token": 1 }),
        json!([]),
        json!({ "token": "a\0" }),
        json!({ "request": "a" }),
        json!({ "code": "01234 56789" }),
    ] {
        let request = app.post("/api/desk/session").json(&body);
        Answer::to(request).await.api_error(400);
    }
    let sessions = app.query("SELECT FROM desk_sessions").await;
    assert!(sessions.is_empty());
}

#[actix_web::test]
async fn of_many_that_use_a_link_at_once_one_is_signed_in() {
    let app = spawn().await;
    let token = link(&app, OWNER).await;
    let answers = join_all((0..10).map(|_| Answer::to(use_link(&app, &token)))).await;
    let signed_in = answers.iter().filter(|answer| answer.status == 200);
    assert_eq!(signed_in.count(), 1);
    let sessions = app.query("SELECT FROM desk_sessions").await;
    assert_eq!(sessions.len(), 1);
}

#[actix_web::test]
async fn an_address_asks_for_twenty_links_an_hour() {
    let app = spawn().await;
    for _ in 0..20 {
        assert_eq!(ask(&app, "stranger@mail.example").await.status, 200);
    }
    let refused = ask(&app, OWNER).await;
    refused.api_error(429);
    let seconds: u32 = refused.header("retry-after").parse().unwrap();
    assert!((1..=3_600).contains(&seconds));
}

#[actix_web::test]
async fn a_network_of_many_subscribers_asks_for_thirty_links_an_hour() {
    let settings = [("DESK_EMAILS", PEOPLE), ("TRUSTED_PROXIES", "127.0.0.1")];
    let app = TestApp::spawn_with(&settings).await;
    let mut taken = 0;
    for subscriber in 0..40 {
        let request = app.post("/api/desk/links");
        let request = request.json(&json!({ "email": "stranger@mail.example" }));
        let address = format!("2001:db8:7:{subscriber}::1");
        let answer = Answer::to(request.header("x-forwarded-for", address)).await;
        taken += u32::from(answer.status == 200);
    }
    assert_eq!(taken, 30);
}

#[actix_web::test]
async fn a_network_cannot_use_up_the_links_of_a_mailbox_and_the_log_does_not_name_it() {
    let app = spawn().await;
    let folders = Folders::new();
    let settings = [("DESK_EMAILS", PEOPLE), ("TRUSTED_PROXIES", "127.0.0.1")];
    let mut server = Server::start(&folders, &app.database, &[], &settings).await;
    let client = reqwest::Client::new();
    let links = format!("{}/api/desk/links", server.url);
    let ask_from = async |address: &str| {
        let request = client.post(&links);
        let request = request.header("x-forwarded-for", address);
        Answer::to(request.json(&json!({ "email": OWNER })))
            .await
            .expect(200);
    };
    for host in 0..19 {
        ask_from(&format!("203.0.113.{host}")).await;
        ask_from(&format!("2001:db8:7:{host}::1")).await;
    }
    server.wait_for_log("has reached its limit").await;
    ask_from("198.51.100.7").await;
    app.wait_for("SELECT FROM desk_links HAVING count(*) = 5 + 5 + 1")
        .await;
    let log = server.stop().await.err;
    assert!(!log.to_lowercase().contains(OWNER), "{log}");
    assert!(!log.contains("203.0.113"), "{log}");
}

#[actix_web::test]
async fn a_link_that_is_being_made_holds_up_no_request() {
    let settings = [("DESK_EMAILS", PEOPLE), ("DATABASE_POOL_SIZE", "1")];
    let app = TestApp::spawn_with(&settings).await;
    let locked = async {
        app.execute(
            "BEGIN; LOCK TABLE desk_links IN ACCESS EXCLUSIVE MODE;
                 DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM phone_clicks) LOOP
                     PERFORM pg_sleep(0.01);
                 END LOOP; END $$;
                 COMMIT",
        )
        .await;
    };
    let asked = async {
        app.wait_for("SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'desk_links'::regclass")
            .await;
        assert_eq!(ask(&app, OWNER).await.status, 200);
        app.wait_for(
            "SELECT FROM pg_locks WHERE NOT granted AND relation = 'desk_links'::regclass",
        )
        .await;
        // Sent on the same connection, so the same thread handles it.
        let click = json!({ "session_id": "s" });
        let request = app.post("/api/incrementPhoneClickCount").json(&click);
        Answer::to(request).await.expect(200);
    };
    tokio::join!(locked, asked);
    app.wait_for("SELECT FROM desk_links").await;
}

#[actix_web::test]
async fn the_command_prints_a_link_for_people_of_the_desk_alone() {
    let app = spawn().await;
    let folders = Folders::new();
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DESK_EMAILS", PEOPLE),
        ("PUBLIC_URL", "http://desk.example"),
        ("MAIL_TO", OWNER),
    ];
    let printed = Output::of(
        &folders,
        &["desk", "link", "OWNER@tree-care.example"],
        &settings,
    )
    .await;
    assert!(printed.success, "{}", printed.err);
    let link = printed.out.lines().next().unwrap();
    let token = link.strip_prefix("http://desk.example/desk#sign-in=");
    let answer = Answer::to(use_link(&app, token.unwrap())).await;
    assert_eq!(answer.json()["email"], OWNER);
    let refused = Output::of(
        &folders,
        &["desk", "link", "stranger@mail.example"],
        &settings,
    )
    .await;
    assert!(!refused.success);
    assert!(refused.err.contains("DESK_EMAILS"), "{}", refused.err);

    // The command also ends sessions.
    let owner = Browser::of_owner(&app).await;
    let office = Browser::of(&app, OFFICE).await;
    let unused = super::link(&app, OWNER).await;
    let ended = Output::of(
        &folders,
        &["desk", "sign-out", "Owner@tree-care.example"],
        &settings,
    )
    .await;
    assert!(ended.out.starts_with("2 sessions ended."), "{}", ended.out);
    owner.get("/session").await.expect(401);
    office.get("/session").await.expect(200);
    Answer::to(use_link(&app, &unused)).await.expect(401);
    app.execute("UPDATE desk_sessions SET address = 'office@xn--bume-loa.example'")
        .await;
    let typed = ["desk", "sign-out", "Office@bäume.example"];
    let ended = Output::of(&folders, &typed, &settings).await;
    assert!(ended.out.starts_with("1 session ended."), "{}", ended.out);
    let office = Browser::of(&app, OFFICE).await;
    let neither = Output::of(&folders, &["desk", "sign-out"], &settings).await;
    assert!(!neither.success);
    let all = Output::of(&folders, &["desk", "sign-out", "--all"], &settings).await;
    assert!(all.success, "{}", all.err);
    office.get("/session").await.expect(401);
}

#[actix_web::test]
async fn a_mail_that_signs_in_waits_behind_no_other() {
    let server = MailServer::start(SmtpBehaviour::Stalls).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    let rows = json!(vec![row(); 16]);
    Answer::to(app.insert(&rows)).await.expect(201);
    server.wait_for(8).await;
    ask(&app, OWNER).await.expect(200);
    let mails = server.wait_for(9).await;
    link_in(&mails[8].content);
}
