//! Expired rows are deleted, whatever else happens in their tables.

use backend::privacy::pruning;
use serde_json::json;

use crate::database::{Database, connect};

/// More rows than one batch deletes.
const BACKLOG: u32 = 2_500;

async fn prune(database: &Database) -> bool {
    pruning::prune(&database.store(1)).await.is_ok()
}

#[actix_web::test]
async fn what_is_locked_or_refused_keeps_nothing_else_and_a_backlog_is_deleted() {
    let database = Database::migrated().await;
    database
        .execute(&format!(
            "INSERT INTO rate_limits (key, count, created_at)
                 SELECT int4send(number), 1, now() - interval '1 month'
                 FROM generate_series(1, {BACKLOG}) AS number;
             INSERT INTO desk_links (token_hash, address, created_at)
                 VALUES ('refused', 'x', now() - interval '1 month');
             INSERT INTO desk_events (id, who, kind, at)
                 VALUES (gen_random_uuid(), 'x', 'noted', now() - interval '732 days');
             INSERT INTO outbox (id, kind, state, finished_at)
                 SELECT gen_random_uuid(), 'lead', 'sent', now() - interval '31 days'
                 FROM generate_series(1, {BACKLOG});
             CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                 BEGIN RAISE 'refused'; END $$;
             CREATE TRIGGER refuse BEFORE DELETE ON desk_links
                 FOR EACH ROW EXECUTE FUNCTION refuse();",
        ))
        .await;
    let mut other = connect(&database.url).await;
    let lock = other.transaction().await.unwrap();
    lock.batch_execute("SELECT FROM rate_limits WHERE key = int4send(7) FOR UPDATE")
        .await
        .unwrap();
    assert!(!prune(&database).await, "a refusal is reported");
    let left = "SELECT
        (SELECT count(*) FROM rate_limits) AS counts, (SELECT count(*) FROM desk_links) AS links,
        (SELECT count(*) FROM desk_events) AS events, (SELECT count(*) FROM outbox) AS mails";
    assert_eq!(
        database.query(left).await,
        [json!({ "counts": 1, "links": 1, "events": 0, "mails": 0 })]
    );
    lock.rollback().await.unwrap();
    database.execute("DROP TRIGGER refuse ON desk_links").await;
    assert!(prune(&database).await);
    assert_eq!(
        database.query(left).await,
        [json!({ "counts": 0, "links": 0, "events": 0, "mails": 0 })]
    );
}
