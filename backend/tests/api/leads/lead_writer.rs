//! Leads are saved many in one commit, each judged by itself.

use backend::{
    leads::{
        SaveError, ValidEstimate,
        lead_writer::{LeadWriter, NewLead, SaveOutcome, Submission},
    },
    spam::Score,
    store::migrations::Migrated,
    visitor::Visitor,
};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use uuid::Uuid;
use validator_wasm::{Lead, SITE_NAME};

use crate::{
    app::{Answer, TestApp, row, with},
    database::{Database, connect},
};

/// The rate limit of an address.
const LIMIT: i32 = 1000;

#[actix_web::test]
async fn queued_leads_are_saved_in_one_commit() {
    let (database, writer) = writer().await;
    let leads = (0..100).map(|_| lead(|_| {})).collect();
    let outcomes = save_while_locked(&database, &writer, leads).await;
    assert!(outcomes.iter().all(is_accepted), "{outcomes:?}");
    let commits = database
        .query("SELECT DISTINCT xmin::text FROM site_forms")
        .await;
    // The first one may have been alone: the others wait for it.
    assert!(commits.len() <= 2, "{commits:?}");
    assert_eq!(database.site_forms().await.len(), 100);
    let unannounced = "SELECT FROM site_forms WHERE id NOT IN (SELECT id FROM outbox)";
    assert!(database.query(unannounced).await.is_empty());
}

#[actix_web::test]
async fn of_a_batch_the_first_of_a_session_is_saved() {
    let (database, writer) = writer().await;
    let of = |session: &str| {
        let visitor = Visitor {
            session_id: Some(session.to_owned()),
            ..Visitor::default()
        };
        lead(|lead| lead.leads = vec![new_lead(row(), visitor)])
    };
    let leads = vec![of("first"), of("a"), of("b"), of("a"), of("a"), of("b")];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    assert!(outcomes[..3].iter().all(is_accepted), "{outcomes:?}");
    for outcome in &outcomes[3..] {
        assert!(
            matches!(outcome, Ok(SaveOutcome::Cooldown { seconds_left: 30 })),
            "{outcomes:?}"
        );
    }
}

#[actix_web::test]
async fn of_a_batch_as_many_of_an_address_are_saved_as_the_limit_lets_in() {
    let (database, writer) = writer().await;
    let of = |address: u8| lead(|lead| lead.rate_limit_key = Some([address; 32]));
    let before = format!(
        "INSERT INTO rate_limits (key, count) VALUES (decode(repeat('01', 32), 'hex'), {})",
        LIMIT - 2
    );
    database.execute(&before).await;
    let leads = vec![of(1), of(2), of(1), of(1), of(2), of(1)];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    for (index, outcome) in outcomes.iter().enumerate() {
        let is_limited = [3, 5].contains(&index);
        assert_eq!(is_accepted(outcome), !is_limited, "{outcomes:?}");
        assert_eq!(matches!(outcome, Ok(SaveOutcome::RateLimited)), is_limited);
    }
}

#[actix_web::test]
async fn of_a_batch_the_first_of_a_key_is_saved() {
    let (database, writer) = writer().await;
    let key = Uuid::new_v4();
    let of = |key| lead(|lead| lead.idempotency_key = key);
    let leads = vec![of(None), of(Some(key)), of(Some(key)), of(None)];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    assert!(
        matches!(outcomes[2], Ok(SaveOutcome::KeyUsed)),
        "{outcomes:?}"
    );
    assert_eq!(database.site_forms().await.len(), 3);
}

#[actix_web::test]
async fn a_lead_that_postgres_refuses_affects_no_other() {
    let (database, writer) = writer().await;
    database
        .execute("ALTER TABLE site_forms ADD CHECK (phone <> 'poison')")
        .await;
    let of = |phone: &str| {
        let poisoned = with(row(), json!({ "phone": phone }));
        lead(|lead| lead.leads = vec![new_lead(poisoned, Visitor::default())])
    };
    let leads = vec![of("0"), of("1"), of("poison"), of("3"), of("4")];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    for (index, outcome) in outcomes.iter().enumerate() {
        assert_eq!(is_accepted(outcome), index != 2, "{outcomes:?}");
    }
    assert!(outcomes[2].as_ref().is_err_and(|cause| !cause.is_outage()));
    assert_eq!(database.site_forms().await.len(), 4);
}

#[actix_web::test]
async fn as_long_as_the_table_is_locked_the_writer_has_no_more_than_one_connection() {
    let (database, writer) = writer().await;
    let mut blocker = connect(&database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    for _ in 0..3 {
        let refusal = writer.save(lead(|_| {})).await.unwrap_err();
        assert!(refusal.is_outage(), "{refusal:?}");
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
    let (_, outcome) = writer.save(lead(|_| {})).await.unwrap();
    assert!(
        matches!(outcome, SaveOutcome::Accepted { .. }),
        "{outcome:?}"
    );
    assert_eq!(database.site_forms().await.len(), 1);
}

#[actix_web::test]
async fn a_full_queue_refuses_at_once() {
    let (database, writer) = writer().await;
    let leads = (0..1500).map(|_| lead(|_| {})).collect();
    let outcomes = save_while_locked(&database, &writer, leads).await;
    let refused = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Err(SaveError::QueueFull)))
        .count();
    let saved = outcomes.iter().filter(|it| is_accepted(it)).count();
    assert!(refused > 0, "all were taken");
    assert_eq!(refused + saved, 1500);
    assert_eq!(database.site_forms().await.len(), saved);
}

#[actix_web::test]
async fn leads_that_are_sent_together_are_saved_together_or_not_at_all() {
    let (database, writer) = writer().await;
    let together = |count: usize, address: u8| {
        let mut submission = lead(|lead| lead.rate_limit_key = Some([address; 32]));
        submission.leads = (0..count).map(|_| lead(|_| {}).leads.remove(0)).collect();
        submission
    };
    let limit = usize::try_from(LIMIT).unwrap();
    let refused = writer.save(together(limit + 1, 1)).await.unwrap().1;
    assert_eq!(refused, SaveOutcome::RateLimited);
    assert_eq!(database.site_forms().await.len(), 0);
    let counts = database.query("SELECT FROM rate_limits").await;
    assert!(counts.is_empty(), "what was refused is counted");
    let leads = vec![
        together(1, 1),
        together(20, 1),
        together(1, 1),
        together(2, 2),
    ];
    let outcomes = save_while_locked(&database, &writer, leads).await;
    assert!(outcomes.iter().all(is_accepted), "{outcomes:?}");
    assert_eq!(database.site_forms().await.len(), 24);
}

#[actix_web::test]
async fn a_batch_that_waits_for_a_lock_times_out_and_is_never_saved() {
    let app = TestApp::spawn().await;
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
    assert_eq!(Answer::to(app.insert(&rows(20))).await.status, 201);
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

type Outcome = Result<SaveOutcome, SaveError>;

fn is_accepted(outcome: &Outcome) -> bool {
    matches!(outcome, Ok(SaveOutcome::Accepted { .. }))
}

/// A writer on a database of its own.
async fn writer() -> (Database, LeadWriter) {
    let database = Database::migrated().await;
    let migrated = Migrated::default();
    migrated.set_done();
    let (writer, _) = LeadWriter::start(database.address(), migrated, LIMIT).unwrap();
    (database, writer)
}

/// Saves all of them at once. The first one finds the table locked until the others wait for it.
async fn save_while_locked(
    database: &Database,
    writer: &LeadWriter,
    submissions: Vec<Submission>,
) -> Vec<Outcome> {
    let mut blocker = connect(&database.url).await;
    let lock = blocker.transaction().await.unwrap();
    lock.batch_execute("LOCK TABLE site_forms").await.unwrap();
    let saving = join_all(
        submissions
            .into_iter()
            .map(|submission| async { writer.save(submission).await.map(|(_, outcome)| outcome) }),
    );
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

fn new_lead(row: Value, visitor: Visitor) -> NewLead {
    let lead: Lead = serde_json::from_value(row).unwrap();
    let score = Score {
        points: 0,
        signals: Vec::new(),
        suspect: false,
    };
    NewLead::new(ValidEstimate::of_row(lead).unwrap(), visitor, score)
}

fn lead(change: impl FnOnce(&mut Submission)) -> Submission {
    let mut submission = Submission {
        leads: vec![new_lead(row(), Visitor::default())],
        idempotency_key: None,
        rate_limit_key: None,
    };
    change(&mut submission);
    submission
}
