//! The database becomes unavailable and available again.

use std::{
    mem,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use backend::config::Deadlines;
use futures_util::future::{join, join_all};
use serde_json::json;
use tokio::{
    io,
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Database, wait_for_outbox};
use crate::{
    app::{Answer, TestApp, estimate, long_deadlines, row, with},
    until,
};

const SENTENCE: &str = "We could not save your request just now. Please call us.";

#[actix_web::test]
async fn while_the_database_is_unavailable_visitors_are_asked_to_call() {
    let app = TestApp::spawn().await;
    Answer::to(app.insert(&row())).await.expect(201);
    shut(&app.database).await;
    let began = Instant::now();
    for _ in 0..3 {
        check_refusals(&app).await;
    }
    // No request waited for its deadline.
    assert!(
        began.elapsed() < long_deadlines().connection,
        "{:?}",
        began.elapsed()
    );
    let tracking = app.post("/api/get-tracking-data").json(&json!({}));
    Answer::to(tracking).await.expect(200);
    Answer::to(app.get("/healthz")).await.expect(200);

    open(&app.database).await;
    Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(app.database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn visitors_wait_for_a_database_that_restarts_and_each_lead_is_saved_once() {
    let app = TestApp::spawn_within(&[], |deadlines| deadlines.restart = deadlines.connection);
    let app = app.await;
    let key = Uuid::now_v7().to_string();
    let insert = || app.insert(&row()).header("idempotency-key", &key);
    Answer::to(insert()).await.expect(201);
    shut(&app.database).await;
    let mail = json!({ "subject": "Request", "html": "<p>Oak</p>" });
    let mail = app.post("/api/send-email").json(&mail);
    let new = [(); 20].map(|()| app.insert(&row()));
    let others = [
        app.send_form(&estimate()),
        insert(),
        mail.header("idempotency-key", &key),
    ];
    let waiting = join_all(new.into_iter().chain(others).map(Answer::to));
    let restart = async {
        let is_saving = async || {
            let pending = app.idleness().await.text;
            (pending == "a lead is being saved\n").then_some(())
        };
        until("leads wait", is_saving).await;
        open(&app.database).await;
    };
    for answer in join(waiting, restart).await.0 {
        assert!(answer.status.as_u16() < 400, "{answer:?}");
    }
    assert_eq!(app.database.site_forms().await.len(), 22);
    assert!(
        app.query("SELECT FROM outbox WHERE kind = 'note'")
            .await
            .is_empty()
    );
}

#[actix_web::test]
async fn a_host_that_accepts_and_never_answers_is_left_for_the_next() {
    let database = Database::migrated().await;
    let (first, second) = (
        Proxy::to(&database.url).await,
        Proxy::to(&database.url).await,
    );
    let [one, other] = [&first, &second].map(|host| host.url.split(['@', '/']).nth(3).unwrap());
    let url = first.url.replace(one, &format!("{one},{other}"));
    first.halt();
    let app = TestApp::spawn_within(&[("DATABASE_URL", &url)], |deadlines| {
        deadlines.host = Duration::from_secs(1);
        deadlines.batch = Duration::from_secs(1);
        deadlines.restart = deadlines.connection;
    })
    .await;
    for (halted, saved) in [(&first, 1), (&second, 2)] {
        halted.halt();
        Answer::to(app.insert(&row())).await.expect(201);
        app.ready().await;
        assert_eq!(database.site_forms().await.len(), saved);
        let are_sent = format!("state = 'sent' HAVING count(*) = {saved}");
        wait_for_outbox(&database, &are_sent).await;
        first.resume();
    }
}

#[actix_web::test]
async fn a_server_that_starts_before_its_database_serves_once_it_is_available() {
    let database = Database::create().await;
    let away = format!("{}_away", database.name);
    administrate(&format!(
        "ALTER DATABASE {} RENAME TO {away}",
        database.name
    ))
    .await;
    let app = TestApp::spawn_with(&[("DATABASE_URL", &database.url)]).await;
    check_refusals(&app).await;
    Answer::to(app.get("/healthz")).await.expect(200);
    Answer::to(app.get("/contact")).await.expect(200);
    let answer = Answer::to(app.get("/readyz")).await.expect(503);
    assert_eq!(
        answer.json(),
        json!({ "status": "not ready", "reason": "the database does not have the schema yet" })
    );

    administrate(&format!(
        "ALTER DATABASE {away} RENAME TO {}",
        database.name
    ))
    .await;
    app.ready().await;
    Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(database.site_forms().await.len(), 1);
    // The server also delivers mails again.
    database.execute("UPDATE outbox SET due_at = now()").await;
    wait_for_outbox(&database, "state = 'sent'").await;
}

#[actix_web::test]
async fn a_server_answers_while_its_migrations_wait_and_serves_once_they_have_run() {
    let database = Database::create().await;
    let other = super::connect(&database.url).await;
    // The lock that another backend holds while it runs migrations.
    other
        .batch_execute("BEGIN; SELECT pg_advisory_xact_lock(465557349491)")
        .await
        .unwrap();
    let settings = [("DATABASE_URL", &*database.url)];
    let app = TestApp::spawn_within(&settings, |deadlines| {
        deadlines.connection = Duration::from_secs(1);
    });
    let app = app.await;
    check_refusals(&app).await;
    Answer::to(app.get("/contact")).await.expect(200);
    Answer::to(app.get("/readyz")).await.expect(503);

    other.batch_execute("COMMIT").await.unwrap();
    app.ready().await;
    Answer::to(app.insert(&row())).await.expect(201);
}

#[actix_web::test]
async fn a_server_is_ready_while_its_database_has_the_schema() {
    let app = TestApp::spawn().await;
    let answer = Answer::to(app.get("/readyz")).await.expect(200);
    assert_eq!(answer.json(), json!({ "status": "ready" }));
    app.execute("DELETE FROM __diesel_schema_migrations").await;
    let answer = Answer::to(app.get("/readyz")).await.expect(503);
    assert_eq!(
        answer.json()["reason"],
        "the database does not have the schema"
    );
    shut(&app.database).await;
    let answer = Answer::to(app.get("/readyz")).await.expect(503);
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[actix_web::test]
async fn whoever_asks_often_whether_a_server_is_ready_gets_the_last_result() {
    let app = TestApp::spawn_within(&[], |deadlines| {
        deadlines.readiness = Duration::from_mins(10);
    });
    let app = app.await;
    Answer::to(app.get("/readyz")).await.expect(200);
    shut(&app.database).await;
    let answer = Answer::to(app.get("/readyz")).await.expect(200);
    assert_eq!(answer.json(), json!({ "status": "ready" }));
}

#[actix_web::test]
async fn a_server_is_not_ready_while_its_database_has_no_room() {
    let app = TestApp::spawn().await;
    let name = &app.database.name;
    // As on a full disk, no file can grow.
    administrate(&format!(
        "ALTER DATABASE {name} SET temp_file_limit = '64kB'"
    ))
    .await;
    disconnect(&app.database).await;
    Answer::to(app.get("/readyz")).await.expect(503);
    administrate(&format!("ALTER DATABASE {name} RESET temp_file_limit")).await;
    disconnect(&app.database).await;
    app.ready().await;
}

#[actix_web::test]
async fn a_database_that_hangs_is_an_outage_within_seconds() {
    let database = Database::create().await;
    let wire = Proxy::to(&database.url).await;
    let settings = [("DATABASE_URL", &*wire.url), ("DATABASE_POOL_SIZE", "1")];
    let app = TestApp::spawn_within(&settings, |deadlines| {
        deadlines.batch = Duration::from_secs(1);
        deadlines.host = Duration::from_secs(1);
    })
    .await;
    app.ready().await;
    wire.halt();
    // The first request waits for a response of the database, the second one for a connection.
    for _ in 0..2 {
        let began = Instant::now();
        let answer = Answer::to(app.insert_select_single(&row())).await;
        answer.postgrest_error(503, "PGRST000");
        assert!(
            began.elapsed() < long_deadlines().connection,
            "{:?}",
            began.elapsed()
        );
    }
    let Deadlines { restart, batch, .. } = Deadlines::default();
    // The form gives up after 15 seconds.
    assert!(restart + batch < Duration::from_secs(15));
    wire.resume();
    app.ready().await;
    Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn leads_whose_commit_was_not_answered_are_saved_once_and_so_answered() {
    let database = Database::create().await;
    let wire = Proxy::to(&database.url).await;
    let app = TestApp::spawn_with(&[("DATABASE_URL", &wire.url)]).await;
    app.ready().await;
    Answer::to(app.insert(&row())).await.expect(201);
    for (rows, saved) in [(row(), 2), (json!([row(), row()]), 4)] {
        wire.hold_answers();
        let breaking = async {
            let committed = format!("SELECT FROM site_forms HAVING count(*) = {saved}");
            database.wait_for(&committed).await;
            wire.cut();
        };
        let (answer, ()) = tokio::join!(Answer::to(app.insert(&rows)), breaking);
        answer.expect(201);
        assert_eq!(database.site_forms().await.len(), saved);
    }
}

#[actix_web::test]
async fn work_that_took_too_long_leaves_no_open_transaction_behind() {
    let app = TestApp::spawn_within(&[("DATABASE_POOL_SIZE", "1")], |deadlines| {
        deadlines.batch_statement = Duration::from_secs(1);
        deadlines.statement = Duration::from_secs(1);
    })
    .await;
    let mut blocker = super::connect(&app.database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms, phone_clicks")
        .await
        .unwrap();
    let together = json!([row(), with(row(), json!({ "session_id": "a" }))]);
    let click = app.post("/api/incrementPhoneClickCount").json(&json!({}));
    let (answer, clicked) = tokio::join!(Answer::to(app.insert(&together)), Answer::to(click));
    answer.postgrest_error(503, "PGRST000");
    clicked.api_error(503);
    lock.commit().await.unwrap();

    let answer = Answer::to(app.insert_select_single(&row()))
        .await
        .expect(201);
    let saved = app.database.site_forms().await;
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0]["id"], answer.json()["id"]);
    assert_eq!(app.database.phone_clicks().await.len(), 0);
}

#[actix_web::test]
async fn connections_that_broke_while_they_were_idle_are_replaced() {
    let app = TestApp::spawn().await;
    for _ in 0..5 {
        Answer::to(app.insert(&row())).await.expect(201);
        disconnect(&app.database).await;
    }
}

#[actix_web::test]
async fn a_connection_to_a_server_that_became_read_only_is_not_kept() {
    let app = TestApp::spawn_with(&[("DATABASE_POOL_SIZE", "1")]).await;
    let read_only = |value: &str| {
        format!(
            "ALTER DATABASE {} SET default_transaction_read_only = {value}",
            app.database.name
        )
    };
    // New connections are read-only, as on a standby.
    administrate(&read_only("on")).await;
    disconnect(&app.database).await;
    check_refusals(&app).await;

    administrate(&read_only("off")).await;
    let click = app.post("/api/incrementPhoneClickCount").json(&json!({}));
    Answer::to(click).await.expect(200);
    Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(app.database.site_forms().await.len(), 1);
}

/// A pooler may keep a connection when its server becomes a standby. There Postgres refuses to read
/// unlogged tables before it checks whether the transaction is read-only.
#[actix_web::test]
async fn a_connection_to_a_standby_is_not_kept() {
    let app = TestApp::spawn_with(&[("DATABASE_POOL_SIZE", "1")]).await;
    let click = async || {
        let click = app.post("/api/incrementPhoneClickCount").json(&json!({}));
        Answer::to(click).await.status
    };
    let insert = async || Answer::to(app.insert(&row())).await.status;
    assert_eq!([click().await, insert().await], [200, 201]);
    // From here on, existing connections act as if they led to a standby.
    app.execute(
        "CREATE TABLE promoted AS SELECT clock_timestamp() AS at;
         CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             IF (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
                 < (SELECT at FROM promoted)
             THEN
                 RAISE 'cannot access temporary or unlogged relations during recovery'
                     USING ERRCODE = 'feature_not_supported';
             END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON site_forms
             FOR EACH ROW EXECUTE FUNCTION refuse();
         CREATE TRIGGER refuse BEFORE INSERT ON phone_clicks
             FOR EACH ROW EXECUTE FUNCTION refuse();",
    )
    .await;
    assert_eq!([click().await, click().await], [503, 200]);
    assert_eq!(insert().await, 201);
}

#[actix_web::test]
async fn a_row_that_fails_to_be_committed_is_not_acknowledged() {
    let app = TestApp::spawn().await;
    app.execute(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE 'no space left on device'; END $$;
         CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT ON site_forms
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail();",
    )
    .await;
    for rows in [row(), json!([row(), row()])] {
        let answer = Answer::to(app.insert(&rows)).await;
        answer.postgrest_error(503, "PGRST000");
    }
    assert_eq!(app.database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn a_row_that_the_database_refuses_is_a_500_with_an_opaque_body() {
    let app = TestApp::spawn().await;
    app.execute("ALTER TABLE site_forms ADD CHECK (phone <> 'private')")
        .await;
    let sent = with(row(), json!({ "phone": "private" }));
    let error = Answer::to(app.insert(&sent))
        .await
        .postgrest_error(500, "XX000");
    assert_eq!(
        error,
        json!({
            "code": "XX000",
            "message": "Something went wrong on our side. Please call us.",
            "details": null,
            "hint": null,
        })
    );
}

#[actix_web::test]
async fn a_statement_that_the_schema_does_not_fit_is_a_fault_and_no_outage() {
    let app = TestApp::spawn().await;
    for (broken, mended) in [
        (
            "ALTER TABLE phone_clicks RENAME TO gone",
            "ALTER TABLE gone RENAME TO phone_clicks",
        ),
        (
            "ALTER TABLE phone_clicks RENAME COLUMN city TO town",
            "ALTER TABLE phone_clicks RENAME COLUMN town TO city",
        ),
    ] {
        app.execute(broken).await;
        let click = app.post("/api/incrementPhoneClickCount").json(&json!({}));
        assert_eq!(
            Answer::to(click).await.api_error(500),
            "Something went wrong on our side. Please call us."
        );
        app.execute(mended).await;
    }
}

async fn check_refusals(app: &TestApp) {
    let answer = Answer::to(app.insert_select_single(&row())).await;
    let error = answer.postgrest_error(503, "PGRST000");
    assert_eq!(error["message"], SENTENCE);
    let answer = Answer::to(app.insert(&json!([row(), row()]))).await;
    answer.postgrest_error(503, "PGRST000");
    Answer::to(app.send_form(&estimate())).await.expect(503);
    let request = app.post("/api/incrementPhoneClickCount").json(&json!({}));
    assert_eq!(Answer::to(request).await.api_error(503), SENTENCE);
}

/// Ends all connections to the database and refuses new ones.
pub async fn shut(database: &Database) {
    administrate(&format!(
        "ALTER DATABASE {} ALLOW_CONNECTIONS false",
        database.name
    ))
    .await;
    disconnect(database).await;
}

pub async fn open(database: &Database) {
    administrate(&format!(
        "ALTER DATABASE {} ALLOW_CONNECTIONS true",
        database.name
    ))
    .await;
}

async fn disconnect(database: &Database) {
    administrate(&format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'",
        database.name
    ))
    .await;
}

async fn administrate(sql: &str) {
    super::connect(&super::server_url())
        .await
        .batch_execute(sql)
        .await
        .unwrap();
}

/// A proxy before Postgres that can halt the traffic, in both directions or only responses; connections stay open.
struct Proxy {
    url: String,
    flows: watch::Sender<bool>,
    answers: watch::Sender<bool>,
    connections: Arc<Mutex<CancellationToken>>,
}

impl Proxy {
    async fn to(database_url: &str) -> Self {
        let mut url: reqwest::Url = database_url.parse().unwrap();
        let target = format!("{}:{}", url.host().unwrap(), url.port().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        url.set_ip_host([127, 0, 0, 1].into()).unwrap();
        url.set_port(Some(port)).unwrap();
        let (flows, flowing) = watch::channel(true);
        let (answers, answering) = watch::channel(true);
        let connections = Arc::new(Mutex::new(CancellationToken::new()));
        let made = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&target).await.unwrap();
                let (client_in, client_out) = client.into_split();
                let (server_in, server_out) = server.into_split();
                let requests = carry(client_in, server_out, flowing.clone());
                let responses = carry(server_in, client_out, answering.clone());
                let cut = made.lock().unwrap().clone();
                tokio::spawn(async move {
                    // A cut connection carries nothing more.
                    tokio::select! {
                        biased;
                        () = cut.cancelled() => {}
                        _ = async { tokio::join!(requests, responses) } => {}
                    }
                });
            }
        });
        Self {
            url: url.into(),
            flows,
            answers,
            connections,
        }
    }

    fn halt(&self) {
        self.flows.send_replace(false);
        self.hold_answers();
    }

    fn hold_answers(&self) {
        self.answers.send_replace(false);
    }

    fn resume(&self) {
        self.flows.send_replace(true);
        self.answers.send_replace(true);
    }

    /// Breaks all connections; new ones work.
    fn cut(&self) {
        mem::take(&mut *self.connections.lock().unwrap()).cancel();
        self.resume();
    }
}

async fn carry(
    mut from: impl io::AsyncRead + Unpin,
    mut to: impl io::AsyncWrite + Unpin,
    mut flowing: watch::Receiver<bool>,
) -> io::Result<()> {
    use io::{AsyncReadExt, AsyncWriteExt};
    let mut buffer = vec![0; 8192];
    loop {
        let length = from.read(&mut buffer).await?;
        if length == 0 {
            return to.shutdown().await;
        }
        flowing
            .wait_for(|flows| *flows)
            .await
            .map_err(io::Error::other)?;
        to.write_all(&buffer[..length]).await?;
    }
}
