//! The roles behind Supabase's public key reach nothing past the backend.

use backend::store::migrations;
use tokio_postgres::error::SqlState;

use crate::database::{Database, connect, server_url};

/// Supabase grants these roles everything in new tables and functions of the schema `public`.
const AS_SUPABASE_DOES: &str = "
    GRANT USAGE ON SCHEMA public TO anon, authenticated;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO anon, authenticated;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON FUNCTIONS TO anon, authenticated;
    CREATE TABLE granted_by_default (id int);
";

#[actix_web::test]
async fn after_the_migrations_every_read_and_write_fails() {
    let database = supabase().await;
    migrations::run(&database.address()).await.unwrap();
    check_that_all_fails(&database).await;
}

#[actix_web::test]
async fn after_schema_sql_every_read_and_write_fails() {
    let database = supabase().await;
    database.execute(include_str!("../../../schema.sql")).await;
    check_that_all_fails(&database).await;
}

async fn supabase() -> Database {
    // Roles belong to the whole server: tests that run at the same time share them.
    connect(&server_url())
        .await
        .batch_execute(
            "BEGIN;
             SELECT pg_advisory_xact_lock(1);
             DO $$ DECLARE role name; BEGIN
                 FOREACH role IN ARRAY ARRAY['anon', 'authenticated'] LOOP
                     IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
                         EXECUTE format('CREATE ROLE %I', role);
                     END IF;
                 END LOOP;
             END $$;
             COMMIT;",
        )
        .await
        .unwrap();
    let database = Database::create().await;
    database.execute(AS_SUPABASE_DOES).await;
    database
}

async fn check_that_all_fails(database: &Database) {
    database
        .execute(
            "INSERT INTO site_forms (full_name, email, phone, message, site_name)
             VALUES ('Jane Doe', 'jane@mail.com', '1', 'Oak', 'site');
             INSERT INTO phone_clicks DEFAULT VALUES;
             INSERT INTO flood_counters (key, count) VALUES ('a', 1);",
        )
        .await;
    let tables: Vec<String> = database
        .query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        .await
        .into_iter()
        .map(|row| row["tablename"].as_str().unwrap().to_owned())
        .filter(|table| table != "granted_by_default")
        .collect();
    assert!(tables.len() >= 5, "{tables:?}");
    for role in ["anon", "authenticated"] {
        let client = connect(&database.url).await;
        client
            .batch_execute(&format!("SET ROLE {role}"))
            .await
            .unwrap();
        // So the grants are there, and what fails fails because of the schema.
        client
            .batch_execute("SELECT * FROM granted_by_default")
            .await
            .unwrap();
        let mut attempts = vec![
            "SELECT session_may_submit('a', 1)".to_owned(),
            "SELECT within_flood_limit('a', 1, 1)".to_owned(),
        ];
        for table in &tables {
            attempts.extend([
                format!("SELECT * FROM {table}"),
                format!("SELECT count(*) FROM {table}"),
                format!("INSERT INTO {table} DEFAULT VALUES"),
                format!("UPDATE {table} SET {} = NULL", a_column(table)),
                format!("DELETE FROM {table}"),
                format!("TRUNCATE {table}"),
                format!("ALTER TABLE {table} DISABLE ROW LEVEL SECURITY"),
                format!("CREATE POLICY p ON {table} USING (true)"),
            ]);
        }
        for attempt in attempts {
            let error = client.batch_execute(&attempt).await.unwrap_err();
            assert_eq!(
                error.code(),
                Some(&SqlState::INSUFFICIENT_PRIVILEGE),
                "{role}: {attempt}: {error}"
            );
        }
    }
    // And were the grants given back, row-level security would still show nothing.
    for table in tables {
        let shown = database
            .query(&format!(
                "SELECT relrowsecurity FROM pg_class WHERE oid = '{table}'::regclass"
            ))
            .await;
        assert_eq!(shown[0]["relrowsecurity"], true, "{table}");
    }
    let policies = database.query("SELECT * FROM pg_policies").await;
    assert_eq!(policies.len(), 0);
}

fn a_column(table: &str) -> &'static str {
    match table {
        "__diesel_schema_migrations" => "version",
        "outbox" => "html",
        "flood_counters" => "key",
        _ => "session_id",
    }
}
