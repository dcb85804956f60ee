//! A Postgres database for one test; and the tests of the schema, its roles, outages, and the cost of many rows.

mod connections;
mod database_tls;
mod growth;
pub mod outage;
pub mod roles;
mod schema;

use std::{thread, time::Duration};

use backend::{
    config::DatabaseUrl,
    database::{
        Store,
        migrations::{self, Migrated},
    },
};
use serde_json::Value;
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;
use validator_wasm::lead::parse_message;

/// A new database that is dropped with the test. (It is not cloned from a migrated one: to run the
/// migrations takes no longer.)
pub struct Database {
    pub name: String,
    pub url: String,
}

impl Database {
    /// An empty one.
    pub async fn create() -> Self {
        let name = format!("backend_test_{}", Uuid::new_v4().simple());
        execute(&server_url(), &format!("CREATE DATABASE {name}")).await;
        let url = with_database(&server_url(), &name);
        Self { name, url }
    }

    /// One with all tables. A server that meets it does not start without them, however slow the
    /// migrations are while other tests run.
    pub async fn migrated() -> Self {
        let database = Self::create().await;
        migrations::run(&database.address()).await.unwrap();
        database
    }

    /// As the backend takes it.
    pub fn address(&self) -> DatabaseUrl {
        DatabaseUrl::new(&self.url, None).unwrap()
    }

    /// A pool of so many connections to it.
    pub fn store(&self, size: usize) -> Store {
        Store::new(self.address(), size, migrated())
    }

    pub async fn execute(&self, sql: &str) {
        execute(&self.url, sql).await;
    }

    /// The result of a query: one JSON value a row.
    pub async fn query(&self, sql: &str) -> Vec<Value> {
        rows(&connect(&self.url).await, sql).await
    }

    /// Waits until a query returns a row.
    pub async fn wait_for(&self, sql: &str) {
        let client = connect(&self.url).await;
        // Polls, and yields the processor in between.
        let mut looks = tokio::time::interval(Duration::from_millis(10));
        let appears = async {
            while rows(&client, sql).await.is_empty() {
                looks.tick().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), appears)
            .await
            .unwrap_or_else(|_| panic!("there never was a row: {sql}"));
    }

    pub async fn site_forms(&self) -> Vec<Value> {
        self.query("SELECT * FROM site_forms ORDER BY created_at, full_name")
            .await
    }

    /// Puts leads into the tables, as the backend saves them, with their mails; `rows` is what
    /// gives these columns of them (`VALUES …` or `SELECT …`).
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

    /// Lets time pass for the rows.
    pub async fn age_rows(&self, interval: &str) {
        self.execute(&format!(
            "UPDATE site_forms SET created_at = created_at - interval '{interval}';
             UPDATE sent_texts SET created_at = created_at - interval '{interval}';"
        ))
        .await;
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        // A thread of its own: the test's runtime cannot be waited for from within.
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

/// Where the tests may create databases and roles.
pub fn server_url() -> String {
    std::env::var("TEST_DATABASE_URL").expect(
        "TEST_DATABASE_URL is not set: run `npm test`, which starts a Postgres for the tests, or \
         set it to postgres://superuser:password@host:port/postgres",
    )
}

/// The URL with another database.
fn with_database(url: &str, name: &str) -> String {
    let mut url: reqwest::Url = url.parse().expect("TEST_DATABASE_URL is no URL");
    url.set_path(name);
    url.into()
}

/// The migrations are done.
pub fn migrated() -> Migrated {
    let migrated = Migrated::default();
    migrated.set_done();
    migrated
}

/// Waits until something waits for a lock.
pub async fn wait_for_lock(database: &Database) {
    let waits = "SELECT FROM pg_stat_activity
                 WHERE wait_event_type = 'Lock' AND datname = current_database()";
    database.wait_for(waits).await;
}

/// Waits until the outbox has a message of this condition.
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
