//! A built site's stamp: a check, a server, and its readiness compare it with the settings, and
//! `check --launch` lists what is left to do.

use std::fs;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    app::{ANON_KEY, Answer, OWNER, TestApp, assert_contains, assert_line, estimate, row},
    database::Database,
    mail_server::{MailServer, SmtpBehaviour},
    process::{Folders, Output, Server},
};

const PUBLIC_URL: &str = "https://trees.com";

/// A site whose stamp says that it was built for a key and contains these sample data.
fn site_built_for(anon_key: &str, sample_data: &Value) -> Folders {
    let folders = Folders::new();
    let stamp = json!({
        "anonKeySha256": hex::encode(Sha256::digest(anon_key)),
        "publicUrl": PUBLIC_URL,
        "sampleData": sample_data,
    });
    fs::write(folders.site.path().join(".build.json"), stamp.to_string()).unwrap();
    folders
}

#[actix_web::test]
async fn a_site_that_was_built_for_another_key_is_served_and_not_ready() {
    let database = Database::create().await;
    let folders = site_built_for("another-key", &json!([]));
    let settings = [("PUBLIC_URL", PUBLIC_URL), ("DESK_EMAIL", OWNER)];
    let mut server = Server::start(&folders, &database, &[], &settings).await;
    server.wait_for_log("did you mean DESK_EMAILS?").await;
    server
        .wait_for_log("the site was built for another ANON_KEY")
        .await;
    let client = reqwest::Client::new();
    let at = |path: &str| format!("{}{path}", server.url);

    let readiness = Answer::to(client.get(at("/readyz"))).await.expect(503);
    assert_eq!(
        readiness.json()["reason"],
        "the site was built for another ANON_KEY"
    );
    let refused = client.post(at("/rest/v1/site_forms"));
    let refused = refused.header("apikey", "another-key").json(&row());
    Answer::to(refused).await.expect(401);
    let scanned = client.post(at("/rest/v1/site_forms")).json(&row());
    assert_eq!(
        Answer::to(scanned).await.status,
        401,
        "a request without a key"
    );
    let metrics = Answer::to(client.get(server.metrics_url())).await;
    assert_contains(&metrics.text, "\nrefused_keys_total 1\n");

    // Visitors can read the site, and the form without JavaScript needs no key.
    Answer::to(client.get(at("/"))).await.expect(200);
    server.send_form(&estimate()).await;
    let stamp = Answer::to(client.get(at("/.build.json"))).await;
    assert_eq!(stamp.status, 404, "the stamp is not public");
    server.stop().await;

    let folders = site_built_for(ANON_KEY, &json!([]));
    let server = Server::start(&folders, &database, &[], &settings).await;
    Answer::to(client.get(format!("{}/readyz", server.url)))
        .await
        .expect(200);
    let log = server.stop().await.err;
    assert!(!log.contains("built for another"), "{log}");
}

#[actix_web::test]
async fn a_check_fails_for_a_site_that_was_built_for_another_key() {
    let app = TestApp::spawn().await;
    let folders = site_built_for(
        "another-key",
        &json!([{ "what": "w", "file": "f", "why": "y" }]),
    );
    let checked = check(&app, &folders, &["check"], &[("ANON_KEY", ANON_KEY)]).await;
    assert!(!checked.success);
    for line in [
        format!(
            "failed   site            SITE_DIR={}",
            folders.site.path().display()
        ),
        "warning  sample data     the pages contain 1 sample:".to_owned(),
    ] {
        assert_line(&checked.out, &line);
    }
    let moved = [
        ("ANON_KEY", "another-key"),
        ("PUBLIC_URL", "https://elsewhere.com"),
        ("MAIL_TO", OWNER),
    ];
    let checked = check(&app, &folders, &["check"], &moved).await;
    assert!(checked.success, "{}", checked.out);
    let message = format!("was built for PUBLIC_URL={PUBLIC_URL}");
    assert!(checked.out.contains(&message), "{}", checked.out);
}

#[actix_web::test]
async fn a_check_before_launch_names_all_that_is_left_to_do() {
    let app = TestApp::spawn().await;
    let sample_data = json!([
        { "what": "Reviews", "file": "app/src/reviews.ts", "why": "Nobody wrote them." },
        { "what": "Numbers", "file": "company.json", "why": "No call would arrive." },
    ]);
    let folders = site_built_for("development-anon-key", &sample_data);
    let first = check(&app, &folders, &["check", "--launch"], &[]).await;
    assert!(!first.success);
    for line in [
        "warning  sample data     Reviews: Nobody wrote them. Replace it in app/src/reviews.ts,",
        "warning  sample data     Numbers: No call would arrive. Replace it in company.json,",
        "warning  MAIL_TO ",
        "warning  MAIL_FROM ",
        "warning  ANON_KEY ",
        "warning  PUBLIC_URL ",
        "warning  TRUSTED_PROXIES ",
        "warning  mail server ",
    ] {
        assert_line(&first.out, line);
    }

    let mails = MailServer::start(SmtpBehaviour::Accepts).await;
    let settings = [
        ("ANON_KEY", ANON_KEY),
        ("PUBLIC_URL", PUBLIC_URL),
        ("MAIL_TO", "owner@trees.com"),
        ("MAIL_FROM", "site@trees.com"),
        ("SMTP_URL", &*mails.url),
        ("TRUSTED_PROXIES", "127.0.0.1"),
    ];
    let folders = site_built_for(ANON_KEY, &json!([]));
    let last = check(&app, &folders, &["check", "--launch"], &settings).await;
    let left: Vec<&str> = last
        .out
        .lines()
        // The tests' database runs without fsync.
        .filter(|line| !line.contains("so a power failure could lose acknowledged requests"))
        .filter(|line| line.starts_with("warning") || line.starts_with("failed"))
        .collect();
    assert!(left.is_empty(), "{left:#?}");

    // Each of these is the only warning. It prevents the launch, but not serving.
    for (name, value, is_left) in [
        ("PUBLIC_URL", "http://localhost:8080", true),
        ("PUBLIC_URL", "https://127.0.0.1", true),
        ("PUBLIC_URL", "http://trees.com", true),
        ("MAIL_TO", "owner@trees.EXAMPLE", true),
        ("MAIL_FROM", "site@example", true),
        ("MAIL_FROM", "site@example.com", false),
    ] {
        let mut settings = settings.to_vec();
        settings.push((name, value));
        let checked = check(&app, &folders, &["check"], &settings).await;
        assert!(checked.success, "{value}: {}", checked.out);
        let warning = format!("warning  {name} ");
        let found = checked
            .out
            .lines()
            .any(|printed| printed.starts_with(&warning));
        assert_eq!(found, is_left, "{value}: {}", checked.out);
    }
}

async fn check(
    app: &TestApp,
    folders: &Folders,
    arguments: &[&str],
    changes: &[(&str, &str)],
) -> Output {
    let settings = [
        ("DATABASE_URL", &*app.database.url),
        ("DATA_DIR", app.data_dir.path().to_str().unwrap()),
        ("SITE_DIR", folders.site.path().to_str().unwrap()),
    ];
    let settings: Vec<_> = settings.iter().chain(changes).copied().collect();
    Output::of(folders, arguments, &settings).await
}
