//! Roles: which ones can read the database without the backend, and which rights a backend needs
//! that doesn't own its tables.

use backend::database::migrations;
use serde_json::json;
use tokio_postgres::error::SqlState;

use super::{Database, connect, server_url};
use crate::{
    app::{Answer, TestApp, assert_contains, figures, row, with},
    photos::Visitor,
    process::{Folders, Output, Server},
    until,
};

/// Supabase grants these roles all rights to new tables, sequences, and functions in the schema
/// `public`.
const AS_SUPABASE_DOES: &str = "
    GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public
        GRANT ALL ON TABLES TO anon, authenticated, service_role;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public
        GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public
        GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;
    CREATE TABLE granted_by_default (id int);
";

/// Roles belong to the whole server, so tests that run at the same time share them.
const ROLES: &str = "
    BEGIN;
    SELECT pg_advisory_xact_lock(1);
    DO $$ BEGIN
        IF to_regrole('anon') IS NULL THEN
            CREATE ROLE anon;
        END IF;
        IF to_regrole('authenticated') IS NULL THEN
            CREATE ROLE authenticated;
        END IF;
        IF to_regrole('service_role') IS NULL THEN
            CREATE ROLE service_role BYPASSRLS;
        END IF;
        IF to_regrole('canopy_test_owner') IS NULL THEN
            CREATE ROLE canopy_test_owner LOGIN PASSWORD 'test';
        END IF;
        IF to_regrole('canopy_backend') IS NULL THEN
            CREATE ROLE canopy_backend NOLOGIN;
        END IF;
        IF to_regrole('canopy_test_backend') IS NULL THEN
            CREATE ROLE canopy_test_backend LOGIN PASSWORD 'test' IN ROLE canopy_backend;
        END IF;
    END $$;
    COMMIT;";

const SCHEMA: &str = include_str!("../../../../schema.sql");

/// Returns the end of `schema.sql`, which can run again.
fn grants() -> &'static str {
    SCHEMA.split_once("\nDO $$").unwrap().1
}

/// The policies for the backend's role.
const POLICIES: &str = "SELECT FROM pg_policies WHERE policyname = 'backend'";

/// At least one row for each table that a test checks for visible rows.
const ROWS: &str = "
    INSERT INTO site_forms (full_name, email, phone, message, site_name)
        VALUES ('Jane Doe', 'jane@mail.com', '1', 'Oak', 'site');
    INSERT INTO phone_clicks DEFAULT VALUES;
    INSERT INTO rate_limits (key, count) VALUES ('a', 1);
";

#[actix_web::test]
async fn after_the_migrations_the_roles_of_supabases_api_reach_nothing() {
    let database = supabase().await;
    migrations::run(&database.address()).await.unwrap();
    check_that_all_fails(&database).await;
}

#[actix_web::test]
async fn after_schema_sql_the_roles_of_supabases_api_reach_nothing() {
    let database = supabase().await;
    database.execute(SCHEMA).await;
    check_that_all_fails(&database).await;
}

async fn supabase() -> Database {
    let database = database().await;
    database.execute(AS_SUPABASE_DOES).await;
    database
}

/// Creates an empty database on a server that has all the roles.
pub async fn database() -> Database {
    let server = connect(&server_url()).await;
    server.batch_execute(ROLES).await.unwrap();
    Database::create().await
}

/// Returns the tables, each with one of its columns.
async fn tables(database: &Database) -> Vec<(String, String)> {
    let tables = database
        .query(
            "SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
             WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum = 1
                 AND relname <> 'granted_by_default'",
        )
        .await;
    assert_eq!(tables.len(), 14, "{tables:?}");
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    tables
        .iter()
        .map(|row| (text(&row["relname"]), text(&row["attname"])))
        .collect()
}

async fn check_that_all_fails(database: &Database) {
    database.execute(ROWS).await;
    let functions = "SELECT FROM pg_proc CROSS JOIN pg_roles
         WHERE pronamespace = 'public'::regnamespace
             AND rolname IN ('anon', 'authenticated', 'service_role')
             AND has_function_privilege(rolname, pg_proc.oid, 'EXECUTE')";
    assert!(
        database.query(functions).await.is_empty(),
        "these roles may execute no function"
    );
    for role in ["anon", "authenticated", "service_role"] {
        let attempts: Vec<String> = tables(database)
            .await
            .into_iter()
            .flat_map(|(table, column)| {
                [
                    format!("SELECT * FROM {table}"),
                    format!("SELECT count(*) FROM {table}"),
                    format!("INSERT INTO {table} DEFAULT VALUES"),
                    format!("UPDATE {table} SET {column} = NULL"),
                    format!("DELETE FROM {table}"),
                    format!("TRUNCATE {table}"),
                    format!("ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"),
                    format!("CREATE POLICY p ON {table} USING (true)"),
                ]
            })
            .collect();
        // The grants exist, so failures are due to the schema.
        let setup = format!("SET ROLE {role}; SELECT * FROM granted_by_default");
        check_refusals(&database.url, &setup, &attempts).await;
    }
    // Even if something were granted by mistake, row-level security would show no row.
    database
        .execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO anon")
        .await;
    let client = connect(&database.url).await;
    client.batch_execute("SET ROLE anon").await.unwrap();
    for (table, _) in tables(database).await {
        let shown = client.query(&format!("SELECT FROM {table}"), &[]).await;
        assert_eq!(shown.unwrap().len(), 0, "{table}");
    }
}

/// Asserts that a role lacks the permission for each statement.
async fn check_refusals(url: &str, setup: &str, attempts: &[String]) {
    let client = connect(url).await;
    client.batch_execute(setup).await.unwrap();
    for attempt in attempts {
        let error = client.batch_execute(attempt).await.unwrap_err();
        assert_eq!(
            error.code(),
            Some(&SqlState::INSUFFICIENT_PRIVILEGE),
            "{setup}: {attempt}: {error}"
        );
    }
}

/// Returns the database's URL for another role than its owner's.
pub fn url_of(database: &Database, role: &str) -> String {
    let mut url: reqwest::Url = database.url.parse().unwrap();
    url.set_username(role).unwrap();
    url.set_password(Some("test")).unwrap();
    url.into()
}

/// Starts a server whose role doesn't own the tables of its database, which is `app.database`.
pub async fn spawn(settings: &[(&str, &str)]) -> TestApp {
    let database = database().await;
    migrations::run(&database.address()).await.unwrap();
    let url = url_of(&database, "canopy_test_backend");
    let mut app = TestApp::spawn_with(&[&[("DATABASE_URL", &*url)], settings].concat()).await;
    app.database = database;
    app
}

#[actix_web::test]
async fn a_backend_that_does_not_own_its_tables_does_all_that_a_lead_needs() {
    let database = database().await;
    migrations::run(&database.address()).await.unwrap();
    // Rows for the pruning.
    database
        .execute("INSERT INTO rate_limits VALUES ('a', 1, '2026-01-01')")
        .await;
    let url = url_of(&database, "canopy_test_backend");
    let app = TestApp::spawn_with(&[("DATABASE_URL", &url)]).await;
    Answer::to(app.get("/readyz")).await.expect(200);

    let visitor = json!({ "session_id": "s1", "visitor_id": "v1" });
    let lead = with(row(), visitor.clone());
    let key = "0b6f3a52-6c7e-4a4b-9d0e-0a7c3f1d2e4b";
    for _ in 0..2 {
        let request = app
            .insert_select_single(&lead)
            .header("idempotency-key", key);
        Answer::to(request).await.expect(201);
    }
    Answer::to(app.insert(&lead)).await.expect(429);
    let suspect = app.insert(&row()).header("x-form-trap", "filled");
    Answer::to(suspect).await.expect(201);
    let note = json!({ "subject": "Other", "html": "<p>Call me</p>" });
    let note = app.post("/api/send-email").json(&note);
    Answer::to(note).await.expect(200);
    let click = app.post("/api/incrementPhoneClickCount").json(&visitor);
    Answer::to(click).await.expect(200);

    // The digest's delay has passed.
    database
        .execute(
            "UPDATE outbox SET created_at = created_at - interval '1 hour'
             WHERE state = 'quarantined'",
        )
        .await;
    database
        .wait_for(
            "SELECT WHERE NOT EXISTS (SELECT FROM outbox WHERE state IN ('pending', 'quarantined'))
             AND NOT EXISTS (SELECT FROM rate_limits WHERE created_at < '2026-02-01')",
        )
        .await;
    let mails = app.outbox().concat();
    assert!(
        mails.contains("Call me") && mails.contains("Jane Doe"),
        "{mails}"
    );
    assert_eq!(database.site_forms().await.len(), 2);
    assert_eq!(database.phone_clicks().await.len(), 1);
    let visitor = Visitor::of(&app, key);
    let removed = visitor.add().await;
    visitor.remove(removed).await.expect(204);
    visitor.add().await;
    // The role may read what the metrics need.
    figures(&app.metrics_url).await;

    // The role may run the owner's commands, except one.
    database
        .execute("UPDATE outbox SET state = 'dead' WHERE id = (SELECT min(id::text)::uuid FROM outbox WHERE kind = 'lead' AND state = 'sent')")
        .await;
    let settings = [
        ("DATABASE_URL", &*url),
        ("DATA_DIR", app.data_dir.path().to_str().unwrap()),
    ];
    let folders = Folders::new();
    for arguments in [
        &["leads"][..],
        &["leads", "export"],
        &["outbox"],
        &["outbox", "retry", "--dead"],
        &["migrate"],
    ] {
        let output = Output::of(&folders, arguments, &settings).await;
        assert!(output.success, "{arguments:?}: {}", output.err);
    }
    let logged = "SELECT kind FROM desk_events WHERE who = 'command line' ORDER BY at";
    let logged = database.query(logged).await;
    assert_eq!(
        logged,
        ["export", "mail-sent-again"].map(|kind| json!({ "kind": kind }))
    );
    let erase = ["leads", "erase", "--yes", "--email", "jane.doe@gmail.com"];
    let refused = Output::of(&folders, &erase, &settings).await;
    assert!(!refused.success);
    assert_contains(&refused.err, "the DATABASE_URL of the tables' owner");
    assert_eq!(database.site_forms().await.len(), 2);
}

#[actix_web::test]
async fn a_backend_that_does_not_own_its_tables_changes_no_schema_and_no_lead() {
    let database = database().await;
    database.execute(SCHEMA).await;
    let mut attempts = vec![
        "CREATE TABLE another ()".to_owned(),
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'".to_owned(),
        "CREATE SCHEMA another".to_owned(),
        "CREATE ROLE another".to_owned(),
        "SET ROLE canopy_test_owner".to_owned(),
        "INSERT INTO __diesel_schema_migrations VALUES ('1')".to_owned(),
        "UPDATE desk_events SET who = 'somebody else'".to_owned(),
        "ALTER TABLE site_forms DISABLE TRIGGER log_words".to_owned(),
        "SET session_replication_role = replica".to_owned(),
        "DROP POLICY expired ON desk_events".to_owned(),
        "DROP FUNCTION log_words CASCADE".to_owned(),
    ];
    for table in [
        "site_forms",
        "phone_clicks",
        "secret_fingerprint",
        "__diesel_schema_migrations",
    ] {
        attempts.push(format!("DELETE FROM {table}"));
    }
    let columns = "id created_at site_name visitor_id session_id ip_hash ua referrer city state country \
        spam_score spam_signs source";
    for column in columns.split(' ') {
        attempts.push(format!("UPDATE site_forms SET {column} = {column}"));
    }
    for (table, column) in tables(&database).await {
        attempts.extend([
            format!("DROP TABLE {table}"),
            format!("TRUNCATE {table}"),
            format!("ALTER TABLE {table} ADD COLUMN another int"),
            format!("ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"),
            format!("CREATE POLICY p ON {table} USING (true)"),
            format!("CREATE INDEX ON {table} ({column})"),
            format!("CREATE TRIGGER t BEFORE INSERT ON {table} EXECUTE FUNCTION now()"),
        ]);
    }
    let url = url_of(&database, "canopy_test_backend");
    check_refusals(&url, "BEGIN; ROLLBACK", &attempts).await;
}

#[actix_web::test]
async fn a_backend_that_does_not_own_its_tables_leaves_the_log_and_each_word_of_a_visitor() {
    let database = database().await;
    migrations::run(&database.address()).await.unwrap();
    database.execute(ROWS).await;
    database
        .execute(
            "INSERT INTO desk_events (id, who, kind, lead_id, at) VALUES
                 (gen_random_uuid(), 'of a lead', 'noted', (SELECT id FROM site_forms), now() - interval '3 years'),
                 (gen_random_uuid(), 'expired', 'noted', gen_random_uuid(), now() - interval '3 years'),
                 (gen_random_uuid(), 'new', 'sign-in', NULL, now() - interval '729 days')",
        )
        .await;
    let backend = connect(&url_of(&database, "canopy_test_backend")).await;
    let attempts = "
        DELETE FROM desk_events;
        CREATE TEMPORARY TABLE desk_events (LIKE public.desk_events);
        UPDATE site_forms SET phone = '2', as_typed = jsonb_build_object('phone', phone);
        UPDATE site_forms SET phone = '3';
        UPDATE site_forms SET full_name = 'J', as_typed = NULL;
        UPDATE site_forms SET as_typed = jsonb_build_object('email', 'j@mail.com');
        UPDATE site_forms SET message = ''";
    for attempt in attempts.split(';') {
        backend.batch_execute(attempt).await.unwrap();
    }
    let events = "SELECT who, data->>'before' AS before FROM desk_events ORDER BY at";
    let kept = |who, before| json!({ "who": who, "before": before });
    assert_eq!(
        database.query(events).await,
        [
            kept("of a lead", None),
            kept("new", None),
            kept("", Some("Jane Doe\njane@mail.com\n1\nOak")),
            kept("", Some("J\njane@mail.com\n3\nOak")),
            kept("", Some("J\nj@mail.com\n3\nOak")),
        ]
    );
}

#[actix_web::test]
async fn a_backend_that_may_not_migrate_waits_for_the_owner() {
    let database = database().await;
    let folders = Folders::new();
    let url = url_of(&database, "canopy_test_backend");
    let settings = [("DATABASE_URL", &*url)];
    let refused = Output::of(&folders, &["migrate"], &settings).await;
    assert!(!refused.success);
    let what_to_do = "run `backend migrate` with the DATABASE_URL of the tables' owner";
    assert!(refused.err.contains(what_to_do), "{}", refused.err);

    let mut server = Server::start(&folders, &database, &[], &settings).await;
    server.wait_for_log(what_to_do).await;
    let url = format!("{}/readyz", server.url);
    let readiness = || async { reqwest::get(&url).await.unwrap() };
    let not_ready = readiness().await;
    assert_eq!(not_ready.status(), 503);
    let reason = not_ready.text().await.unwrap();
    assert!(reason.contains("does not have the schema yet"), "{reason}");

    migrations::run(&database.address()).await.unwrap();
    let is_ready = async || (readiness().await.status() == 200).then_some(());
    until("the server is ready", is_ready).await;
}

#[actix_web::test]
async fn an_owner_who_may_not_create_roles_migrates_all_the_same() {
    let database = database().await;
    database
        .execute("GRANT CREATE ON SCHEMA public TO canopy_test_owner")
        .await;
    let url = url_of(&database, "canopy_test_owner");
    let settings = [("DATABASE_URL", &*url)];
    let migrated = Output::of(&Folders::new(), &["migrate"], &settings).await;
    assert!(migrated.success, "{}", migrated.err);
    let policies = database.query(POLICIES).await;
    assert_eq!(policies.len(), 14, "the role existed");
}

#[actix_web::test]
async fn without_a_role_for_it_the_owner_runs_the_backend_until_there_is_one() {
    let database = database().await;
    database
        .execute("GRANT CREATE ON SCHEMA public TO canopy_test_owner")
        .await;
    // Roles belong to the whole server, so another name represents a missing one.
    let role = format!("role_of_{}", database.name);
    let named = |sql: &str| sql.replace("canopy_backend", &role);
    let owner = connect(&url_of(&database, "canopy_test_owner")).await;
    owner.batch_execute(&named(SCHEMA)).await.unwrap();
    assert_eq!(database.query(POLICIES).await.len(), 0);

    database.execute(&format!("CREATE ROLE {role}")).await;
    let grants = format!("DO $${}", named(grants()));
    for _ in 0..2 {
        owner.batch_execute(&grants).await.unwrap();
    }
    assert_eq!(database.query(POLICIES).await.len(), 14);
    database
        .execute(&format!("SET ROLE {role}; SELECT FROM site_forms"))
        .await;
    database
        .execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"))
        .await;
}

#[actix_web::test]
async fn an_owner_who_may_create_roles_creates_the_backends() {
    let database = database().await;
    let role = format!("role_of_{}", database.name);
    database
        .execute(&SCHEMA.replace("canopy_backend", &role))
        .await;
    let created = format!("SELECT rolcanlogin FROM pg_roles WHERE rolname = '{role}'");
    assert_eq!(database.query(&created).await[0]["rolcanlogin"], false);
    database
        .execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"))
        .await;
}
