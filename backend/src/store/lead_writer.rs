//! Saves leads, many in one commit.
//!
//! A commit costs the same for one lead as for a hundred, so requests do not write by themselves.
//! They queue their submissions; one task takes what has queued up while its last batch was in
//! flight, judges and saves it in one statement (`lead_writer.sql`), and answers each request after
//! the commit. There is no artificial delay: alone, a submission is a batch of one.

use std::{io, iter, sync::Arc, thread, time::Duration};

use chrono::{DateTime, Utc};
use tokio::{
    runtime,
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use tokio_postgres::{Client, Row, Statement};
use tracing::warn;
use uuid::Uuid;
use validator_wasm::{Lead, SITE_NAME, cooldown::COOLDOWN_MS};

use super::{
    CONNECTION_TIMEOUT, StoreError, connection::DatabaseUrl, migrations::Migrated,
    site_forms::SiteForm,
};
use crate::{
    spam::{SUSPECT_FROM, Score, Sign},
    telemetry,
    visitor::Visitor,
};

/// Submissions that wait for the writer at most; one more is refused at once. The writer saves ten
/// times as many a second.
const QUEUE_LENGTH: usize = 1024;

/// Leads in one statement at most, but for one submission's own.
const MAX_BATCH_LEADS: usize = 128;

/// How long Postgres may work on a batch, and how long this program waits for it then: a Postgres
/// that hangs does not keep the time itself.
const BATCH_TIMEOUT: Duration = Duration::from_secs(4);

/// The statement that judges and saves.
const SAVE: &str = include_str!("lead_writer.sql");

/// What holds for the batch's transaction alone, so that it holds behind a pooler too, and stays with
/// nobody else's. Planning the statement anew costs as much as running it, so it is planned once, for
/// any batch; and once and for all, it is not to scan a table that happened to be empty then. The
/// time-outs are below [`BATCH_TIMEOUT`].
const BEGIN: &str = "BEGIN;
    SET LOCAL statement_timeout = '3s';
    SET LOCAL lock_timeout = '2s';
    SET LOCAL plan_cache_mode = force_generic_plan;
    SET LOCAL enable_seqscan = off;
    SET LOCAL jit = off";

const COMMIT: &str = "COMMIT";

/// A lead that is to be saved.
#[derive(Debug)]
pub struct NewLead {
    /// Becomes the row's id. UUIDv7: in time order.
    pub id: Uuid,
    /// What the visitor sent, checked by the rules.
    pub lead: Lead,
    /// Who sent it.
    pub visitor: Visitor,
    /// How much it looks like spam by itself. What others sent comes on top when it is saved.
    pub score: Score,
    /// What tells the same details in another lead; see [`details_hash`](crate::spam::details_hash()).
    pub details_hash: Option<[u8; 32]>,
}

impl NewLead {
    /// The row that was saved.
    #[must_use]
    pub fn into_row(self, saved_at: DateTime<Utc>) -> SiteForm {
        SiteForm {
            id: self.id,
            created_at: saved_at,
            full_name: self.lead.full_name,
            email: self.lead.email,
            phone: self.lead.phone,
            message: self.lead.message,
            site_name: SITE_NAME.to_owned(),
            visitor_id: self.visitor.visitor_id,
            session_id: self.visitor.session_id,
            ip_hash: self.visitor.ip_hash,
            ua: self.visitor.ua,
            referrer: self.visitor.referrer,
            city: self.visitor.place.city,
            state: self.visitor.place.state,
            country: self.visitor.place.country,
        }
    }
}

/// Leads that are saved together or not at all: usually one.
#[derive(Debug)]
pub struct Submission {
    /// At least one. The cooldown is that of the first one's session.
    pub leads: Vec<NewLead>,
    /// Names the submission, so that it is saved once. With several leads there is none.
    pub idempotency_key: Option<Uuid>,
    /// Stands for the address that it came from, for this hour.
    pub rate_limit_key: Option<[u8; 32]>,
}

impl Submission {
    fn session_id(&self) -> Option<&str> {
        self.leads.first()?.visitor.session_id.as_deref()
    }
}

/// What became of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is saved.
    Accepted {
        /// When, by the database's clock.
        saved_at: DateTime<Utc>,
        /// How many of its leads are suspect.
        suspects: usize,
    },
    /// Its idempotency key was used before.
    KeyUsed,
    /// Its address has sent too much within this hour.
    RateLimited,
    /// Its session sent another one less than 30 seconds ago. (That may be itself: whether it was
    /// saved under its key is to be looked up.)
    Cooldown {
        /// Until the cooldown is over: 1 to 30,000 milliseconds.
        left_ms: i64,
    },
}

struct Queued {
    submission: Submission,
    answer: oneshot::Sender<Result<(Submission, Verdict), StoreError>>,
}

/// The way to the writer. A clone leads to the same one, which ends with the last of them.
#[derive(Clone, Debug)]
pub struct LeadWriter(mpsc::Sender<Queued>);

impl LeadWriter {
    /// Starts the writer on a thread of its own, which is answered too: it ends when nobody can send
    /// to it any more. `leads_per_hour` is the rate limit of an address.
    ///
    /// One writer is the fastest where Postgres has as few cores as here, and its batches cannot wait
    /// for each other.
    ///
    /// # Errors
    /// When the system gives no thread.
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
            connection: None,
        };
        let thread = thread::Builder::new()
            .name("lead-writer".to_owned())
            .spawn(move || runtime.block_on(task.run()))?;
        Ok((Self(sender), thread))
    }

    /// Saves a submission, unless it is refused, and answers it with what became of it.
    ///
    /// # Errors
    /// [`StoreError`]; then it is not saved. If the connection broke in the middle of a commit it may
    /// be: whether it is, tells its idempotency key.
    pub async fn save(&self, submission: Submission) -> Result<(Submission, Verdict), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.0
            .try_send(Queued { submission, answer })
            .map_err(|cause| match cause {
                mpsc::error::TrySendError::Full(_) => StoreError::QueueFull,
                mpsc::error::TrySendError::Closed(_) => StoreError::WriterEnded,
            })?;
        answered.await.map_err(|_| StoreError::WriterEnded)?
    }
}

/// The writer's connection. It is the writer's alone, so it needs no pool.
struct Connection {
    client: Client,
    save: Statement,
    driver: JoinHandle<()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

struct Task {
    database_url: DatabaseUrl,
    migrated: Migrated,
    leads_per_hour: i32,
    queue: mpsc::Receiver<Queued>,
    connection: Option<Connection>,
}

impl Task {
    async fn run(mut self) {
        while let Some(first) = self.queue.recv().await {
            let batch = self.batch(first);
            if self.save(batch).await.is_err() {
                // Whoever queued up meanwhile has waited for an outage, and is told of it at once.
                while let Ok(queued) = self.queue.try_recv() {
                    drop(queued.answer.send(Err(StoreError::TimedOut)));
                }
            }
        }
    }

    /// All that waits, up to the limit.
    fn batch(&mut self, first: Queued) -> Vec<Queued> {
        let mut leads = first.submission.leads.len();
        let mut batch = vec![first];
        while leads < MAX_BATCH_LEADS
            && let Ok(queued) = self.queue.try_recv()
        {
            leads += queued.submission.leads.len();
            batch.push(queued);
        }
        batch
    }

    /// Saves a batch and answers its requests.
    ///
    /// # Errors
    /// In an outage.
    async fn save(&mut self, batch: Vec<Queued>) -> Result<(), Outage> {
        match self.try_save(&batch).await {
            Ok(verdicts) => {
                for (queued, verdict) in iter::zip(batch, verdicts) {
                    drop(queued.answer.send(Ok((queued.submission, verdict))));
                }
                Ok(())
            }
            // One submission that Postgres does not take harms no other.
            Err(cause) if !cause.is_outage() && batch.len() > 1 => {
                warn!(
                    cause = telemetry::chain(&cause),
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
                    let cause = StoreError::InBatch(Arc::clone(&cause));
                    drop(queued.answer.send(Err(cause)));
                }
                if is_outage { Err(Outage) } else { Ok(()) }
            }
        }
    }

    async fn try_save(&mut self, batch: &[Queued]) -> Result<Vec<Verdict>, StoreError> {
        if !self.migrated.is_done() {
            return Err(StoreError::NotMigrated);
        }
        // It is put back when it has done its work: one that failed is not used again.
        let connection = match self.connection.take().filter(|it| !it.client.is_closed()) {
            Some(connection) => connection,
            None => timeout(CONNECTION_TIMEOUT, connect(&self.database_url))
                .await
                .map_err(|_| StoreError::TimedOut)??,
        };
        let saving = save(&connection, batch, self.leads_per_hour);
        let verdicts = timeout(BATCH_TIMEOUT, saving)
            .await
            .map_err(|_| StoreError::TimedOut)??;
        self.connection = Some(connection);
        Ok(verdicts)
    }
}

/// The database is away.
struct Outage;

async fn connect(database_url: &DatabaseUrl) -> Result<Connection, StoreError> {
    let (client, driver) = database_url.connect().await?;
    let save = client.prepare(SAVE).await?;
    Ok(Connection {
        client,
        save,
        driver,
    })
}

/// Answers a verdict for each submission, in their order.
async fn save(
    connection: &Connection,
    batch: &[Queued],
    leads_per_hour: i32,
) -> Result<Vec<Verdict>, StoreError> {
    let submissions: Vec<(i32, &Submission)> = (0..)
        .zip(batch.iter().map(|queued| &queued.submission))
        .collect();
    let leads: Vec<(i32, &NewLead)> = submissions
        .iter()
        .flat_map(|(number, submission)| iter::zip(iter::repeat(*number), &submission.leads))
        .collect();
    let Connection { client, save, .. } = connection;
    let judging = async {
        client
            .query(
                save,
                &[
                    &column(&submissions, |(number, _)| *number),
                    &column(&submissions, |(_, it)| it.idempotency_key),
                    &column(&submissions, |(_, it)| it.session_id()),
                    &column(&submissions, |(_, it)| {
                        it.rate_limit_key.as_ref().map(<[u8; 32]>::as_slice)
                    }),
                    &column(&submissions, |(_, it)| {
                        i32::try_from(it.leads.len()).unwrap_or(i32::MAX)
                    }),
                    &column(&submissions, |(_, it)| it.leads.first().map(|lead| lead.id)),
                    &column(&leads, |(number, _)| *number),
                    &column(&leads, |(_, it)| it.id),
                    &column(&leads, |(_, it)| &*it.lead.full_name),
                    &column(&leads, |(_, it)| &*it.lead.email),
                    &column(&leads, |(_, it)| &*it.lead.phone),
                    &column(&leads, |(_, it)| &*it.lead.message),
                    &column(&leads, |(_, it)| it.visitor.visitor_id.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.session_id.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.ip_hash.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.ua.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.referrer.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.place.city.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.place.state.as_deref()),
                    &column(&leads, |(_, it)| it.visitor.place.country.as_deref()),
                    &column(&leads, |(_, it)| i32::from(it.score.points)),
                    &column(&leads, |(_, it)| sign_names(&it.score)),
                    &column(&leads, |(_, it)| {
                        it.details_hash.as_ref().map(<[u8; 32]>::as_slice)
                    }),
                    &leads_per_hour,
                    &COOLDOWN_MS,
                    &i32::from(Sign::RepeatedText.points()),
                    &Sign::RepeatedText.name(),
                    &i32::from(SUSPECT_FROM),
                    &SITE_NAME,
                ],
            )
            .await
    };
    // Sent together, and so a single round trip. Where the statement fails, so does the commit.
    let (_, rows, _) = tokio::try_join!(
        client.batch_execute(BEGIN),
        judging,
        client.batch_execute(COMMIT),
    )?;
    rows.iter().map(|row| Ok(verdict(row)?)).collect()
}

fn column<'a, R, T>(rows: &'a [R], value: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// The signs as one text, which the statement takes apart: Postgres has no arrays of arrays that
/// differ in length.
fn sign_names(score: &Score) -> Option<String> {
    (!score.signs.is_empty()).then(|| score.sign_names().join(","))
}

fn verdict(row: &Row) -> Result<Verdict, tokio_postgres::Error> {
    Ok(match row.try_get("verdict")? {
        "accepted" => Verdict::Accepted {
            saved_at: row.try_get("saved_at")?,
            suspects: usize::try_from(row.try_get::<_, i64>("suspects")?).unwrap_or_default(),
        },
        "rate_limited" => Verdict::RateLimited,
        "cooldown" => Verdict::Cooldown {
            left_ms: row.try_get("cooldown_left")?,
        },
        _ => Verdict::KeyUsed,
    })
}
