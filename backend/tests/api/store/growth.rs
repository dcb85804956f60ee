//! What is done all the time, and the owner's commands, cost the same however many leads there are.

use serde_json::Value;
use tokio::io::AsyncReadExt;

use crate::{
    app::{Answer, estimate, figures},
    database::Database,
    process::{Folders, Output, Server, program},
};

/// The leads in the tables. One in a hundred is suspect; the mails of all are sent, except two.
const LEADS: u64 = 20_000;

/// A page of leads with the states of their mails, and what else is read: far less than all.
const MOST_READ: u64 = 5_000;

/// A database as after years.
async fn full_database() -> Database {
    let database = Database::migrated().await;
    database
        .execute(&format!(
            "INSERT INTO site_forms (full_name, email, phone, message, site_name, created_at, suspect)
             SELECT 'Jane', 'a@b.c', '1', repeat('oak ', 50), 's', now() - i * interval '10 s',
                 i % 100 = 0
             FROM generate_series(1, {LEADS}) AS i;
             INSERT INTO outbox (id, kind, state, created_at, due_at, finished_at)
             SELECT id, 'lead', 'sent', created_at, created_at, created_at FROM site_forms;
             UPDATE outbox SET state = 'dead' WHERE id IN (SELECT id FROM outbox LIMIT 2);
             INSERT INTO idempotency_keys (key, lead_id, created_at)
             SELECT gen_random_uuid(), id, created_at FROM site_forms;
             INSERT INTO sent_texts (hash, phone, created_at)
             SELECT sha256(id::text::bytea), phone, created_at FROM site_forms"
        ))
        .await;
    database.execute("VACUUM ANALYZE").await;
    database
}

/// Sets the counts of [`rows_read`] to zero.
async fn reset_counts(database: &Database) {
    database.execute("SELECT pg_stat_reset()").await;
}

/// How many rows of the tables that grow were read by connections that have ended.
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
             WHERE relname IN ('site_forms', 'outbox', 'idempotency_keys', 'sent_texts')",
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
        // A page is more than the pipe holds: the command waits for its reader.
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).await.unwrap();
        drop(out);
        assert!(child.wait().await.unwrap().success(), "{arguments:?}");
        let rows = rows_read(&database).await;
        assert!(rows <= MOST_READ, "{arguments:?} read {rows} rows");
    }
}

#[actix_web::test]
async fn a_list_of_several_pages_has_every_lead_once_the_newest_first() {
    let database = full_database().await;
    // Leads that were saved at the same time, across the end of a page.
    database
        .execute(
            "UPDATE site_forms SET created_at = now() WHERE created_at > now() - interval '4 h'",
        )
        .await;
    let settings = [("DATABASE_URL", &*database.url)];
    let output = Output::of(&Folders::new(), &["leads", "--json"], &settings).await;
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
    let request = client.post(format!("{}/api/estimate-requests", server.url));
    let answer = Answer::to(request.json(&estimate())).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    database
        .wait_for(
            "SELECT FROM outbox WHERE state = 'sent'
                AND id = (SELECT id FROM site_forms ORDER BY created_at DESC LIMIT 1)",
        )
        .await;
    let figures = figures(&server.metrics_url()).await;
    assert!(
        figures.contains("outbox_mails{channel=\"mail\",state=\"dead\"} 2"),
        "{figures}"
    );
    server.stop().await;
    let rows = rows_read(&database).await;
    assert!(rows <= MOST_READ, "{rows} rows were read");
}
