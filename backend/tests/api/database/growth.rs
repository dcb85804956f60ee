//! Frequent work, and the owner's commands, cost the same however many leads there are.

use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

use super::{Database, wait_for_outbox};
use crate::{
    app::{ANON_KEY, Answer, assert_contains, figures, row},
    desk,
    process::{Folders, Output, Server, program},
};

/// The number of leads. One in a hundred is suspect; all mails are sent, except two.
const LEADS: u64 = 20_000;

/// The limit of rows read: a page of leads, their mails' states, and some more; far fewer than all.
const MOST_READ: u64 = 5_000;

/// A database as full as after years of use.
async fn full_database() -> Database {
    let database = Database::migrated().await;
    database
        .execute(&format!(
            "INSERT INTO site_forms (full_name, email, phone, message, site_name, created_at, suspect,
                 service, urgency, address, details, emergency)
             SELECT 'Jane', 'a@b.c', '1', repeat('oak ', 50), 's', now() - i * interval '10 s',
                 i % 100 = 0, '', '', '', repeat('oak ', 50), false
             FROM generate_series(1, {LEADS}) AS i;
             INSERT INTO outbox (id, kind, state, created_at, due_at, finished_at)
             SELECT id, 'lead', 'sent', created_at, created_at, created_at FROM site_forms;
             UPDATE outbox SET state = 'dead' WHERE id IN (SELECT id FROM outbox LIMIT 2)"
        ))
        .await;
    database.execute("VACUUM ANALYZE").await;
    database
}

/// Resets the counts of [`rows_read`].
async fn reset_counts(database: &Database) {
    database.execute("SELECT pg_stat_reset()").await;
}

/// Returns how many rows of the growing tables were read by connections that have ended.
async fn rows_read(database: &Database) -> u64 {
    database
        .wait_for(
            "SELECT WHERE NOT EXISTS (
                 SELECT FROM pg_stat_activity
                 WHERE datname = current_database() AND backend_type = 'client backend'
                     AND pid <> pg_backend_pid()
             )",
        )
        .await;
    let read = database
        .query(
            "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS rows
             FROM pg_stat_user_tables
             WHERE relname IN ('site_forms', 'outbox')",
        )
        .await;
    read[0]["rows"].as_u64().unwrap()
}

#[actix_web::test]
async fn the_first_lines_of_a_list_come_without_the_other_leads_being_read() {
    let database = full_database().await;
    let settings = [("DATABASE_URL", &*database.url)];
    let folders = Folders::new();
    for arguments in [
        &["leads"][..],
        &["leads", "--json"],
        &["leads", "--suspect"],
        &["leads", "export"],
        &["outbox"],
    ] {
        reset_counts(&database).await;
        let mut child = program(&folders, arguments, &settings).spawn().unwrap();
        // A page is larger than the pipe, so the command waits for its reader.
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).await.unwrap();
        drop(out);
        assert!(child.wait().await.unwrap().success(), "{arguments:?}");
        let rows = rows_read(&database).await;
        assert!(rows <= MOST_READ, "{arguments:?} read {rows} rows");
    }
    // All pages have every lead once, the newest first. Many leads were saved at the same time, across a page boundary.
    database
        .execute(
            "UPDATE site_forms SET created_at = now() WHERE created_at > now() - interval '4 h'",
        )
        .await;
    let output = Output::of(&folders, &["leads", "--json"], &settings).await;
    let leads: Vec<Value> = serde_json::from_str(&output.out).unwrap();
    let listed: Vec<&Value> = leads.iter().map(|lead| &lead["id"]).collect();
    let order = "SELECT id FROM site_forms ORDER BY created_at DESC, id DESC";
    let saved = database.query(order).await;
    let saved: Vec<&Value> = saved.iter().map(|lead| &lead["id"]).collect();
    assert_eq!(listed.len(), saved.len());
    assert!(listed == saved, "the order differs");
}

#[actix_web::test]
async fn a_server_saves_sends_counts_and_prunes_without_reading_old_rows() {
    let database = full_database().await;
    reset_counts(&database).await;
    let folders = Folders::new();
    let server = Server::start(&folders, &database, &[], &[]).await;
    let client = reqwest::Client::new();
    let post = |path: &str, body: &Value| {
        let request = client.post(format!("{}{path}", server.url)).json(body);
        let request = request.header("apikey", ANON_KEY);
        Answer::to(request.header("idempotency-key", "01990000-0000-7000-8000-000000000001"))
    };
    // The server looks up the resubmission and its mail.
    for _ in 0..2 {
        post("/rest/v1/site_forms", &row()).await.expect(201);
    }
    let mail = json!({ "subject": "Request", "html": "<p>Oak</p>" });
    assert_eq!(post("/api/send-email", &mail).await.status, 200);
    let is_sent = "state = 'sent'
         AND id = (SELECT id FROM site_forms ORDER BY created_at DESC LIMIT 1)";
    wait_for_outbox(&database, is_sent).await;
    let figures = figures(&server.metrics_url()).await;
    assert_contains(&figures, "outbox_mails{channel=\"mail\",state=\"dead\"} 2");
    server.stop().await;
    let rows = rows_read(&database).await;
    assert!(rows <= MOST_READ, "{rows} rows were read");
}

#[actix_web::test]
async fn a_page_of_the_desks_lists_comes_without_the_other_leads_being_read() {
    let database = full_database().await;
    database
        .execute(
            "UPDATE site_forms SET next_at = created_at;
             UPDATE site_forms SET next_at = NULL, status = 'won' WHERE id IN (
                 SELECT id FROM site_forms ORDER BY created_at LIMIT 5000);
             UPDATE site_forms SET next_at = created_at + interval '1 year', status = 'called' WHERE id IN (
                 SELECT id FROM site_forms WHERE status = 'new' ORDER BY created_at LIMIT 5000);
             UPDATE site_forms SET emergency = true WHERE id IN (
                 SELECT id FROM site_forms WHERE status = 'new' ORDER BY created_at LIMIT 2)",
        )
        .await;
    database.execute("VACUUM ANALYZE").await;
    let settings = [("DESK_EMAILS", "owner@tree-care.example")];
    for list in ["now", "later", "done", "spam", "visits"] {
        let server = Server::start(&Folders::new(), &database, &[], &settings).await;
        let client = reqwest::Client::new();
        database
            .execute(
                "DELETE FROM desk_links;
                 INSERT INTO desk_links (token_hash, address)
                 VALUES (sha256('token'), 'owner@tree-care.example')",
            )
            .await;
        let signed_in = client
            .post(format!("{}/api/desk/session", server.url))
            .json(&json!({ "token": "token" }));
        let cookie = desk::cookie(&Answer::to(signed_in).await);
        reset_counts(&database).await;
        let mut after = String::new();
        for _ in 0..3 {
            let path = format!("/api/desk/leads?list={list}{after}");
            let page = client
                .get(format!("{}{path}", server.url))
                .header("cookie", &cookie);
            let page = Answer::to(page).await.json();
            match &page["next"] {
                Value::String(next) => after = format!("&after={next}"),
                _ => assert!(list == "visits", "{page}"),
            }
        }
        let counts = client
            .get(format!("{}/api/desk/changes", server.url))
            .header("cookie", &cookie);
        let counts = Answer::to(counts).await.json()["counts"].clone();
        assert_eq!(
            (&counts["now"], &counts["emergencies"]),
            (&json!(1_000), &json!(2))
        );
        server.stop().await;
        let rows = rows_read(&database).await;
        assert!(rows <= MOST_READ, "{list}: {rows} rows were read");
    }
}
