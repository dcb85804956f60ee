//! Sends the mails, the webhooks and the push messages of the outbox.
//!
//! Every backend process runs one delivery; they share the work. Mails are leased, sent, and
//! recorded as sent. If a process dies, another sends the mails that it had leased when the lease
//! is over. So a mail is sent twice only if the process died, or the database was unavailable for
//! long, between the mail server's acceptance and the record of it; it has the same `Message-ID`
//! then. Webhooks and push messages go the same way, each in a loop of their own: a receiver that is
//! slow or fails delays nothing else.

mod notifier;
mod outage_log;
mod report;
mod retry;
mod send;

use std::{sync::Arc, time::Duration};

use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::info;

pub use notifier::DeliveryNotifier;
pub use report::create_counters;
pub use send::SendMail;

use self::{
    outage_log::OutageLog,
    report::report,
    retry::{FIRST_DELAY, LONGEST_DELAY, max_attempts, outcome_of},
    send::{crash, send},
};
use crate::{
    mail::transport::{MAIL_TIMEOUT, Mailer},
    observability::metrics::Metrics,
    outbound,
    push::PushClient,
    store::{
        Store, StoreError,
        desk::push_subscriptions,
        outbox::{
            digest,
            failure::DeliveryFailure,
            follow_up::FollowUps,
            kind::Channel,
            lease::{LeaseTerms, lease},
            message::{LeasedMessage, MessageSubject},
            outcome::{DeliveryOutcome, record_outcomes},
        },
        pruning,
    },
    webhooks::WebhookClient,
};

/// How often the outbox is polled without a notification: for the mails of other processes that
/// died, for retries, and for a digest that is due.
const POLL: Duration = Duration::from_secs(2);

/// How often expired rows are pruned.
const MAINTENANCE_INTERVAL: Duration = Duration::from_mins(1);

/// How many are leased at once. Of mails, more than the [`Mailer`] sends at once: while outcomes are
/// recorded and mails leased, its connections have mails to send. Of the others, as many as a receiver
/// may be sent at once.
const fn concurrency(channel: Channel) -> usize {
    match channel {
        Channel::Mails => 64,
        Channel::Webhooks | Channel::Pushes => 8,
    }
}

/// How long outcomes are kept for a database that is unavailable.
const RECORD_TIMEOUT: Duration = Duration::from_secs(20);

/// How often recording them is retried meanwhile.
const RECORD_RETRY: Duration = Duration::from_millis(500);

/// A lease lasts longer than an attempt and the record of its outcome.
const fn lease_terms(channel: Channel) -> LeaseTerms {
    let attempt = match channel {
        Channel::Mails => MAIL_TIMEOUT,
        Channel::Webhooks | Channel::Pushes => outbound::TIMEOUT,
    };
    LeaseTerms {
        shortest: attempt.saturating_add(Duration::from_secs(30)),
        first_delay: FIRST_DELAY,
        longest_delay: LONGEST_DELAY,
    }
}

/// How many connections to the database a [`Delivery`] needs, so that leasing, recording and
/// maintenance do not wait for each other.
#[must_use]
pub const fn connections(sends_webhooks: bool, sends_pushes: bool) -> usize {
    3 + 2 * (sends_webhooks as usize + sends_pushes as usize)
}

/// The delivery of one process.
pub struct Delivery<S = Mailer> {
    /// A pool of [`connections`] for the delivery alone: requests do not wait for it.
    pub store: Store,
    /// Sends the mails.
    pub mailer: Arc<S>,
    /// What follows from leads.
    pub follow_ups: FollowUps,
    /// Sends the webhooks. `None` leaves them in the outbox.
    pub webhooks: Option<Arc<WebhookClient>>,
    /// Sends the push messages. `None` leaves them in the outbox.
    pub push: Option<Arc<PushClient>>,
    /// Wakes the delivery.
    pub notifier: Arc<DeliveryNotifier>,
    /// How long the first quarantined mail waits for the others.
    pub digest_delay: Duration,
    /// Counts the outcomes.
    pub metrics: Metrics,
}

type Attempt = (Arc<LeasedMessage>, DeliveryOutcome);

impl<S: SendMail> Delivery<S> {
    /// Delivers until `stop` is cancelled. From then on nothing is leased; what is in flight is sent
    /// and recorded.
    pub async fn run(self, stop: CancellationToken) {
        let outages = OutageLog::default();
        let deliver_if = async |is_on, channel| {
            if is_on {
                self.deliver(channel, &outages, &stop).await;
            }
        };
        tokio::join!(
            self.deliver(Channel::Mails, &outages, &stop),
            deliver_if(self.webhooks.is_some(), Channel::Webhooks),
            deliver_if(self.push.is_some(), Channel::Pushes),
            self.run_maintenance(&outages, &stop),
        );
    }

    async fn deliver(&self, channel: Channel, outages: &OutageLog, stop: &CancellationToken) {
        let concurrency = concurrency(channel);
        let mut in_flight = FuturesUnordered::new();
        let mut ended = Vec::new();
        loop {
            let room = concurrency - in_flight.len();
            let next = async {
                if room == 0 || stop.is_cancelled() {
                    return None;
                }
                let terms = lease_terms(channel);
                outages.observe(lease(&self.store, channel, room, terms, &self.follow_ups).await)
            };
            let last = async {
                if !ended.is_empty() {
                    outages.observe(self.record(&ended).await);
                }
            };
            // Side by side: each waits for a commit.
            let (leased, ()) = tokio::join!(next, last);
            ended.clear();
            let leased = leased.unwrap_or_default();
            let is_followed_up = leased.iter().any(|mail| mail.new_lead().is_some());
            if is_followed_up {
                if self.follow_ups.auto_replies.is_some() {
                    self.notifier.notify(Channel::Mails);
                }
                self.notifier.notify(Channel::Webhooks);
                self.notifier.notify(Channel::Pushes);
            }
            in_flight.extend(leased.into_iter().map(|message| self.attempt(message)));
            let has_room = in_flight.len() < concurrency;
            let is_stopping = stop.is_cancelled();
            if is_stopping && in_flight.is_empty() {
                return;
            }
            tokio::select! {
                Some(first) = in_flight.next() => {
                    ended.push(first);
                    while let Some(Some(next)) = in_flight.next().now_or_never() {
                        ended.push(next);
                    }
                }
                () = stop.cancelled(), if !is_stopping => {}
                () = self.notifier.notified(channel), if has_room && !is_stopping => {}
                () = sleep(POLL), if has_room && !is_stopping => {}
            }
        }
    }

    /// Sends a message in a task of its own: a panic ends this attempt, and nothing else.
    fn attempt(&self, message: LeasedMessage) -> impl Future<Output = Attempt> + use<S> {
        let mailer = Arc::clone(&self.mailer);
        let (webhooks, push) = (self.webhooks.clone(), self.push.clone());
        let message = Arc::new(message);
        async move {
            // More attempts than allowed: the process died or was killed during each of them.
            let sent = if message.attempt > max_attempts(message.kind) {
                Err(crash())
            } else {
                let leased = Arc::clone(&message);
                tokio::spawn(async move {
                    send(&*mailer, webhooks.as_deref(), push.as_deref(), &leased).await
                })
                .await
                .unwrap_or_else(|_| Err(crash()))
            };
            let outcome =
                sent.unwrap_or_else(|failure| outcome_of(message.kind, failure, message.attempt));
            (message, outcome)
        }
    }

    /// Logs, counts and records the outcomes of attempts. If the database becomes unavailable,
    /// retries while the leases last: a mail whose outcome is not recorded is sent again.
    async fn record(&self, attempts: &[Attempt]) -> Result<(), StoreError> {
        for (message, outcome) in attempts {
            report(&self.metrics, message, outcome);
        }
        let given_up = Instant::now() + RECORD_TIMEOUT;
        loop {
            let outcomes = attempts
                .iter()
                .map(|(message, outcome)| (&**message, outcome));
            match record_outcomes(&self.store, outcomes).await {
                Err(cause) if cause.is_outage() && Instant::now() < given_up => {
                    sleep(RECORD_RETRY).await;
                }
                Err(cause) => return Err(cause),
                Ok(()) => break,
            }
        }
        for (message, outcome) in attempts {
            if let MessageSubject::Push(_, subscription) = &message.subject
                && outcome
                    .failure()
                    .is_some_and(DeliveryFailure::is_of_ended_subscription)
            {
                self.store
                    .run(async |connection| {
                        push_subscriptions::remove_ended(connection, subscription).await
                    })
                    .await?;
            }
        }
        Ok(())
    }

    async fn run_maintenance(&self, outages: &OutageLog, stop: &CancellationToken) {
        let mut next_pruning = Instant::now();
        while !stop.is_cancelled() {
            outages.observe(self.gather_digest().await);
            if Instant::now() >= next_pruning {
                outages.observe(pruning::prune(&self.store).await);
                next_pruning = Instant::now() + MAINTENANCE_INTERVAL;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = sleep(POLL) => {}
            }
        }
    }

    async fn gather_digest(&self) -> Result<(), StoreError> {
        let mails = digest::gather(&self.store, self.digest_delay).await?;
        if mails > 0 {
            info!(mails, "a digest was put into the outbox");
            self.notifier.notify(Channel::Mails);
        }
        Ok(())
    }
}
