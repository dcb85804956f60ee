//! The schema: `schema.sql`, which is the first migration, and the later migrations.

use backend::database::migrations;
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use super::{Database, connect, rows};
use crate::{
    app::{Answer, TestApp, assert_contains, row},
    database,
    process::{Folders, Output},
};

const SCHEMA: &str = include_str!("../../../../schema.sql");

/// The `schema.sql` of release 1.0.0.
const RELEASED: &str = include_str!("schema-1.0.0.sql");

/// Migrations of a possible later version.
const LATER: migrations::Source = || {
    const EMBEDDED: EmbeddedMigrations = embed_migrations!("tests/api/database/migrations");
    EMBEDDED
};

const VERSIONS: &str = "SELECT version FROM __diesel_schema_migrations ORDER BY version";

#[actix_web::test]
async fn migrations_make_of_a_released_database_what_schema_sql_makes_of_an_empty_one() {
    let (empty, released, pasted) = (
        Database::create().await,
        Database::create().await,
        Database::create().await,
    );
    released.execute(RELEASED).await;
    pasted.execute(SCHEMA).await;
    for database in [empty, released] {
        migrations::run(&database.address()).await.unwrap();
        assert_eq!(dump(&database).await, dump(&pasted).await);
        assert_eq!(database.query(VERSIONS).await, pasted.query(VERSIONS).await);
    }
}

#[actix_web::test]
async fn later_migrations_are_run_once_and_their_database_serves_the_version_before() {
    let database = Database::migrated().await;
    let url = database.address();
    let runs = join_all((0..5).map(|_| migrations::run_from(&url, LATER))).await;
    let mut run: Vec<String> = runs.into_iter().flat_map(Result::unwrap).collect();
    // Concurrent runs share the migrations.
    run.sort_unstable();
    assert_eq!(run, ["20990101000000", "20990102000000"]);
    let versions = database.query(VERSIONS).await;
    assert_eq!(versions.last(), Some(&json!({ "version": run[1] })));

    let app = TestApp::spawn_with(&[("DATABASE_URL", &database.url)]).await;
    Answer::to(app.get("/readyz")).await.expect(200);
    Answer::to(app.insert(&row())).await.expect(201);
}

#[actix_web::test]
async fn a_database_that_no_release_has_made_is_refused_and_left_alone() {
    let database = Database::migrated().await;
    database
        .execute("DELETE FROM __diesel_schema_migrations")
        .await;
    let before = dump(&database).await;
    let folders = Folders::new();
    let settings = [
        ("DATABASE_URL", &*database.url),
        ("SITE_DIR", folders.site.path().to_str().unwrap()),
        ("PORT", "0"),
        ("METRICS_PORT", "0"),
    ];
    for command in ["serve", "migrate"] {
        let refused = Output::of(&folders, &[command], &settings).await;
        assert!(!refused.success, "{command}");
        for what_to_do in [
            "has an unknown version",
            "back it up",
            "remove the folder .data",
        ] {
            assert!(refused.err.contains(what_to_do), "{}", refused.err);
        }
        assert!(!refused.err.contains("panicked"), "{}", refused.err);
    }
    assert_eq!(dump(&database).await, before);
}

#[actix_web::test]
async fn the_dump_shows_what_makes_a_schema() {
    let database = Database::create().await;
    database.execute(SCHEMA).await;
    let whole = dump(&database).await;
    for change in [
        "ALTER TABLE site_forms ALTER COLUMN phone DROP NOT NULL",
        "ALTER TABLE site_forms ALTER COLUMN created_at SET DEFAULT clock_timestamp()",
        "ALTER TABLE site_forms ADD COLUMN another int",
        "ALTER TABLE outbox DROP CONSTRAINT outbox_text_check",
        "ALTER TABLE rate_limits SET LOGGED",
        "DROP INDEX site_forms_created_at_idx",
        "COMMENT ON COLUMN site_forms.phone IS 'another'",
        "COMMENT ON TABLE phone_clicks IS NULL",
        "ALTER TABLE phone_clicks DISABLE ROW LEVEL SECURITY",
        "CREATE POLICY all_may ON phone_clicks USING (true)",
        "GRANT SELECT ON phone_clicks TO PUBLIC",
        "GRANT INSERT (phone) ON site_forms TO PUBLIC",
        "CREATE FUNCTION another() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE TABLE another ()",
    ] {
        let changed = dump_after(&database, change).await;
        assert_ne!(changed, whole, "{change}");
    }
}

#[actix_web::test]
async fn a_migration_that_waits_for_a_table_blocks_no_writer() {
    let database = Database::migrated().await;
    let url = database.address();

    let writer = database::connect(&database.url).await;
    let hold = "BEGIN; LOCK site_forms IN ROW EXCLUSIVE MODE";
    writer.batch_execute(hold).await.unwrap();
    let write = async {
        let waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation IN (
             'site_forms'::regclass)
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        database.wait_for(waiting).await;
        // Takes every writer's lock within a visitor's statement timeout.
        let write = format!("SET statement_timeout = '3s'; {hold}");
        database.execute(&write).await;
        writer.batch_execute("COMMIT").await.unwrap();
    };
    let (run, ()) = join(migrations::run_from(&url, LATER), write).await;
    assert!(!run.unwrap().is_empty());
}

#[actix_web::test]
async fn no_lead_waits_for_an_index_that_a_migration_makes() {
    let app = TestApp::spawn().await;
    let database = &app.database;
    let made = "INSERT INTO __diesel_schema_migrations VALUES ('20990101000000')";
    database.execute(made).await;
    // The index build waits for this transaction.
    let writer = database::connect(&database.url).await;
    let write = "BEGIN; LOCK site_forms IN ROW EXCLUSIVE MODE";
    writer.batch_execute(write).await.unwrap();
    let url = database.address();
    let save = async {
        database
            .wait_for(
                "SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()",
            )
            .await;
        Answer::to(app.insert(&row())).await.expect(201);
        writer.batch_execute("COMMIT").await.unwrap();
    };
    let (run, ()) = join(migrations::run_from(&url, LATER), save).await;
    assert_eq!(run.unwrap(), ["20990102000000"]);
    let valid = "SELECT FROM pg_index WHERE indexrelid = 'next_idx'::regclass AND indisvalid";
    assert_eq!(database.query(valid).await.len(), 1);
}

#[actix_web::test]
async fn an_index_that_was_not_finished_is_named_with_what_to_do() {
    let database = Database::migrated().await;
    let unfinished = "CREATE INDEX next_idx ON site_forms (phone);
         UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'next_idx'::regclass";
    database.execute(unfinished).await;
    let refused = migrations::run_from(&database.address(), LATER).await;
    let refused = refused.unwrap_err().to_string();
    assert_contains(&refused, "`DROP INDEX CONCURRENTLY next_idx`");
    database.execute("DROP INDEX CONCURRENTLY next_idx").await;
    let run = migrations::run_from(&database.address(), LATER).await;
    assert_eq!(run.unwrap(), ["20990102000000"]);
}

#[actix_web::test]
async fn a_backend_finds_the_migrations_done_where_schema_sql_was_pasted() {
    let database = Database::create().await;
    database.execute(SCHEMA).await;
    let run = migrations::run(&database.address()).await.unwrap();
    assert_eq!(run, Vec::<String>::new());
    let app = TestApp::spawn_with(&[("DATABASE_URL", &database.url)]).await;
    Answer::to(app.insert(&row())).await.expect(201);
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn schema_sql_can_be_pasted_into_a_postgres_without_supabases_roles() {
    let database = Database::create().await;
    let elsewhere = SCHEMA.replace(
        "'anon', 'authenticated', 'service_role'",
        "'no_such_role', 'nor_this_one'",
    );
    assert_ne!(elsewhere, SCHEMA);
    database.execute(&elsewhere).await;
    assert_eq!(database.site_forms().await.len(), 0);
}

#[actix_web::test]
async fn backends_that_start_together_migrate_once() {
    let database = Database::create().await;
    let url = database.address();
    let runs = join_all((0..5).map(|_| migrations::run(&url))).await;
    let mut run: Vec<String> = runs.into_iter().flat_map(Result::unwrap).collect();
    // Concurrent runs share the migrations.
    run.sort_unstable();
    assert_eq!(run, ["schema.sql"]);
}

#[actix_web::test]
async fn every_table_column_and_function_is_commented() {
    let database = Database::create().await;
    database.execute(SCHEMA).await;
    let without = database
        .query(
            "SELECT c.relname, a.attname FROM pg_class c
             LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
                 AND (col_description(c.oid, a.attnum) IS NULL
                     OR obj_description(c.oid, 'pg_class') IS NULL)
             UNION ALL
             SELECT proname, NULL FROM pg_proc
             WHERE pronamespace = 'public'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL",
        )
        .await;
    assert_eq!(without, Vec::<Value>::new());
}

/// Returns the whole schema as text.
async fn dump(database: &Database) -> String {
    dump_after(database, "").await
}

/// Does the same within a transaction that makes a change.
async fn dump_after(database: &Database, change: &str) -> String {
    let mut dump = Vec::new();
    let client = connect(&database.url).await;
    client
        .batch_execute(&format!("BEGIN; {change}"))
        .await
        .unwrap();
    for catalog in [
        "SELECT c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
             c.relacl::text, obj_description(c.oid, 'pg_class') AS comment,
             pg_get_indexdef(c.oid) AS index, pg_get_viewdef(c.oid) AS view
         FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace ORDER BY c.relname",
        "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type,
             a.attnotnull, a.attidentity, a.attgenerated, a.attacl::text, a.attcollation::regcollation,
             pg_get_expr(d.adbin, d.adrelid) AS default, col_description(c.oid, a.attnum) AS comment
         FROM pg_attribute a
         JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
         WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
         ORDER BY c.relname, a.attnum",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated,
             obj_description(oid, 'pg_constraint') AS comment
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
        "SELECT p.proname, pg_get_functiondef(p.oid) AS definition, p.proacl::text,
             obj_description(p.oid, 'pg_proc') AS comment
         FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1, 2",
        "SELECT tablename, policyname, permissive, roles::text, cmd, qual, with_check
         FROM pg_policies ORDER BY 1, 2",
        "SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) AS definition
         FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2",
        "SELECT typname, typtype FROM pg_type
         WHERE typnamespace = 'public'::regnamespace AND typtype <> 'c' AND typelem = 0 ORDER BY 1",
        "SELECT extname FROM pg_extension ORDER BY 1",
        "SELECT defaclobjtype, defaclacl::text FROM pg_default_acl ORDER BY 1, 2",
    ] {
        dump.extend(rows(&client, catalog).await.iter().map(Value::to_string));
    }
    client.batch_execute("ROLLBACK").await.unwrap();
    dump.join("\n")
}
