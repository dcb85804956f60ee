//! Erasure removes a person's data, or old data, and nothing else.

use std::fs;

use backend::{
    database::{self as store},
    message_kind::Channel,
    outbox::lease::lease,
    privacy::erasure::{self, ErasureScope, Person},
};
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use futures_util::future::join;
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use crate::{
    app::{Answer, TestApp, assert_begins, assert_contains, row, with},
    cli::commands::run,
    database::{Database, connect, wait_for_lock},
    desk::save,
};

#[actix_web::test]
async fn a_person_is_erased_everywhere_and_nobody_else() {
    let app = TestApp::spawn().await;
    let short = "Service: Tree Removal\nUrgency: Routine\nAddress: 1 Oak Street\nDetails:\nOak";
    let hers = json!({
        "email": " Jane.Doe@Gmail.com", "message": short, "visitor_id": "v1", "session_id": "s1",
    });
    let her_lead = save_under_key(&app, hers).await;
    let his = json!({
        "full_name": "John Roe", "email": "john@mailbox.net", "phone": "404-555-0199",
        "message": short, "visitor_id": "v2", "session_id": "s2",
    });
    let his_lead = save_under_key(&app, his).await;
    for (visitor, session) in [("v1", "s8"), ("v9", "s1"), ("v2", "s2"), ("", "")] {
        let click = json!({ "visitor_id": visitor, "session_id": session });
        let request = app.post("/api/incrementPhoneClickCount").json(&click);
        Answer::to(request).await.expect(200);
    }
    for html in [
        "<p>Call Jane: +1 (404) 555-0123 ext 4</p>",
        "<p>Call John: 404-555-0199</p>",
    ] {
        let note = json!({ "subject": "Other", "html": html });
        let request = app.post("/api/send-email").json(&note);
        Answer::to(request).await.expect(200);
    }
    app.mails(2).await;
    app.execute(&suspects_in_a_digest("")).await;
    // An event that only its lead keeps.
    app.execute(&format!(
        "INSERT INTO desk_events (id, at, who, lead_id, kind)
         VALUES (gen_random_uuid(), now() - interval '3 years', 'x', '{her_lead}', 'noted')"
    ))
    .await;
    let state = async || {
        let mut rows = Vec::new();
        for table in ["site_forms", "phone_clicks", "outbox"] {
            rows.push(app.query(&format!("SELECT FROM {table}")).await.len());
        }
        rows.push(app.outbox().len());
        rows
    };
    assert_eq!(state().await, [4, 4, 7, 2]);

    let erase = ["leads", "erase", "--phone", "+1 404 555 0123 ext 99"];
    let asked = run(&app, &erase).await;
    assert!(asked.success, "{}", asked.err);
    let [first, second, sums, ..] = asked.out.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", asked.out);
    };
    assert!(
        first.ends_with("  Jane Doe  404-555-0123   Jane.Doe@Gmail.com"),
        "{first}"
    );
    assert!(second.contains("  Jane again  "), "{second}");
    let numbers = "2 requests, 2 clicks, 3 emails, 1 email file in ";
    assert_begins(sums, &format!("To be erased: {numbers}"));
    // The mail was due in the digest.
    assert_contains(&asked.out, "not received an email about 1 request");
    assert!(asked.out.contains("Nothing was erased yet: add --yes"));
    assert!(asked.out.contains("the owner's mailbox"));
    assert_eq!(state().await, [4, 4, 7, 2]);

    let erased = run(&app, &[&erase[..], &["--yes"]].concat()).await;
    assert!(erased.success, "{}", erased.err);
    assert_contains(&erased.out, &format!("\nErased: {numbers}"));
    assert_eq!(state().await, [2, 2, 4, 1]);
    let file = |lead| app.data_dir.path().join(format!("outbox/{lead}.eml"));
    assert!(!file(her_lead).exists());
    assert!(file(his_lead.clone()).exists());
    let leads = app.database.site_forms().await;
    assert_eq!(leads[0]["full_name"], "John Roe");
    assert_eq!(leads[1]["full_name"], "Another");

    // The digest lists only the other lead.
    app.execute("UPDATE outbox SET due_at = now() WHERE kind = 'digest'")
        .await;
    let mails = app.mails(2).await.concat();
    assert!(
        mails.contains("Another") && !mails.contains("Jane"),
        "{mails}"
    );

    let again = run(&app, &[&erase[..], &["--yes"]].concat()).await;
    assert!(again.success, "{}", again.err);
    assert_eq!(again.out, "Nothing matches, so nothing was erased.\n");
    let logged = app.query("SELECT who, kind, data FROM desk_events").await;
    let erasure = json!({ "who": "command line", "kind": "erase", "data": { "leads": 2 } });
    assert_eq!(logged, [erasure]);
}

async fn save_under_key(app: &TestApp, changes: Value) -> String {
    let request = app
        .insert_select_single(&with(row(), changes))
        .header("idempotency-key", Uuid::new_v4().to_string());
    let answer = Answer::to(request).await.expect(201);
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// Inserts two suspect leads, one of them Jane's, and a digest with both that is due tomorrow;
/// `digest` sets one more of its columns.
fn suspects_in_a_digest(digest: &str) -> String {
    let (columns, values) = digest
        .split_once('=')
        .map_or_else(Default::default, |(column, value)| {
            (format!(", {column}"), format!(", {value}"))
        });
    format!(
        "WITH lead AS (
             INSERT INTO site_forms (full_name, email, phone, message, site_name, session_id, suspect)
             VALUES ('Jane again', 'x@y.z', '(404) 555-0123 ext 4', 'Oak', 's', 's3', true),
                    ('Another', 'x@y.z', '1', 'Elm', 's', 's4', true)
             RETURNING id
         ),
         digest AS (
             INSERT INTO outbox (id, kind, state, due_at{columns})
             VALUES (gen_random_uuid(), 'digest', 'pending', now() + interval '1 day'{values})
             RETURNING id
         )
         INSERT INTO outbox (id, kind, state, digest_id, finished_at)
         SELECT lead.id, 'lead', 'in_digest', digest.id, now() FROM lead, digest"
    )
}

#[actix_web::test]
async fn a_number_without_an_end_neither_hinders_an_erasure_nor_matches() {
    let app = TestApp::spawn().await;
    let long = "4045550123".repeat(1_470);
    save(&app, json!({ "email": "jane@gmail.com", "phone": long })).await;
    save(&app, json!({ "email": "jane@gmail.com" })).await;
    let johns = json!({ "full_name": "John Roe", "email": "john@gmail.com", "phone": &long[3..] });
    save(&app, johns).await;
    app.mails(3).await;
    let note = json!({ "subject": "Other", "html": format!("<p>Call {long}</p>") });
    let request = app.post("/api/send-email").json(&note);
    Answer::to(request).await.expect(200);
    let erase = ["leads", "erase", "--yes", "--email", "jane@gmail.com"];
    let erased = run(&app, &erase).await;
    let sums = "\nErased: 2 requests, 2 emails, 2 email files in ";
    assert!(erased.out.contains(sums), "{} {}", erased.out, erased.err);
    let left = app.database.site_forms().await;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["full_name"], "John Roe");
    let refused = run(&app, &["leads", "erase", "--yes", "--phone", &long]).await;
    assert!(!refused.success, "{}", refused.out);
}

#[actix_web::test]
async fn the_files_of_a_persons_mails_and_of_digests_go_with_their_request() {
    let app = TestApp::spawn_with(&[("AUTO_REPLY", "true")]).await;
    let lead = save(&app, json!({})).await;
    let other = save(
        &app,
        json!({ "full_name": "John Roe", "email": "john@mailbox.net", "phone": "404-555-0199" }),
    )
    .await;
    app.execute(&suspects_in_a_digest("")).await;
    app.execute("UPDATE outbox SET due_at = now() WHERE kind = 'digest'")
        .await;
    // An owner's mail and an auto-reply for each request, and the digest.
    app.mails(5).await;
    let erase = ["leads", "erase", "--yes", "--email", "jane.doe@gmail.com"];
    let erased = run(&app, &erase).await;
    assert_contains(&erased.out, "3 email files in ");
    let left = app.data_dir.path().join("outbox").read_dir().unwrap();
    let left = left.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut left: Vec<String> = left.collect();
    left.sort_unstable();
    assert_eq!(left.len(), 2);
    assert!(
        left.iter()
            .all(|name| name.starts_with(&other) && !name.starts_with(&lead)),
        "{left:?}"
    );
}

#[actix_web::test]
async fn a_request_that_stays_keeps_its_mail_whomever_that_names() {
    let app = TestApp::spawn().await;
    let hers = save(&app, json!({ "email": "jane@gmail.com" })).await;
    // Somebody in the same household, and somebody whose address ends like hers.
    let his = save(
        &app,
        json!({ "full_name": "John Doe", "email": "john@gmail.com" }),
    )
    .await;
    let marys =
        json!({ "full_name": "Mary Poe", "email": "mary.jane@gmail.com", "phone": "404-555-0777" });
    let marys = save(&app, marys).await;
    app.mails(3).await;
    let erase = ["leads", "erase", "--yes", "--email", "jane@gmail.com"];
    let erased = run(&app, &erase).await;
    assert_contains(
        &erased.out,
        "\nErased: 1 request, 1 email, 1 email file in ",
    );
    let file = |lead: &str| {
        app.data_dir
            .path()
            .join(format!("outbox/{lead}.eml"))
            .exists()
    };
    assert_eq!(
        [&hers, &his, &marys].map(|lead| file(lead)),
        [false, true, true]
    );
}

#[actix_web::test]
async fn nothing_is_erased_while_a_mail_about_it_is_being_sent() {
    let app = TestApp::spawn().await;
    save(&app, json!({ "phone": "404 555 0123" })).await;
    app.mails(1).await;
    let being_sent = "UPDATE outbox SET state = 'pending', finished_at = NULL,
        due_at = now() + interval '1 day', leased_until = now() + interval '1 hour'";
    let in_digest = suspects_in_a_digest("leased_until = now() + interval '1 hour'");
    for (sending, leads) in [(being_sent, 1), (&in_digest, 2)] {
        app.execute(sending).await;
        let erase = ["leads", "erase", "--phone", "404-555-0123"];
        let asked = run(&app, &erase).await;
        assert_contains(&asked.out, "To be erased: 1 request, ");
        let erase = [&erase[..], &["--yes"]].concat();
        let refused = run(&app, &erase).await;
        assert!(!refused.success, "{}", refused.out);
        assert_contains(&refused.err, "is being sent right now: try again in 3");
        assert_eq!(app.database.site_forms().await.len(), leads);
        assert_eq!(app.outbox().len(), usize::from(leads == 1));

        app.execute("UPDATE outbox SET leased_until = now() WHERE leased_until IS NOT NULL")
            .await;
        let erased = run(&app, &erase).await;
        assert!(erased.success, "{}", erased.err);
        assert_eq!(app.database.site_forms().await.len(), leads - 1);
        assert_eq!(app.outbox().len(), 0);
    }
}

#[actix_web::test]
async fn while_a_lead_is_erased_no_mail_about_it_is_leased() {
    let database = Database::migrated().await;
    database.execute(&suspects_in_a_digest("")).await;
    database
        .execute(
            "WITH lead AS (
                 INSERT INTO site_forms (full_name, email, phone, message, site_name)
                 VALUES ('Jane', 'x@y.z', '404-555-0123', 'Oak', 's') RETURNING id
             )
             INSERT INTO outbox (id, kind, state) SELECT id, 'lead', 'pending' FROM lead;
             UPDATE outbox SET due_at = now()",
        )
        .await;
    let store = database.store(1);
    let leased = async || {
        let leased = lease(&store, Channel::Mails, 8, false).await;
        leased.unwrap().len()
    };
    let mut connection = store::connect(&database.address()).await.unwrap();
    connection.begin_test_transaction().await.unwrap();
    let mut hers = Person::default();
    hers.contacts.add("", "404-555-0123");
    let hers = ErasureScope::Person(hers);
    let folder = TempDir::new().unwrap();
    let plan = erasure::find(&mut connection, &hers, folder.path()).await;
    let plan = plan.unwrap();
    assert_eq!((plan.mails.len(), plan.leased_for), (2, None));
    assert_eq!(leased().await, 0);
    connection.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(leased().await, 2);
}

#[actix_web::test]
async fn a_click_that_is_counted_while_an_erasure_waits_is_erased_too() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({ "visitor_id": "v1" })).await;
    app.mails(1).await;
    let other = connect(&app.database.url).await;
    let lock = format!("BEGIN; SELECT FROM outbox WHERE id = '{lead}' FOR UPDATE");
    other.batch_execute(&lock).await.unwrap();
    let click = async {
        wait_for_lock(&app.database).await;
        let click = json!({ "visitor_id": "v1" });
        let request = app.post("/api/incrementPhoneClickCount").json(&click);
        Answer::to(request).await.expect(200);
        other.batch_execute("COMMIT").await.unwrap();
    };
    let erase = ["leads", "erase", "--phone", "404-555-0123", "--yes"];
    join(run(&app, &erase), click).await;
    assert_eq!(app.database.site_forms().await.len(), 0);
    assert_eq!(app.database.phone_clicks().await.len(), 0);
}

#[actix_web::test]
async fn an_address_is_compared_whatever_its_case_and_nothing_less_than_an_address_is_taken() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&row())).await.expect(201);
    app.mails(1).await;
    for arguments in [
        &["--email", "gmail.com"][..],
        &["--email", validator_wasm::PLACEHOLDER_EMAIL],
        &["--phone", "555-012"],
        &["--older-than-days", "0"],
        &["--expired", "--email", "jane.doe@gmail.com"],
        &[],
    ] {
        let refused = run(&app, &[&["leads", "erase", "--yes"], arguments].concat()).await;
        assert!(!refused.success, "{arguments:?}: {}", refused.out);
        assert!(refused.err.starts_with("error: "), "{}", refused.err);
    }
    let asked = run(&app, &["leads", "erase", "--older-than-days", "1"]).await;
    assert_eq!(asked.out, "Nothing matches, so nothing was erased.\n");
    for (email, left) in [("doe@gmail.com", 1), (" JANE.Doe@gmail.COM ", 0)] {
        let erased = run(&app, &["leads", "erase", "--yes", "--email", email]).await;
        assert!(erased.success, "{}", erased.err);
        let printed = erased.out;
        assert_eq!(app.database.site_forms().await.len(), left, "{printed}");
    }
}

#[actix_web::test]
async fn if_a_mail_file_cannot_be_erased_nothing_is_and_the_command_can_be_repeated() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    app.mails(1).await;
    let file = app.data_dir.path().join(format!("outbox/{lead}.eml"));
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let erase = ["leads", "erase", "--yes", "--email", "jane.doe@gmail.com"];
    let failed = run(&app, &erase).await;
    assert!(!failed.success, "{}", failed.out);
    assert_contains(&failed.err, "nothing was erased from the database");
    assert_eq!(app.database.site_forms().await.len(), 1);

    fs::remove_dir(&file).unwrap();
    let erased = run(&app, &erase).await;
    assert!(erased.success, "{}", erased.err);
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn old_rows_are_erased_by_their_own_age() {
    let app = TestApp::spawn().await;
    let click = json!({ "session_id": "s" });
    let request = app.post("/api/incrementPhoneClickCount").json(&click);
    Answer::to(request).await.expect(200);
    save(&app, json!({ "session_id": "s" })).await;
    app.mails(1).await;
    app.execute(
        "INSERT INTO phone_clicks (created_at, session_id)
             SELECT now() - interval '31 days', 'other' FROM generate_series(1, 1001);
         UPDATE site_forms SET created_at = created_at - interval '31 days'",
    )
    .await;
    save(&app, json!({ "full_name": "John Roe", "session_id": "t" })).await;
    app.mails(2).await;

    let erased = run(&app, &["leads", "erase", "--expired", "--yes"]).await;
    assert_eq!(erased.out, "Nothing matches, so nothing was erased.\n");
    let erased = run(
        &app,
        &["leads", "erase", "--older-than-days", "30", "--yes"],
    )
    .await;
    let sums = "Erased: 1 request, 1001 clicks, 1 email, 1 email file in ";
    assert!(erased.out.contains(sums), "{} {}", erased.out, erased.err);
    assert_eq!(app.database.site_forms().await[0]["full_name"], "John Roe");
    assert_eq!(app.database.phone_clicks().await[0]["session_id"], "s");
    assert_eq!(app.outbox().len(), 1);
    let pieces = app.query("SELECT data FROM desk_events").await;
    assert_eq!(
        pieces,
        [1, 0].map(|leads| json!({ "data": { "leads": leads } }))
    );
}
