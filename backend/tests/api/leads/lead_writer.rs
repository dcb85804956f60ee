//! The writer saves many leads in one transaction, each with its own outcome.

use std::time::Duration;

use backend::{
    leads::{
        ValidEstimate,
        lead_writer::{LeadWriter, NewLead},
    },
    visitors::Visitor,
};
use chrono::{DateTime, Utc};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use uuid::Uuid;
use validator_wasm::{Lead, SITE_NAME};

use crate::{
    app::{Answer, TestApp, row, with},
    database::{Database, connect, migrated},
};

#[actix_web::test]
async fn queued_leads_are_saved_in_one_commit() {
    let (database, writer) = writer().await;
    let leads = (0..100).map(|_| lead()).collect();
    let outcomes = save_while_locked(&database, &writer, leads).await;
    assert!(outcomes.iter().all(is_accepted), "{outcomes:?}");
    let commits = database
        .query("SELECT DISTINCT xmin::text FROM site_forms")
        .await;
    // The first lead may have been alone while the others waited for it.
    assert!(commits.len() <= 2, "{commits:?}");
    assert_eq!(database.site_forms().await.len(), 100);
    let unannounced = "SELECT FROM site_forms WHERE id NOT IN (SELECT id FROM outbox)";
    assert!(database.query(unannounced).await.is_empty());
}

#[actix_web::test]
async fn of_a_batch_the_first_of_a_key_is_saved() {
    let (database, writer) = writer().await;
    let key = Uuid::new_v4();
    let with_phone = |phone: &str| vec![new_lead(key, with(row(), json!({ "phone": phone })))];
    let leads = vec![lead(), with_phone("first"), with_phone("second"), lead()];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    assert!(matches!(outcomes[2], Ok(None)), "{outcomes:?}");
    let saved = database.site_forms().await;
    assert_eq!(saved.len(), 3);
    assert!(saved.iter().any(|row| row["phone"] == "first"));
}

#[actix_web::test]
async fn a_lead_that_postgres_refuses_affects_no_other() {
    let (database, writer) = writer().await;
    database
        .execute("ALTER TABLE site_forms ADD CHECK (phone <> 'poison')")
        .await;
    let with_phone = |phone: &str| {
        let poisoned = with(row(), json!({ "phone": phone }));
        vec![new_lead(Uuid::now_v7(), poisoned)]
    };
    let leads = vec![
        with_phone("0"),
        with_phone("1"),
        with_phone("poison"),
        with_phone("3"),
        with_phone("4"),
    ];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    for (index, outcome) in outcomes.iter().enumerate() {
        assert_eq!(is_accepted(outcome), index != 2, "{outcomes:?}");
    }
    assert!(outcomes[2].as_ref().is_err_and(|cause| !is_outage(cause)));
    assert_eq!(database.site_forms().await.len(), 4);
}

#[actix_web::test]
async fn a_conflict_with_another_transaction_is_tried_again_once() {
    let (database, writer) = writer().await;
    database
        .execute(
            "CREATE SEQUENCE tries;
             CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF nextval('tries') = 1 THEN RAISE SQLSTATE '40P01'; END IF;
                 RETURN NEW;
             END $$;
             CREATE TRIGGER conflict BEFORE INSERT ON site_forms
                 FOR EACH ROW EXECUTE FUNCTION conflict()",
        )
        .await;
    let (_, saved_at) = writer.save(lead()).await.unwrap();
    assert!(saved_at.is_some());
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn a_batch_whose_connection_breaks_is_tried_again_until_it_is_saved() {
    let (database, writer) = writer().await;
    database
        .execute(
            "CREATE SEQUENCE tries;
             CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 IF nextval('tries') <= 3 THEN
                     PERFORM pg_terminate_backend(pg_backend_pid());
                 END IF;
                 RETURN NEW;
             END $$;
             CREATE TRIGGER break BEFORE INSERT ON site_forms
                 FOR EACH ROW EXECUTE FUNCTION break()",
        )
        .await;
    let saved = save(&writer, lead()).await;
    assert!(is_accepted(&saved), "{saved:?}");
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn as_long_as_the_table_is_locked_the_writer_has_no_more_than_one_connection() {
    let database = Database::migrated().await;
    let mut url = database.address();
    url.deadlines.batch_statement = Duration::from_secs(1);
    let (writer, _) = LeadWriter::start(&url, &migrated(), false).unwrap();
    let mut blocker = connect(&database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    for _ in 0..3 {
        let refusal = save(&writer, lead()).await.unwrap_err();
        assert!(is_outage(&refusal), "{refusal:?}");
    }
    database
        .wait_for(
            "SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND backend_type = 'client backend'
                AND pid <> pg_backend_pid() AND query NOT LIKE 'LOCK%'
             HAVING count(*) <= 1",
        )
        .await;
    lock.rollback().await.unwrap();
    let (_, saved_at) = writer.save(lead()).await.unwrap();
    assert!(saved_at.is_some());
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn a_full_queue_refuses_at_once() {
    let (database, writer) = writer().await;
    let leads = (0..1500).map(|_| lead()).collect();
    let outcomes = save_while_locked(&database, &writer, leads).await;
    let refused = outcomes
        .iter()
        .filter(
            |outcome| matches!(outcome, Err((503, cause)) if cause == "too many leads are queued"),
        )
        .count();
    let saved = outcomes
        .iter()
        .filter(|outcome| is_accepted(outcome))
        .count();
    assert!(refused > 0, "no lead was refused");
    assert_eq!(refused + saved, 1500);
    assert_eq!(database.site_forms().await.len(), saved);
}

#[actix_web::test]
async fn leads_that_are_sent_together_are_saved_together_or_not_at_all() {
    let (database, writer) = writer().await;
    database
        .execute("ALTER TABLE site_forms ADD CHECK (phone <> 'poison')")
        .await;
    let together = |phones: &[&str]| {
        let row = |phone: &&str| with(row(), json!({ "phone": phone }));
        let lead = |phone| new_lead(Uuid::now_v7(), row(phone));
        phones.iter().map(lead).collect()
    };
    let leads = vec![
        lead(),
        together(&["1"; 20]),
        together(&["1", "poison"]),
        together(&["1"; 2]),
    ];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    let accepted: Vec<bool> = outcomes.iter().map(is_accepted).collect();
    assert_eq!(accepted, [true, true, false, true], "{outcomes:?}");
    assert_eq!(database.site_forms().await.len(), 23);
}

#[actix_web::test]
async fn a_batch_that_waits_for_a_lock_times_out_and_is_never_saved() {
    let app = TestApp::spawn_within(&[], |deadlines| {
        deadlines.batch_statement = Duration::from_secs(1);
    })
    .await;
    let mut blocker = connect(&app.database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    let key = Uuid::new_v4().to_string();
    let send = || Answer::to(app.insert(&row()).header("idempotency-key", &key));
    let answers = join_all((0..20).map(|_| Answer::to(app.insert(&row())))).await;
    for answer in answers {
        answer.postgrest_error(503, "PGRST000");
    }
    send().await.postgrest_error(503, "PGRST000");
    lock.commit().await.unwrap();
    assert_eq!(send().await.status, 201);
    assert_eq!(app.database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn more_than_twenty_rows_are_refused_and_not_counted() {
    let app = TestApp::spawn_with(&[("LEADS_PER_ADDRESS_PER_HOUR", "20")]).await;
    let rows = |count| json!(vec![row(); count]);
    let answer = Answer::to(app.insert(&rows(21))).await;
    let error = answer.postgrest_error(400, "PT400");
    assert_eq!(error["message"], "At most 20 rows can be sent at once.");
    Answer::to(app.insert(&rows(20))).await.expect(201);
    assert_eq!(app.database.site_forms().await.len(), 20);
}

#[actix_web::test]
async fn the_site_name_of_a_row_is_the_servers() {
    let app = TestApp::spawn().await;
    let forged = with(row(), json!({ "site_name": "another site" }));
    let answer = Answer::to(app.insert_select_single(&forged)).await;
    assert_eq!(answer.json()["site_name"], SITE_NAME);
    assert_eq!(app.database.site_forms().await[0]["site_name"], SITE_NAME);
}

fn is_outage((status, _): &Failure) -> bool {
    *status == 503
}

/// The status of the response to an unsaved lead, and the cause.
type Failure = (u16, String);

type Outcome = Result<Option<DateTime<Utc>>, Failure>;

fn is_accepted(outcome: &Outcome) -> bool {
    matches!(outcome, Ok(Some(_)))
}

/// Returns a writer with its own database.
async fn writer() -> (Database, LeadWriter) {
    let database = Database::migrated().await;
    let mut url = database.address();
    url.deadlines.restart = url.deadlines.batch;
    let (writer, _) = LeadWriter::start(&url, &migrated(), false).unwrap();
    (database, writer)
}

/// Saves all leads at once. The first waits for a lock on the table while the others queue.
async fn save_while_locked(
    database: &Database,
    writer: &LeadWriter,
    requests: Vec<Vec<NewLead>>,
) -> Vec<Outcome> {
    let mut blocker = connect(&database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    let saving = join_all(requests.into_iter().map(|leads| save(writer, leads)));
    let unlocking = async {
        database
            .wait_for(
                "SELECT FROM pg_locks WHERE NOT granted AND relation = 'site_forms'::regclass",
            )
            .await;
        lock.commit().await.unwrap();
    };
    join(saving, unlocking).await.0
}

async fn save(writer: &LeadWriter, leads: Vec<NewLead>) -> Outcome {
    match writer.save(leads).await {
        Ok((_, saved_at)) => Ok(saved_at),
        Err(error) => Err((error.status.as_u16(), error.cause.unwrap().to_string())),
    }
}

fn new_lead(id: Uuid, row: Value) -> NewLead {
    let lead: Lead = serde_json::from_value(row).unwrap();
    let estimate = ValidEstimate::of_row(lead).unwrap();
    NewLead::new(id, estimate, Visitor::default())
}

fn lead() -> Vec<NewLead> {
    vec![new_lead(Uuid::now_v7(), row())]
}
