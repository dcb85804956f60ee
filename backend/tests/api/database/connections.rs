//! Connections to Postgres: their number, and the cancellation of their work.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use actix_web::rt::Runtime;
use backend::{
    config::Deadlines,
    database::{Store, StoreError, connection::begin},
    outbox::delivery::MAIL_CONNECTIONS,
};
use diesel::{QueryableByName, sql_query, sql_types::Text};
use diesel_async::RunQueryDsl;
use futures_util::future::{join, join_all};
use serde_json::json;
use tokio::time::{interval, timeout};

use super::{Database, connect, server_url, wait_for_lock};
use crate::{
    app::{Answer, TestApp, figures, row, with},
    desk::{Browser, PEOPLE},
};

const CLIENTS: usize = 24;

/// The tests' `DATABASE_POOL_SIZE`, the writer's connection, and those of the mails, until the
/// metrics are read.
const CONFIGURED: usize = 8 + 1 + MAIL_CONNECTIONS;

#[actix_web::test]
async fn a_locked_table_makes_no_more_connections_than_are_configured_and_saves_nothing_refused() {
    let app = TestApp::spawn_within(&[], |deadlines| {
        deadlines.batch_statement = Duration::from_millis(200);
    })
    .await;
    let mut blocker = connect(&app.database.url).await;
    let pid: i32 = blocker
        .query_one("SELECT pg_backend_pid()", &[])
        .await
        .unwrap()
        .get(0);
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    let (refused, unlocked) = (AtomicUsize::new(0), AtomicBool::new(false));

    let (app, database, refused, unlocked) = (&app, &app.database, &refused, &unlocked);
    let clients = join_all((0..CLIENTS).map(|client| async move {
        let mut saved = Vec::new();
        for number in 0.. {
            if unlocked.load(Ordering::SeqCst) {
                break;
            }
            let name = format!("Jane {client} {number}");
            let lead = with(row(), json!({ "full_name": name }));
            match Answer::to(app.insert(&lead)).await.status.as_u16() {
                201 => saved.push(name),
                503 => _ = refused.fetch_add(1, Ordering::SeqCst),
                status => panic!("{status}"),
            }
        }
        saved
    }));
    let watch = async move {
        let watcher = connect(&server_url()).await;
        let mut polls = interval(Duration::from_millis(20));
        let mut most = 0;
        while refused.load(Ordering::SeqCst) < 4 * CLIENTS {
            polls.tick().await;
            let connections: i64 = watcher
                .query_one(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND pid <> $2",
                    &[&database.name, &pid],
                )
                .await
                .unwrap()
                .get(0);
            most = most.max(usize::try_from(connections).unwrap());
        }
        // A locked table is no outage.
        figures(&app.metrics_url).await;
        lock.rollback().await.unwrap();
        unlocked.store(true, Ordering::SeqCst);
        most
    };
    let (acknowledged, most) = join(clients, watch).await;
    assert!(most <= CONFIGURED, "{most} connections");

    let patient = app.spawn_another().await;
    Answer::to(app.insert_at(&patient, &row()))
        .await
        .expect(201);
    let mut expected: BTreeSet<String> = acknowledged.into_iter().flatten().collect();
    expected.insert("Jane Doe".to_owned());
    let saved: BTreeSet<String> = database
        .site_forms()
        .await
        .iter()
        .map(|lead| lead["full_name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(saved, expected);
}

#[actix_web::test]
async fn work_that_is_given_up_is_cancelled_and_opens_no_second_connection() {
    let database = Database::create().await;
    let store = database.store_within(1, |deadlines| deadlines.work = Duration::from_secs(2));
    let pid = text(&store, "SELECT pg_backend_pid()::text AS text").await;

    // Each statement is within its time limit; together they are not.
    let slow = store.run(async |connection| {
        sql_query("SELECT pg_sleep(1.5)")
            .execute(connection)
            .await?;
        sql_query("SELECT pg_sleep(1.5)").execute(connection).await
    });
    assert!(matches!(slow.await, Err(StoreError::TookTooLong)));
    let others = "SELECT count(*)::text AS text FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'";
    assert_eq!(
        text(&store, others).await,
        "0",
        "the canceled work still runs"
    );
    let next = text(&store, "SELECT pg_backend_pid()::text AS text").await;
    assert_ne!(
        next, pid,
        "a connection that may lead to a standby was kept"
    );

    let pid = next;
    let dropped = store.run(async |connection| {
        sql_query("CREATE TABLE given_up ()")
            .execute(connection)
            .await?;
        sql_query("SELECT pg_sleep(60)").execute(connection).await
    });
    timeout(Duration::from_millis(200), dropped)
        .await
        .unwrap_err();
    let next = text(&store, "SELECT pg_backend_pid()::text AS text").await;
    assert_eq!(next, pid, "a second connection was opened");
    let table = "SELECT coalesce(to_regclass('given_up')::text, 'none') AS text";
    assert_eq!(text(&store, table).await, "none");
}

#[actix_web::test]
async fn requests_of_the_desk_that_wait_hold_up_no_visitor() {
    let settings = [("DESK_EMAILS", PEOPLE), ("DATABASE_POOL_SIZE", "1")];
    let app = TestApp::spawn_with(&settings).await;
    let browser = Browser::of_owner(&app).await;
    let mut blocker = connect(&app.database.url).await;
    let lock = blocker.transaction().await.unwrap();
    // Stands for a slow search.
    lock.batch_execute("LOCK TABLE desk_sessions")
        .await
        .unwrap();
    let visit = async {
        wait_for_lock(&app.database).await;
        let click = app.post("/api/incrementPhoneClickCount").json(&json!({}));
        let clicked = Answer::to(click).await.status;
        lock.rollback().await.unwrap();
        clicked
    };
    let (clicked, _) = join(
        visit,
        join_all((0..8).map(|_| browser.get("/leads?folder=open"))),
    )
    .await;
    assert_eq!(clicked, 200);
}

#[actix_web::test]
async fn a_conflict_with_another_transaction_is_tried_again_once() {
    let database = Database::create().await;
    let store = database.store(1);
    let setup = "CREATE SEQUENCE tries;
         CREATE TABLE pair AS SELECT 1 AS id, 0 AS changes UNION SELECT 2, 0";
    Database::execute(&database, setup).await;
    let fails = async |times| {
        let raise = format!(
            "DO $$ BEGIN
                 IF nextval('tries') <= {times} THEN
                     RAISE 'conflict' USING ERRCODE = 'serialization_failure';
                 END IF;
             END $$"
        );
        let done = store.run(async |connection| sql_query(&*raise).execute(connection).await);
        done.await.is_err()
    };
    assert!(!fails(1).await);
    Database::execute(&database, "ALTER SEQUENCE tries RESTART").await;
    assert!(fails(2).await);

    let mut other = connect(&database.url).await;
    let lock = other.transaction().await.unwrap();
    // Makes Postgres abort the other transaction.
    lock.batch_execute(
        "SET LOCAL deadlock_timeout = '1min'; UPDATE pair SET changes = 1 WHERE id = 2",
    )
    .await
    .unwrap();
    let work = store.run(async |connection| {
        for id in [1, 2] {
            sql_query(format!(
                "UPDATE pair SET changes = changes + 1 WHERE id = {id}"
            ))
            .execute(connection)
            .await?;
        }
        Ok(())
    });
    let opposite = async {
        wait_for_lock(&database).await;
        lock.batch_execute("UPDATE pair SET changes = changes + 1 WHERE id = 1")
            .await
            .unwrap();
        lock.commit().await.unwrap();
    };
    let (worked, ()) = join(work, opposite).await;
    worked.unwrap();
    let pair = "SELECT changes FROM pair ORDER BY id";
    assert_eq!(
        database.query(pair).await,
        [json!({ "changes": 2 }), json!({ "changes": 2 })]
    );
}

#[actix_web::test]
async fn a_connection_that_broke_unnoticed_is_replaced() {
    let database = Database::create().await;
    let store = database.store(1);
    text(&store, "SELECT 'found' AS text").await;
    let sql = format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'",
        database.name
    );
    // Another thread breaks the connection, so this one, which drives it, doesn't notice.
    thread::spawn(move || {
        Runtime::new().unwrap().block_on(async {
            connect(&server_url())
                .await
                .batch_execute(&sql)
                .await
                .unwrap();
        });
    })
    .join()
    .unwrap();
    text(&store, "SELECT 'found' AS text").await;
}

#[actix_web::test]
async fn postgres_itself_ends_a_statement_before_its_request_does() {
    let database = Database::create().await;
    let limit =
        "SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::int::text
        AS text";
    let store = database.store_within(1, |deadlines| *deadlines = Deadlines::default());
    let seconds = text(&store, limit).await.parse().unwrap();
    assert!(
        (1..Deadlines::default().work.as_secs()).contains(&seconds),
        "{seconds}"
    );
}

#[actix_web::test]
async fn a_transaction_leaves_no_limits_to_a_pooler() {
    let database = Database::create().await;
    let client = connect(&database.url).await;
    let setting = async |name| -> String {
        let query = format!("SHOW {name}");
        client.query_one(&query, &[]).await.unwrap().get(0)
    };
    let begin = begin(&Deadlines::default());
    client.batch_execute(&begin).await.unwrap();
    for (name, limit) in LIMITS {
        assert_eq!(setting(name).await, limit, "{name}");
    }
    client.batch_execute("COMMIT").await.unwrap();
    for (name, _) in LIMITS {
        assert_eq!(setting(name).await, "0", "{name}");
    }
}

const LIMITS: [(&str, &str); 3] = [
    ("statement_timeout", "4s"),
    ("idle_in_transaction_session_timeout", "4s"),
    ("client_connection_check_interval", "1s"),
];

#[actix_web::test]
async fn an_outage_is_distinguished_from_a_fault_by_the_class_of_its_sqlstate() {
    let database = Database::create().await;
    let client = connect(&database.url).await;
    let fails = async |sql: &str| StoreError::from(client.batch_execute(sql).await.unwrap_err());
    for (state, is_outage) in [
        ("08006", true),
        ("0A000", true),
        ("25006", true),
        ("40001", true),
        ("40P01", true),
        ("53100", true),
        ("55P03", true),
        ("57014", true),
        ("58030", true),
        ("P0001", true),
        ("22001", false),
        ("23514", false),
        ("26000", false),
        ("42501", false),
    ] {
        let raise = format!("DO $$ BEGIN RAISE 'refused' USING ERRCODE = '{state}'; END $$");
        assert_eq!(fails(&raise).await.is_outage(), is_outage, "{state}");
    }
    assert!(!fails("SELECT FROM nothing_of_that_name").await.is_outage());
    assert!(!fails("SELCT").await.is_outage());
    assert!(
        fails("SELECT pg_terminate_backend(pg_backend_pid())")
            .await
            .is_outage()
    );
    assert!(
        fails("SELECT").await.is_outage(),
        "the connection is closed"
    );
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    text: String,
}

async fn text(store: &Store, sql: &str) -> String {
    store
        .run(async |connection| sql_query(sql).get_result::<Row>(connection).await)
        .await
        .unwrap()
        .text
}
