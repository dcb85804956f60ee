//! Saves leads, many in one commit.
//!
//! A commit costs the same for one lead as for a hundred, so requests queue their leads. One task
//! takes the leads that were queued while its last batch was in flight, saves them in one statement
//! (`lead_writer.sql`), and responds to each request after the commit. There is no artificial
//! delay: a single lead is a batch of one.

use std::{collections::HashMap, error::Error, io, mem, sync::Arc, thread, time::Instant};

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use tokio::{
    runtime,
    sync::{Semaphore, mpsc, oneshot},
    time::{sleep, timeout},
};
use tokio_postgres::{Client, Statement, error::SqlState};
use tracing::warn;
use uuid::Uuid;
use validator_wasm::Estimate;

use super::{
    lead_records::VISIBLE,
    site_forms::{EstimateColumns, SiteForm},
    spam::Score,
    valid_estimate::ValidEstimate,
};
use crate::{
    config::{DatabaseUrl, Deadlines},
    database::{
        StoreError,
        columns::{Columns, columns},
        connection::{RETRY, at_a_host},
        migrations::Migrated,
    },
    observability::error_chain::chain,
    visitors::Visitor,
    web::error::RequestError,
};

/// The most requests that wait for the writer, and again while the database is unavailable. Further
/// requests are refused at once. The writer saves ten times as many a second.
const QUEUE_LENGTH: usize = 1024;

/// The most requests in one statement. Each waits for its whole batch, and larger batches gain little.
const MAX_BATCH: usize = 128;

/// The most connections of the writer: the one in use, and those with a commit that timed out.
const MAX_CONNECTIONS: usize = 8;

const COMMIT: &str = "COMMIT";

#[derive(Debug)]
pub struct NewLead {
    pub(crate) row: SiteForm,
    /// The session of the cooldown. Under Global Privacy Control, the row does not contain it.
    pub(crate) session: Option<String>,
    pub(crate) estimate: Estimate,
    pub(crate) score: Score,
    pub(crate) may_reply: bool,
}

impl NewLead {
    /// Creates a lead without a score.
    pub fn new(id: Uuid, estimate: ValidEstimate, visitor: Visitor) -> Self {
        let (estimate, lead) = estimate.into_parts();
        Self {
            session: visitor.session_id.clone(),
            row: SiteForm::new(id, lead, visitor),
            estimate,
            score: Score::default(),
            may_reply: true,
        }
    }
}

/// The time of saving, by the database's clock. `None` if a lead with this id exists, from another
/// request or from this one before its connection broke.
type SavedAt = Option<DateTime<Utc>>;

/// The outcome for one request. Requests of one batch share the cause of a failure.
type Answer = Result<(Vec<NewLead>, SavedAt), Arc<StoreError>>;

struct Queued {
    leads: Vec<NewLead>,
    since: Instant,
    answer: oneshot::Sender<Answer>,
}

/// A handle to the writer. Clones share the writer, which ends when the last handle is dropped.
#[derive(Clone, Debug)]
pub struct LeadWriter(mpsc::Sender<Queued>);

impl LeadWriter {
    /// Starts the writer on its own thread, and returns both. One writer is fastest where Postgres
    /// has few cores, and its batches cannot wait for each other. `follow_up` is whether messages
    /// besides the owner's email follow from leads.
    pub fn start(
        database_url: &DatabaseUrl,
        migrated: &Migrated,
        follow_up: bool,
    ) -> io::Result<(Self, thread::JoinHandle<()>)> {
        let (sender, queue) = mpsc::channel(QUEUE_LENGTH);
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let task = Task {
            database_url: database_url.clone(),
            migrated: migrated.clone(),
            follow_up,
            queue,
            connection: None,
            slots: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        };
        let thread = thread::Builder::new()
            .name("lead-writer".to_owned())
            .spawn(move || runtime.block_on(task.run()))?;
        Ok((Self(sender), thread))
    }

    /// Saves leads, all of them or none: either one, whose id is its idempotency key, or several
    /// with new ids. Returns them, and when they were saved.
    ///
    /// # Errors
    /// When the queue is full, the database is unavailable for [`Deadlines::restart`], or Postgres
    /// refuses the statement. If the connection broke during a commit, the leads may be saved. Look
    /// them up by their ids.
    pub async fn save(&self, leads: Vec<NewLead>) -> Result<(Vec<NewLead>, SavedAt), RequestError> {
        let (answer, answered) = oneshot::channel();
        let refused =
            |why: &str| RequestError::outage(Box::<dyn Error + Send + Sync>::from(why).into());
        let ended = || refused("the lead writer has stopped");
        self.0
            .try_send(Queued {
                leads,
                since: Instant::now(),
                answer,
            })
            .map_err(|cause| match cause {
                mpsc::error::TrySendError::Full(_) => refused("too many leads are queued"),
                mpsc::error::TrySendError::Closed(_) => ended(),
            })?;
        Ok(answered.await.map_err(|_| ended())??)
    }
}

/// The writer's connection. When it is dropped, it is closed as soon as Postgres has responded.
///
/// This does not cancel a commit that timed out. While a synchronous standby is missing, a
/// cancelled commit takes effect on this server alone: a repeated request would find the lead and
/// report it as saved, and a failover would lose it.
struct Connection {
    client: Client,
    save: Statement,
    host: usize,
}

struct Task {
    database_url: DatabaseUrl,
    migrated: Migrated,
    follow_up: bool,
    queue: mpsc::Receiver<Queued>,
    connection: Option<Connection>,
    /// One slot for each connection that may be open.
    slots: Arc<Semaphore>,
}

impl Task {
    async fn run(mut self) {
        let mut batch = Vec::new();
        while self.queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
            self.save(mem::take(&mut batch)).await;
        }
    }

    /// Saves requests and responds to them. While the database is unavailable, each waits as long as
    /// it may. A batch whose outcome is unknown is tried again: leads that it saved stay unchanged.
    async fn save(&mut self, mut waiting: Vec<Queued>) {
        while !waiting.is_empty() {
            let size = waiting.len().min(MAX_BATCH);
            match self.try_save(&waiting[..size]).await {
                Ok(saved) => respond(waiting.drain(..size), saved),
                Err(cause) if cause.is_outage() => {
                    // Requests that were queued meanwhile wait for the same outage. They are taken before
                    // the first response, so that a request that follows a response is tried.
                    while waiting.len() < QUEUE_LENGTH
                        && let Ok(queued) = self.queue.try_recv()
                    {
                        waiting.push(queued);
                    }
                    let longest = self.database_url.deadlines.restart;
                    let overdue = waiting.extract_if(.., |it| it.since.elapsed() >= longest);
                    refuse(overdue, cause);
                    sleep(RETRY).await;
                }
                // Leads that Postgres refuses must not affect the others.
                Err(cause) if size > 1 => {
                    warn!(
                        cause = chain(&cause),
                        requests = size,
                        "a batch failed: saving its requests one by one"
                    );
                    for queued in waiting.drain(..size) {
                        Box::pin(self.save(vec![queued])).await;
                    }
                }
                Err(cause) if is_taken(&cause) => respond(waiting.drain(..), Saved::new()),
                Err(cause) => refuse(waiting.drain(..), cause),
            }
        }
    }

    async fn try_save(&mut self, batch: &[Queued]) -> Result<Saved, StoreError> {
        if !self.migrated.is_done() {
            return Err(StoreError::NotMigrated);
        }
        let kept = self.connection.take();
        let connection = match kept.filter(|it| !it.client.is_closed()) {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let saved = save(&connection, batch, &self.database_url.deadlines).await;
        if saved.as_ref().is_err_and(StoreError::is_outage) {
            // Another server may have taken over.
            self.database_url.leave(connection.host);
        } else {
            self.connection = Some(connection);
        }
        saved
    }

    async fn connect(&self) -> Result<Connection, StoreError> {
        let slot = Arc::clone(&self.slots)
            .try_acquire_owned()
            .map_err(|_| StoreError::TimedOut)?;
        let url = &self.database_url;
        let (client, driver) =
            at_a_host(
                url,
                |config| async move { Ok(config.connect(url.tls()).await?) },
            )
            .await?;
        let host = url.host();
        tokio::spawn(async move {
            // The client returns the error of a broken connection. An idle connection is replaced.
            drop(driver.await);
            drop(slot);
        });
        // Preparing can wait for locks too, so it has the limits of a transaction.
        let statement = save_statement(self.follow_up);
        let save = in_transaction(&client, &url.deadlines, client.prepare(&statement))
            .await
            .inspect_err(|_| url.leave(host))?;
        Ok(Connection { client, save, host })
    }
}

fn respond(requests: impl Iterator<Item = Queued>, mut saved: Saved) {
    for Queued { leads, answer, .. } in requests {
        // Of two requests with the same key, only the first gets the time.
        let saved_at = leads.first().and_then(|lead| saved.remove(&lead.row.id));
        drop(answer.send(Ok((leads, saved_at))));
    }
}

fn refuse(requests: impl Iterator<Item = Queued>, cause: StoreError) {
    let cause = Arc::new(cause);
    for queued in requests {
        drop(queued.answer.send(Err(Arc::clone(&cause))));
    }
}

/// Whether the id belongs to an outbox message that is not about a lead.
fn is_taken(cause: &StoreError) -> bool {
    matches!(cause, StoreError::Statement(cause) if cause.code() == Some(&SqlState::UNIQUE_VIOLATION))
}

columns! {
    struct ScoreColumns {
        id: Uuid,
        spam_score: i16,
        suspect: bool,
        /// Comma-separated, because Postgres has no arrays of arrays with different lengths.
        spam_signs: String,
        may_reply: bool,
    }
}

/// Returns the statement that saves leads. Its parameters are the arrays of [`ScoreColumns`],
/// [`EstimateColumns`], and [`SiteForm`], in this order.
fn save_statement(follow_up: bool) -> String {
    let types = [
        ScoreColumns::ARRAY_TYPES,
        EstimateColumns::ARRAY_TYPES,
        SiteForm::ARRAY_TYPES,
    ];
    let arrays: Vec<_> = (1..)
        .zip(types.concat())
        .map(|(number, array_type)| format!("${number}::{array_type}"))
        .collect();
    format!(
        include_str!("lead_writer.sql"),
        arrays = arrays.join(", "),
        score_columns = ScoreColumns::names(),
        estimate_columns = EstimateColumns::names(),
        form_columns = SiteForm::names(),
        visible = VISIBLE,
        follow_up = follow_up,
    )
}

type Saved = HashMap<Uuid, DateTime<Utc>>;

async fn save(
    connection: &Connection,
    batch: &[Queued],
    deadlines: &Deadlines,
) -> Result<Saved, StoreError> {
    let mut leads: Vec<&NewLead> = batch.iter().flat_map(|queued| &queued.leads).collect();
    // All processes insert in the same order, so that they never deadlock.
    leads.sort_by_key(|lead| lead.row.id);
    leads.dedup_by_key(|lead| lead.row.id);
    let scores: Vec<ScoreColumns> = leads
        .iter()
        .map(|lead| ScoreColumns {
            id: lead.row.id,
            spam_score: lead.score.points,
            suspect: lead.score.suspect,
            spam_signs: lead.score.signal_names().join(","),
            may_reply: lead.may_reply,
        })
        .collect();
    let estimates: Vec<EstimateColumns> = leads
        .iter()
        .map(|lead| EstimateColumns::of(&lead.estimate))
        .collect();
    let mut arrays = ScoreColumns::arrays(scores.iter());
    arrays.extend(EstimateColumns::arrays(estimates.iter()));
    arrays.extend(SiteForm::arrays(leads.iter().map(|lead| &lead.row)));
    let Connection { client, save, .. } = connection;
    let saving = async {
        let rows = client.query_raw(save, arrays).await?;
        rows.and_then(async |row| Ok((row.try_get::<_, Uuid>("id")?, row.try_get("created_at")?)))
            .try_collect::<Saved>()
            .await
    };
    in_transaction(client, deadlines, saving).await
}

/// Runs work in a transaction, in one round trip. If the work fails, so does the commit. The settings
/// are of this transaction only, so they also work behind a pooler, and affect no other client.
async fn in_transaction<T>(
    client: &Client,
    deadlines: &Deadlines,
    work: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, StoreError> {
    let statement = deadlines.batch_statement.as_millis();
    let begin = format!(
        "BEGIN;
        SET LOCAL statement_timeout = {statement};
        SET LOCAL idle_in_transaction_session_timeout = {statement}"
    );
    let transaction = async {
        // The statements are sent in the order in which they are first polled.
        tokio::try_join!(
            biased;
            client.batch_execute(&begin),
            work,
            client.batch_execute(COMMIT),
        )
    };
    let done = timeout(deadlines.batch, transaction).await;
    let ((), done, ()) = done.map_err(|_| StoreError::TimedOut)??;
    Ok(done)
}
