//! Sends the emails, webhooks, and push messages of the outbox.
//!
//! Every backend process runs one delivery, and they share the work. A delivery leases messages, sends them,
//! and records the outcomes. If a process dies, another one sends its messages when the leases expire. An email
//! is sent twice only if the mail server accepts it and the outcome is not recorded, because the process died,
//! the database was unavailable for long, or the mail server broke off. Both copies have the same `Message-ID`.
//! Each channel has its own loop and connections, so a slow or failing receiver delays no other channel.

mod outage_log;
mod report;
mod retry_policy;
mod send;

use std::{mem, slice, sync::Arc, time::Duration};

use futures_util::{
    FutureExt, StreamExt, TryFutureExt,
    future::{LocalBoxFuture, join_all},
    stream::FuturesUnordered,
};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tracing::info;

pub(crate) use report::create_counters;
pub use send::Senders;

use self::{
    outage_log::OutageLog,
    report::report,
    retry_policy::{max_attempts, outcome_of},
    send::crash,
};
use super::{
    digest,
    follow_up::{self, FollowUps},
    lease::{lease, renew},
    mail::transport::{Mailer, SendMail},
    message::LeasedMessage,
    outcome::{Attempt, record_outcomes},
    reminders,
};
use crate::{
    database::{Store, StoreError},
    leads::delivery_notifier::DeliveryNotifier,
    message_kind::Channel,
    observability::metrics::Metrics,
};

/// The interval at which the outbox is polled without a notification: for the emails of other
/// processes that died, for retries, and for due digests.
const POLL: Duration = Duration::from_secs(2);

/// Returns the most messages that a channel leases at once. For emails it is more than the
/// [`Mailer`] sends at once, so that its connections have emails to send while outcomes are
/// recorded and emails are leased. For the others it is what one receiver may get at once.
const fn concurrency(channel: Channel) -> usize {
    match channel {
        Channel::Mails => 64,
        Channel::Webhooks | Channel::Pushes => 8,
    }
}

const RECORD_RETRY: Duration = Duration::from_millis(500);

/// The database connections for emails: leasing, recording, and periodic jobs do not wait for each other.
pub const MAIL_CONNECTIONS: usize = 3;

/// The database connections for webhooks or push messages: leasing and recording do not wait for
/// each other.
pub const ANNOUNCEMENT_CONNECTIONS: usize = 2;

pub struct Delivery<S = Mailer> {
    /// A pool of [`MAIL_CONNECTIONS`], only for emails and periodic jobs.
    pub store: Store,
    /// A pool of [`ANNOUNCEMENT_CONNECTIONS`] each for webhooks and for push messages, if they are on.
    pub announcement_store: Store,
    pub senders: Arc<Senders<S>>,
    pub follow_ups: FollowUps,
    pub notifier: Arc<DeliveryNotifier>,
    /// Prunes, and saves anew what an earlier version of the server saved.
    pub tidy: for<'a> fn(&'a Store) -> LocalBoxFuture<'a, Result<(), StoreError>>,
    /// The longest time that a quarantined email waits for others.
    pub digest_delay: Duration,
    pub metrics: Metrics,
}

/// A periodic job: the pause after a run, and the run, which returns the number of enqueued messages.
type Job<S> = (
    Duration,
    for<'a> fn(&'a Delivery<S>) -> LocalBoxFuture<'a, Result<usize, StoreError>>,
);

impl<S: SendMail> Delivery<S> {
    const JOBS: [Job<S>; 3] = [
        (POLL, |it| {
            digest::gather(&it.store, it.digest_delay).boxed_local()
        }),
        (Duration::from_secs(30), |it| it.remind().boxed_local()),
        (Duration::from_mins(1), |it| {
            (it.tidy)(&it.store).map_ok(|()| 0).boxed_local()
        }),
    ];

    /// Delivers until `stop` is cancelled. From then on it leases nothing; it sends and records the
    /// messages in flight.
    pub async fn run(self, stop: CancellationToken) {
        let outages = OutageLog::default();
        let channels = Channel::ALL.iter();
        let deliveries = channels.map(|&channel| self.deliver(channel, &outages, &stop));
        tokio::join!(join_all(deliveries), self.run_jobs(&outages, &stop));
    }

    async fn deliver(&self, channel: Channel, outages: &OutageLog, stop: &CancellationToken) {
        let store = match channel {
            Channel::Webhooks if self.senders.webhooks.is_some() => &self.announcement_store,
            Channel::Pushes if self.senders.push.is_some() => &self.announcement_store,
            Channel::Pushes => return,
            // Webhooks that were made for an earlier receiver are given up.
            Channel::Mails | Channel::Webhooks => &self.store,
        };
        let mut in_flight = FuturesUnordered::new();
        let mut ended = Vec::new();
        // The number of outcomes in `ended` that could not be recorded so far.
        let mut unrecorded = 0;
        // A separate log, because recording may be refused while leasing works.
        let refusals = OutageLog::default();
        loop {
            let room = concurrency(channel).saturating_sub(in_flight.len() + unrecorded);
            let next = async {
                if stop.is_cancelled() {
                    return None;
                }
                self.notifier.let_leads_pass().await;
                let follow_first = channel == Channel::Mails && self.follow_ups.are_on();
                if follow_first {
                    let enqueued = follow_up::enqueue(store, &self.follow_ups).await;
                    if outages.observe(enqueued) == Some(true) {
                        self.notifier.notify_all();
                    }
                }
                if room == 0 {
                    return None;
                }
                outages.observe(lease(store, channel, room, follow_first).await)
            };
            let last = async {
                if !ended.is_empty() {
                    refusals.observe(record(store, &mut ended).await);
                }
            };
            // Concurrently, because each waits for a commit.
            let (leased, ()) = tokio::join!(next, last);
            unrecorded = ended.len();
            let leased = leased.unwrap_or_default();
            in_flight.extend(leased.into_iter().map(|mail| self.attempt(store, mail)));
            let is_stopping = stop.is_cancelled();
            if is_stopping && in_flight.is_empty() && unrecorded == 0 {
                return;
            }
            tokio::select! {
                Some(first) = in_flight.next() => {
                    ended.push(first);
                    while let Some(Some(next)) = in_flight.next().now_or_never() {
                        ended.push(next);
                    }
                }
                () = sleep(RECORD_RETRY), if unrecorded > 0 => {}
                () = stop.cancelled(), if !is_stopping => {}
                () = self.notifier.notified(channel), if !is_stopping => {}
                () = sleep(POLL), if !is_stopping => {}
            }
        }
    }

    /// Sends a message in a separate task, so that a panic ends only this attempt. Logs and counts
    /// the outcome.
    async fn attempt(&self, store: &Store, message: LeasedMessage) -> Attempt {
        let message = Arc::new(message);
        // There were more attempts than allowed because the process died or was killed during each.
        let sent = if message.attempt > max_attempts(message.kind) {
            Err(crash())
        } else {
            let (senders, leased) = (Arc::clone(&self.senders), Arc::clone(&message));
            let mut sending = tokio::spawn(async move { senders.send(&leased).await });
            loop {
                match timeout(store.deadlines.renewal, &mut sending).await {
                    Ok(sent) => break sent.unwrap_or_else(|_| Err(crash())),
                    // If the renewal fails, the lease leaves time for another one.
                    Err(_) => drop(renew(store, &message).await),
                }
            }
        };
        let outcome =
            sent.unwrap_or_else(|failure| outcome_of(message.kind, failure, message.attempt));
        report(&self.metrics, &message, &outcome);
        Attempt {
            message,
            outcome,
            ended_at: Instant::now(),
        }
    }

    async fn remind(&self) -> Result<usize, StoreError> {
        if self.senders.push.is_none() {
            return Ok(0);
        }
        reminders::enqueue(&self.store, &self.follow_ups.push_to).await
    }

    /// Runs the periodic jobs, one at a time, so that they need one connection.
    async fn run_jobs(&self, outages: &OutageLog, stop: &CancellationToken) {
        let mut jobs = Self::JOBS.map(|job| (Instant::now(), job));
        while let Some((due_at, (pause, run))) = jobs.iter_mut().min_by_key(|(due_at, _)| *due_at) {
            let run = async {
                sleep_until(*due_at).await;
                run(self).await
            };
            let Some(enqueued) = stop.run_until_cancelled(run).await else {
                return;
            };
            if let Some(messages @ 1..) = outages.observe(enqueued) {
                info!(messages, "enqueued, or gathered in a digest");
                self.notifier.notify_all();
            }
            *due_at = Instant::now() + *pause;
        }
    }
}

/// Records the outcomes of attempts, and removes them from `ended`. If Postgres refuses one, the
/// others are still recorded. If the database is unavailable, they stay for `Deadlines::record`.
/// An email whose outcome is not recorded is sent again.
async fn record(store: &Store, ended: &mut Vec<Attempt>) -> Result<(), StoreError> {
    let mut outcome = record_outcomes(store, ended).await;
    match &outcome {
        Err(cause) if cause.is_refusal() && ended.len() > 1 => {
            outcome = Ok(());
            for attempt in mem::take(ended) {
                // Each may wait for a lock as long as the whole batch did.
                if attempt.ended_at.elapsed() >= store.deadlines.record {
                    continue;
                }
                if let Err(cause) = record_outcomes(store, slice::from_ref(&attempt)).await {
                    if cause.is_outage() {
                        ended.push(attempt);
                    }
                    outcome = Err(cause);
                }
            }
        }
        Err(cause) if cause.is_outage() => {}
        Ok(()) | Err(_) => ended.clear(),
    }
    ended.retain(|attempt| attempt.ended_at.elapsed() < store.deadlines.record);
    outcome
}
