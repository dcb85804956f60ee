//! A link by mail signs in, once, for a quarter of an hour.

use std::{fs, time::Duration};

use futures_util::future::join_all;
use mail_parser::MessageParser;
use serde_json::json;

use super::{Browser, OFFICE, PEOPLE, link, spawn, use_link};
use crate::{
    app::{Answer, OWNER, TestApp},
    mail_server::{MailServer, Received, SmtpBehaviour},
    process::{Folders, Output, Server},
};

async fn ask(app: &TestApp, email: &str) -> Answer {
    let request = app.post("/api/desk/links").json(&json!({ "email": email }));
    Answer::to(request).await
}

/// The mails that a server has received, once there are so many.
async fn received(server: &MailServer, count: usize) -> Vec<Received> {
    let mut looks = tokio::time::interval(Duration::from_millis(10));
    let arrival = async {
        while server.received().len() < count {
            looks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), arrival)
        .await
        .unwrap();
    server.received()
}

/// The link in a mail.
fn link_in(mail: &str) -> String {
    let mail = MessageParser::default().parse(mail).unwrap();
    let text = mail.body_text(0).unwrap();
    let link = text.lines().find(|line| line.contains("#sign-in="));
    link.unwrap().to_owned()
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
        assert_eq!(answer.status, 202, "{email}");
        assert_eq!(answer.json(), json!({ "success": true }));
    }
    let mails = received(&server, 1).await;
    let links = app.database.query("SELECT address FROM desk_links").await;
    assert_eq!(links, [json!({ "address": OWNER })]);
    let [mail] = &mails[..] else {
        panic!("{mails:?}");
    };
    // As the settings spell it.
    assert_eq!(mail.recipients, ["Owner@Tree-Care.example"]);

    let link = link_in(&mail.content);
    let token = link.strip_prefix("http://desk.example/desk#sign-in=");
    let token = token.unwrap();
    assert_eq!(token.len(), 43, "32 bytes as base64url");
    let kept = "SELECT encode(token_hash, 'hex') AS hash FROM desk_links";
    let hash = app.database.query(kept).await[0]["hash"].clone();
    assert_ne!(hash, token);

    let signed_in = Answer::to(use_link(&app, token)).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.text);
    assert_eq!(signed_in.json()["email"], OWNER);
    let replayed = Answer::to(use_link(&app, token)).await;
    assert!(replayed.api_error(401).contains("ask for another"));
    assert_eq!(replayed.header("set-cookie"), "");
}

#[actix_web::test]
async fn a_mail_server_that_defers_a_link_is_asked_again() {
    let server = MailServer::start(SmtpBehaviour::Defers).await;
    let app = TestApp::spawn_with(&[("DESK_EMAILS", PEOPLE), ("SMTP_URL", &server.url)]).await;
    assert_eq!(ask(&app, OFFICE).await.status, 202);
    app.database.wait_for("SELECT FROM desk_links").await;
    while server.connections() == 0 {
        tokio::task::yield_now().await;
    }
    server.behave(SmtpBehaviour::Accepts);
    assert_eq!(received(&server, 1).await[0].recipients, [OFFICE]);
}

#[actix_web::test]
async fn without_a_mail_server_the_link_is_in_the_folder_of_mails() {
    let app = spawn().await;
    assert_eq!(ask(&app, OWNER).await.status, 202);
    let mut looks = tokio::time::interval(Duration::from_millis(10));
    let folder = app.data_dir.path().join("outbox");
    let is_there = || {
        fs::read_dir(&folder).is_ok_and(|mut files| {
            files.any(|file| {
                file.unwrap()
                    .path()
                    .extension()
                    .is_some_and(|it| it == "eml")
            })
        })
    };
    while !is_there() {
        looks.tick().await;
    }
    let link = link_in(&app.outbox()[0]);
    let (_, token) = link.split_once("#sign-in=").unwrap();
    assert_eq!(Answer::to(use_link(&app, token)).await.status, 200);
    let outbox = app.database.query("SELECT FROM outbox").await;
    assert!(outbox.is_empty(), "the token is in no table");
}

#[actix_web::test]
async fn forged_and_expired_links_sign_nobody_in() {
    let app = spawn().await;
    let token = link(&app, OWNER).await;
    app.database
        .execute("UPDATE desk_links SET created_at = now() - interval '15 minutes 1 second'")
        .await;
    let stranger = link(&app, "stranger@mail.example").await;
    let hash = "SELECT encode(token_hash, 'escape') AS hash FROM desk_links LIMIT 1";
    let hash = app.database.query(hash).await[0]["hash"].clone();
    for forged in [
        &*token,
        &stranger,
        "",
        "forged",
        "' OR true --",
        hash.as_str().unwrap(),
        &"x".repeat(100_000),
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
    ] {
        let request = app.post("/api/desk/session").json(&body);
        Answer::to(request).await.api_error(400);
    }
    let sessions = app.database.query("SELECT FROM desk_sessions").await;
    assert!(sessions.is_empty());
}

#[actix_web::test]
async fn of_many_that_use_a_link_at_once_one_is_signed_in() {
    let app = spawn().await;
    let token = link(&app, OWNER).await;
    let answers = join_all((0..10).map(|_| Answer::to(use_link(&app, &token)))).await;
    let signed_in = answers.iter().filter(|answer| answer.status == 200);
    assert_eq!(signed_in.count(), 1);
    let sessions = app.database.query("SELECT FROM desk_sessions").await;
    assert_eq!(sessions.len(), 1);
}

#[actix_web::test]
async fn an_address_asks_for_twenty_links_an_hour() {
    let app = spawn().await;
    for _ in 0..20 {
        assert_eq!(ask(&app, "stranger@mail.example").await.status, 202);
    }
    let refused = ask(&app, OWNER).await;
    refused.api_error(429);
    let seconds: u32 = refused.header("retry-after").parse().unwrap();
    assert!((1..=3_600).contains(&seconds));
}

#[actix_web::test]
async fn a_mailbox_gets_ten_links_an_hour_and_neither_the_answer_nor_the_log_names_it() {
    let app = spawn().await;
    let folders = Folders::new();
    let settings = [("DESK_EMAILS", PEOPLE)];
    let mut server = Server::start(&folders, &app.database, &[], &settings).await;
    let client = reqwest::Client::new();
    for _ in 0..11 {
        let request = client.post(format!("{}/api/desk/links", server.url));
        let answer = Answer::to(request.json(&json!({ "email": OWNER }))).await;
        assert_eq!(answer.status, 202);
    }
    server.wait_for_log("has had enough links").await;
    app.database
        .wait_for("SELECT FROM desk_links HAVING count(*) = 10")
        .await;
    let log = server.stop().await.err;
    assert!(!log.to_lowercase().contains(OWNER), "{log}");
}

#[actix_web::test]
async fn the_command_prints_a_link_for_people_of_the_desk_alone() {
    let app = spawn().await;
    let folders = Folders::new();
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DESK_EMAILS", PEOPLE),
        ("PUBLIC_URL", "http://desk.example"),
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

    // And ends sessions.
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
    assert_eq!(owner.get("/session").await.status, 401);
    assert_eq!(office.get("/session").await.status, 200);
    assert_eq!(Answer::to(use_link(&app, &unused)).await.status, 401);
    let neither = Output::of(&folders, &["desk", "sign-out"], &settings).await;
    assert!(!neither.success);
    let all = Output::of(&folders, &["desk", "sign-out", "--all"], &settings).await;
    assert!(all.success, "{}", all.err);
    assert_eq!(office.get("/session").await.status, 401);
}
