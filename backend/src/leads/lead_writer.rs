//! Saves leads, many in one commit.
//!
//! A commit costs the same for one lead as for a hundred, so requests do not write by themselves.
//! They queue their submissions; one task takes those that queued up while its last batch was in
//! flight, decides on them and saves them in one statement (`lead_writer.sql`), and answers each
//! request after the commit. There is no artificial delay: alone, a submission is a batch of one.

use std::{io, iter, sync::Arc, thread, time::Duration};

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use tokio::{
    runtime,
    sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot},
    time::timeout,
};
use tokio_postgres::{Row, Statement};
use tracing::warn;
use uuid::Uuid;
use validator_wasm::cooldown::{self, COOLDOWN_MS};

use super::{error::SaveError, valid_estimate::ValidEstimate};
use crate::{
    config::DatabaseUrl,
    observability::error_chain::chain,
    spam::Score,
    store::{
        StoreError,
        columns::{Columns, columns},
        connection::{CONNECTION_TIMEOUT, Session},
        migrations::Migrated,
        site_forms::SiteForm,
    },
    visitor::Visitor,
};

/// The most submissions that wait for the writer; one more is refused at once. The writer saves ten
/// times as many a second.
const QUEUE_LENGTH: usize = 1024;

/// The most leads in one statement. Larger batches gain little, and each lead waits for all of its
/// batch.
const MAX_BATCH: usize = 128;

/// The timeout of a batch. Postgres's own statement timeout is shorter.
const BATCH_TIMEOUT: Duration = Duration::from_millis(2500);

/// The writer's connections at most: the one in use, and those whose commit timed out and has not
/// ended yet.
const MAX_CONNECTIONS: usize = 8;

/// The timeout of cancelling a preparation that timed out.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(1);

/// Settings of the batch's transaction alone work behind a pooler too, and affect no other client.
/// Planning the statement takes three times as long as running it for one lead, so it is planned
/// once, for batches of any size and tables of any size: no table is scanned because it happened to
/// be empty then, and no loop is nested because batches happened to be small.
const BEGIN: &str = "BEGIN;
    SET LOCAL statement_timeout = '2s';
    SET LOCAL idle_in_transaction_session_timeout = '2s';
    SET LOCAL plan_cache_mode = force_generic_plan;
    SET LOCAL enable_seqscan = off;
    SET LOCAL enable_nestloop = off;
    SET LOCAL enable_mergejoin = off";

const COMMIT: &str = "COMMIT";

const ROLLBACK: &str = "ROLLBACK";

/// A lead that is to be saved.
#[derive(Debug)]
pub struct NewLead {
    row: SiteForm,
    score: Score,
}

impl NewLead {
    /// Makes the row of an estimate request and its visitor.
    #[must_use]
    pub fn new(estimate: ValidEstimate, visitor: Visitor, score: Score) -> Self {
        Self {
            row: SiteForm::new(estimate.into_lead(), visitor),
            score,
        }
    }

    /// Its row.
    #[must_use]
    pub fn row(&self) -> &SiteForm {
        &self.row
    }

    /// Whether the owner's mail waits for the digest.
    #[must_use]
    pub fn is_suspect(&self) -> bool {
        self.score.suspect
    }

    /// The row that was saved.
    #[must_use]
    pub fn into_row(self, saved_at: DateTime<Utc>) -> SiteForm {
        SiteForm {
            created_at: saved_at,
            ..self.row
        }
    }
}

/// Leads that are saved together or not at all: usually one.
#[derive(Debug)]
pub struct Submission {
    /// At least one.
    pub leads: Vec<NewLead>,
    /// Identifies the submission, so that it is saved once. A submission of several leads has none.
    pub idempotency_key: Option<Uuid>,
    /// The keyed hash of the request's address and this hour.
    pub rate_limit_key: Option<[u8; 32]>,
}

/// The outcome of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// It is saved.
    Accepted {
        /// When, by the database's clock.
        saved_at: DateTime<Utc>,
    },
    /// Its session sent another one less than 30 seconds ago. (That may be the same one, under its
    /// key.)
    Cooldown {
        /// Seconds until the cooldown is over, rounded up.
        seconds_left: u32,
    },
    /// Its address has reached the rate limit of this hour.
    RateLimited,
    /// Its idempotency key was used before.
    KeyUsed,
}

struct Queued {
    submission: Submission,
    answer: oneshot::Sender<Result<(Submission, SaveOutcome), SaveError>>,
}

impl Queued {
    fn is_single(&self) -> bool {
        self.submission.leads.len() == 1
    }
}

/// A handle of the writer. Clones share the writer, which ends when the last of them is dropped.
#[derive(Clone, Debug)]
pub struct LeadWriter(mpsc::Sender<Queued>);

impl LeadWriter {
    /// Starts the writer on a thread of its own, and returns both. `leads_per_hour` is the rate
    /// limit of an address.
    ///
    /// One writer is fastest where Postgres has few cores, and its batches cannot wait for each
    /// other.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(
        database_url: DatabaseUrl,
        migrated: Migrated,
        leads_per_hour: i32,
    ) -> io::Result<(Self, thread::JoinHandle<()>)> {
        let (sender, queue) = mpsc::channel(QUEUE_LENGTH);
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let task = Task {
            database_url,
            migrated,
            leads_per_hour,
            queue,
            next: None,
            connection: None,
            first_host: 0,
            slots: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        };
        let thread = thread::Builder::new()
            .name("lead-writer".to_owned())
            .spawn(move || runtime.block_on(task.run()))?;
        Ok((Self(sender), thread))
    }

    /// Saves a submission, unless it is refused. Returns it with its outcome.
    ///
    /// # Errors
    /// When the queue is full, the database is unavailable, or Postgres refuses the statement. The
    /// submission is not saved then; only if the connection broke during the commit, it may be:
    /// look under its idempotency key.
    pub async fn save(
        &self,
        submission: Submission,
    ) -> Result<(Submission, SaveOutcome), SaveError> {
        let (answer, answered) = oneshot::channel();
        self.0
            .try_send(Queued { submission, answer })
            .map_err(|cause| match cause {
                mpsc::error::TrySendError::Full(_) => SaveError::QueueFull,
                mpsc::error::TrySendError::Closed(_) => SaveError::WriterEnded,
            })?;
        answered.await.map_err(|_| SaveError::WriterEnded)?
    }
}

/// The writer's connection. It is the writer's alone, so it needs no pool.
struct Connection {
    session: Session,
    save: Statement,
    /// Counts it among [`MAX_CONNECTIONS`].
    _slot: OwnedSemaphorePermit,
}

struct Task {
    database_url: DatabaseUrl,
    migrated: Migrated,
    leads_per_hour: i32,
    queue: mpsc::Receiver<Queued>,
    /// Taken out of the queue for the next batch.
    next: Option<Queued>,
    connection: Option<Connection>,
    /// Of the next connection.
    first_host: usize,
    /// One for each connection that may be opened.
    slots: Arc<Semaphore>,
}

impl Task {
    async fn run(mut self) {
        while let Some(batch) = self.next_batch().await {
            if self.save(batch).await.is_err() {
                // Submissions that queued meanwhile would wait for the same outage: they are
                // refused.
                for queued in self
                    .next
                    .take()
                    .into_iter()
                    .chain(iter::from_fn(|| self.queue.try_recv().ok()))
                {
                    let cause = Arc::new(StoreError::TimedOut);
                    drop(queued.answer.send(Err(cause.into())));
                }
            }
        }
    }

    /// Waits for submissions and takes up to [`MAX_BATCH`] of them. A submission of several leads
    /// is a batch of its own, so that it can be rolled back alone. `None` when all handles are
    /// dropped.
    async fn next_batch(&mut self) -> Option<Vec<Queued>> {
        let first = match self.next.take() {
            Some(queued) => queued,
            None => self.queue.recv().await?,
        };
        let mut batch = vec![first];
        while batch[0].is_single()
            && batch.len() < MAX_BATCH
            && let Ok(queued) = self.queue.try_recv()
        {
            if !queued.is_single() {
                self.next = Some(queued);
                break;
            }
            batch.push(queued);
        }
        Some(batch)
    }

    /// Saves a batch and answers its requests.
    ///
    /// # Errors
    /// When the database is unavailable.
    async fn save(&mut self, batch: Vec<Queued>) -> Result<(), Outage> {
        match self.try_save(&batch).await {
            Ok(outcomes) => {
                for (queued, outcome) in iter::zip(batch, outcomes) {
                    drop(queued.answer.send(Ok((queued.submission, outcome))));
                }
                Ok(())
            }
            // A submission that Postgres refuses must not affect the others.
            Err(cause) if !cause.is_outage() && batch.len() > 1 => {
                warn!(
                    cause = chain(&cause),
                    submissions = batch.len(),
                    "a batch was refused: its submissions are saved one by one"
                );
                for queued in batch {
                    Box::pin(self.save(vec![queued])).await?;
                }
                Ok(())
            }
            Err(cause) => {
                let is_outage = cause.is_outage();
                let cause = Arc::new(cause);
                for queued in batch {
                    drop(queued.answer.send(Err(Arc::clone(&cause).into())));
                }
                if is_outage { Err(Outage) } else { Ok(()) }
            }
        }
    }

    async fn try_save(&mut self, batch: &[Queued]) -> Result<Vec<SaveOutcome>, StoreError> {
        if !self.migrated.is_done() {
            return Err(StoreError::NotMigrated);
        }
        let kept = self
            .connection
            .take()
            .filter(|it| !it.session.client.is_closed());
        let connection = if let Some(connection) = kept {
            connection
        } else {
            let slot = Arc::clone(&self.slots).try_acquire_owned();
            let slot = slot.map_err(|_| StoreError::TimedOut)?;
            let url = self.database_url.starting_at(self.first_host);
            connect(&url, self.leads_per_hour, slot)
                .await
                .inspect_err(|_| self.first_host += 1)?
        };
        let saved = within_limit(save(&connection, batch)).await;
        if saved.is_err() {
            self.first_host += 1;
        }
        match &saved {
            Ok(_) => self.connection = Some(connection),
            Err(StoreError::TimedOut) => give_up(connection),
            // Another server may have taken over. Postgres has ended the statement, so that as long
            // as a lock lasts, there is one connection at a time.
            Err(_) => connection.session.abort(),
        }
        saved
    }
}

/// The database is unavailable.
struct Outage;

async fn connect(
    database_url: &DatabaseUrl,
    leads_per_hour: i32,
    slot: OwnedSemaphorePermit,
) -> Result<Connection, StoreError> {
    let session = timeout(CONNECTION_TIMEOUT, Session::open(database_url))
        .await
        .map_err(|_| StoreError::TimedOut)??;
    // Preparing waits for the locks of others too, so it has a transaction's limits.
    let client = &session.client;
    let save = save_statement(leads_per_hour);
    let prepared = within_limit(async {
        let ((), save, ()) = tokio::try_join!(
            client.batch_execute(BEGIN),
            client.prepare(&save),
            client.batch_execute(COMMIT),
        )?;
        Ok(save)
    })
    .await;
    match prepared {
        Ok(save) => Ok(Connection {
            session,
            save,
            _slot: slot,
        }),
        Err(cause) => {
            // Nothing was written: there is nothing to wait for.
            drop(timeout(RECOVERY_TIMEOUT, session.recover()).await);
            session.abort();
            Err(cause)
        }
    }
}

async fn within_limit<T>(
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(BATCH_TIMEOUT, work)
        .await
        .unwrap_or(Err(StoreError::TimedOut))
}

/// Gives up a connection whose batch timed out, and closes it when Postgres has answered.
///
/// The statement has a shorter time-out of its own, so what is left is the commit. It is not
/// cancelled: while a synchronous standby is missing, a commit that is cancelled takes effect on
/// this server alone. A repeated request would find the lead there and be told that it is saved,
/// and a failover would lose it.
fn give_up(connection: Connection) {
    tokio::spawn(async move {
        drop(connection.session.client.batch_execute(ROLLBACK).await);
        connection.session.abort();
    });
}

columns! {
    /// A lead of a batch, with the keys that decide on it.
    struct Candidate<'a> {
        id: Uuid,
        idempotency_key: Option<Uuid>,
        cooldown_session: Option<&'a str>,
        rate_limit_key: Option<&'a [u8]>,
    }
}

columns! {
    /// The score of a lead, as it is saved.
    struct ScoreColumns {
        id: Uuid,
        spam_score: i16,
        /// Comma-separated: Postgres has no arrays of arrays that differ in length.
        spam_signs: String,
        suspect: bool,
    }
}

/// The statement that decides and saves: its parameters are the arrays of [`Candidate`],
/// [`SiteForm`] and [`ScoreColumns`], in this order.
fn save_statement(leads_per_hour: i32) -> String {
    let form = 1 + Candidate::NAMES.len();
    let score = form + SiteForm::NAMES.len();
    format!(
        include_str!("lead_writer.sql"),
        candidates = Candidate::parameters(1),
        candidate_columns = Candidate::names(),
        forms = SiteForm::parameters(form),
        form_columns = SiteForm::names(),
        scores = ScoreColumns::parameters(score),
        score_columns = ScoreColumns::names(),
        cooldown_ms = COOLDOWN_MS,
        leads_per_hour = leads_per_hour,
    )
}

fn candidates(submission: &Submission) -> impl Iterator<Item = Candidate<'_>> {
    submission
        .leads
        .iter()
        .enumerate()
        .map(move |(index, NewLead { row, .. })| {
            // Leads of one submission share the cooldown.
            let came_before = submission.leads[..index]
                .iter()
                .any(|earlier| earlier.row.session_id == row.session_id);
            Candidate {
                id: row.id,
                idempotency_key: submission.idempotency_key,
                cooldown_session: row.session_id.as_deref().filter(|_| !came_before),
                rate_limit_key: submission.rate_limit_key.as_ref().map(<[u8; 32]>::as_slice),
            }
        })
}

/// Returns an outcome for each submission, in their order.
async fn save(connection: &Connection, batch: &[Queued]) -> Result<Vec<SaveOutcome>, StoreError> {
    let candidates: Vec<Candidate> = batch
        .iter()
        .flat_map(|queued| candidates(&queued.submission))
        .collect();
    let leads = batch.iter().flat_map(|queued| &queued.submission.leads);
    let scores: Vec<ScoreColumns> = leads
        .clone()
        .map(|NewLead { row, score }| ScoreColumns {
            id: row.id,
            spam_score: score.points,
            spam_signs: score.signal_names().join(","),
            suspect: score.suspect,
        })
        .collect();
    let mut arrays = Candidate::arrays(candidates.iter());
    arrays.extend(SiteForm::arrays(leads.map(NewLead::row)));
    arrays.extend(ScoreColumns::arrays(scores.iter()));
    let Connection { session, save, .. } = connection;
    let client = &session.client;
    let saving = async {
        let answers = client.query_raw(save, arrays).await?;
        answers.try_collect::<Vec<_>>().await
    };
    // Sent together, and so a single round trip. Where the statement fails, so does the commit.
    if let [Queued { submission, .. }] = batch
        && submission.leads.len() > 1
    {
        let ((), answers) = tokio::try_join!(client.batch_execute(BEGIN), saving)?;
        let outcomes = outcomes(&answers)?;
        let refusal = outcomes
            .iter()
            .find(|outcome| !matches!(outcome, SaveOutcome::Accepted { .. }));
        client
            .batch_execute(if refusal.is_some() { ROLLBACK } else { COMMIT })
            .await?;
        return Ok(refusal.or(outcomes.first()).copied().into_iter().collect());
    }
    let ((), answers, ()) = tokio::try_join!(
        client.batch_execute(BEGIN),
        saving,
        client.batch_execute(COMMIT),
    )?;
    Ok(outcomes(&answers)?)
}

fn outcomes(answers: &[Row]) -> Result<Vec<SaveOutcome>, tokio_postgres::Error> {
    answers.iter().map(outcome).collect()
}

fn outcome(answer: &Row) -> Result<SaveOutcome, tokio_postgres::Error> {
    let saved_at: DateTime<Utc> = answer.try_get("saved_at")?;
    Ok(match answer.try_get("verdict")? {
        "accepted" => SaveOutcome::Accepted { saved_at },
        "rate_limited" => SaveOutcome::RateLimited,
        "cooldown" => {
            let started_at: Option<DateTime<Utc>> = answer.try_get("cooldown_started_at")?;
            let started_at = started_at.unwrap_or(saved_at);
            // Another batch may have begun it after this one looked.
            let left = cooldown::check(
                Some(started_at.timestamp_millis()),
                saved_at.timestamp_millis(),
            );
            SaveOutcome::Cooldown {
                seconds_left: left
                    .err()
                    .and_then(|rejection| rejection.retry_after_seconds)
                    .unwrap_or(1),
            }
        }
        _ => SaveOutcome::KeyUsed,
    })
}
