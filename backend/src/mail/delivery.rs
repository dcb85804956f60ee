//! Sends the mails of the outbox.
//!
//! Every backend process runs one delivery; they share the work. Mails are leased, sent, and
//! recorded as sent. If a process dies, another sends the mails that it had leased when the lease
//! is over. So a mail is sent twice only if the process died, or the database was unavailable for
//! long, between the mail server's acceptance and the record of it; it has the same `Message-ID`
//! then.

use std::{cell::Cell, sync::Arc, time::Duration};

use chrono::Utc;
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::{
    digest,
    message::Mail,
    transport::{MAIL_TIMEOUT, MailError, Mailer},
};
use crate::{
    config::command_line,
    observability::{error_chain::chain, metrics::Metrics},
    store::{
        Store, StoreError,
        outbox::{
            self,
            failure::{DeliveryFailure, FailureClass},
            lease::{LeaseTerms, LeasedMail, MailSubject, lease},
            outcome::{DeliveryOutcome, record_outcomes},
        },
        pruning,
    },
};

/// How often the outbox is polled without a notification: for the mails of other processes that
/// died, for retries, and for a digest that is due.
const POLL: Duration = Duration::from_secs(2);

/// How often expired rows are pruned.
const MAINTENANCE_INTERVAL: Duration = Duration::from_mins(1);

/// How many mails are leased at once. More than the [`Mailer`] sends at once: while outcomes are
/// recorded and mails leased, its connections have mails to send.
const CONCURRENCY: usize = 64;

/// How long outcomes are kept for a database that is unavailable.
const RECORD_TIMEOUT: Duration = Duration::from_secs(20);

/// How often recording them is retried meanwhile.
const RECORD_RETRY: Duration = Duration::from_millis(500);

/// The delay after the first failure. Each further one is twice as long, up to [`LONGEST_DELAY`].
const FIRST_DELAY: Duration = Duration::from_secs(15);

/// The longest delay after a failure.
const LONGEST_DELAY: Duration = Duration::from_hours(3);

/// A lease lasts longer than an attempt and the record of its outcome.
const LEASE_TERMS: LeaseTerms = LeaseTerms {
    shortest: MAIL_TIMEOUT.saturating_add(Duration::from_secs(30)),
    first_delay: FIRST_DELAY,
    longest_delay: LONGEST_DELAY,
};

/// The attempts after which a mail is dead. They span at least 72 hours: a mail server that breaks
/// on a Friday evening is repaired on Monday.
const MAX_ATTEMPTS: i32 = 42;

/// Wakes the delivery when a mail is due.
#[derive(Debug, Default)]
pub struct MailNotifier(Notify);

impl MailNotifier {
    /// Notifies the delivery that a mail is due now.
    pub fn notify(&self) {
        self.0.notify_one();
    }
}

/// Sends mails, as the [`Mailer`] does.
pub trait SendMail: Send + Sync + 'static {
    /// Sends a mail.
    ///
    /// # Errors
    /// When the mail was not sent, as far as is known.
    fn send(&self, mail: &Mail) -> impl Future<Output = Result<(), MailError>> + Send;
}

impl SendMail for Mailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        Self::send(self, mail).await
    }
}

/// The delivery of one process.
pub struct Delivery<S = Mailer> {
    /// A pool of three connections for the delivery alone: requests do not wait for it, and leasing,
    /// recording and maintenance do not wait for each other.
    pub store: Store,
    /// Sends the mails.
    pub mailer: Arc<S>,
    /// Wakes the delivery.
    pub notifier: Arc<MailNotifier>,
    /// How long the first quarantined mail waits for the others.
    pub digest_delay: Duration,
    /// Counts the outcomes.
    pub metrics: Metrics,
}

type Attempt = (Arc<LeasedMail>, DeliveryOutcome);

impl<S: SendMail> Delivery<S> {
    /// Delivers until `stop` is cancelled. From then on no mail is leased; those in flight are sent
    /// and recorded.
    pub async fn run(self, stop: CancellationToken) {
        let outages = OutageLog::default();
        tokio::join!(
            self.deliver(&outages, &stop),
            self.run_maintenance(&outages, &stop),
        );
    }

    async fn deliver(&self, outages: &OutageLog, stop: &CancellationToken) {
        let mut in_flight = FuturesUnordered::new();
        let mut ended = Vec::new();
        loop {
            let room = CONCURRENCY - in_flight.len();
            let next = async {
                if room == 0 || stop.is_cancelled() {
                    return None;
                }
                outages.observe(lease(&self.store, room, LEASE_TERMS).await)
            };
            let last = async {
                if !ended.is_empty() {
                    outages.observe(self.record(&ended).await);
                }
            };
            // Side by side: each waits for a commit.
            let (leased, ()) = tokio::join!(next, last);
            ended.clear();
            in_flight.extend(leased.into_iter().flatten().map(|mail| self.attempt(mail)));
            let has_room = in_flight.len() < CONCURRENCY;
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
                () = self.notifier.0.notified(), if has_room && !is_stopping => {}
                () = sleep(POLL), if has_room && !is_stopping => {}
            }
        }
    }

    /// Sends a mail in a task of its own: a panic ends this attempt, and nothing else.
    fn attempt(&self, mail: LeasedMail) -> impl Future<Output = Attempt> + use<S> {
        let mailer = Arc::clone(&self.mailer);
        let mail = Arc::new(mail);
        async move {
            // More attempts than allowed: the process died or was killed during each of them.
            let sent = if mail.attempt > MAX_ATTEMPTS {
                Err(crash())
            } else {
                let leased = Arc::clone(&mail);
                tokio::spawn(async move { send(&*mailer, &leased).await })
                    .await
                    .unwrap_or_else(|_| Err(crash()))
            };
            let outcome = sent.unwrap_or_else(|failure| outcome_of(failure, mail.attempt));
            (mail, outcome)
        }
    }

    /// Logs, counts and records the outcomes of attempts. If the database becomes unavailable,
    /// retries while the leases last: a mail whose outcome is not recorded is sent again.
    async fn record(&self, attempts: &[Attempt]) -> Result<(), StoreError> {
        for (mail, outcome) in attempts {
            self.report(mail, outcome);
        }
        let given_up = Instant::now() + RECORD_TIMEOUT;
        loop {
            let outcomes = attempts.iter().map(|(mail, outcome)| (&**mail, outcome));
            match record_outcomes(&self.store, outcomes).await {
                Err(cause) if cause.is_outage() && Instant::now() < given_up => {
                    sleep(RECORD_RETRY).await;
                }
                recorded => return recorded,
            }
        }
    }

    fn report(&self, mail: &LeasedMail, outcome: &DeliveryOutcome) {
        let LeasedMail {
            id,
            attempt,
            subject,
        } = mail;
        match outcome {
            DeliveryOutcome::Sent => {
                info!(mail = %id, attempt, "a mail was sent");
                let since_lead = match subject {
                    MailSubject::Lead { saved_at, .. } => (Utc::now() - saved_at).to_std().ok(),
                    MailSubject::Digest(_) | MailSubject::Erased => None,
                };
                self.metrics.mail_sent(since_lead);
            }
            DeliveryOutcome::Erased => {
                info!(mail = %id, "the subject of a mail has been erased: it is not sent");
            }
            DeliveryOutcome::Postponed { delay, failure } => {
                warn!(
                    mail = %id,
                    attempt,
                    failure = failure.description,
                    seconds = delay.as_secs(),
                    "a mail was not sent: it is tried again"
                );
                self.metrics.mail_postponed();
            }
            DeliveryOutcome::Dead { failure } => {
                error!(
                    mail = %id,
                    attempt,
                    failure = failure.description,
                    "a mail is dead: mend the cause, then run `{}`",
                    command_line("outbox retry --dead")
                );
                self.metrics.mail_dead();
            }
        }
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
        let mails = outbox::gather_digest(&self.store, self.digest_delay).await?;
        if mails > 0 {
            info!(mails, "a digest was put into the outbox");
            self.notifier.notify();
        }
        Ok(())
    }
}

/// Logs when the outbox becomes unavailable, and when it is available again. Not at each attempt:
/// the database may be unavailable for long.
#[derive(Default)]
struct OutageLog {
    is_out: Cell<bool>,
}

impl OutageLog {
    fn observe<T>(&self, outcome: Result<T, StoreError>) -> Option<T> {
        match outcome {
            Ok(value) => {
                if self.is_out.replace(false) {
                    info!("the outbox is reached again");
                }
                Some(value)
            }
            Err(cause) => {
                if !self.is_out.replace(true) {
                    warn!(cause = chain(&cause), "the outbox is not reached");
                }
                None
            }
        }
    }
}

/// Composes and sends a mail.
async fn send(
    mailer: &impl SendMail,
    mail: &LeasedMail,
) -> Result<DeliveryOutcome, DeliveryFailure> {
    let mail = match &mail.subject {
        MailSubject::Lead { lead, .. } => Mail::of_lead(lead, mail.id),
        MailSubject::Digest(members) => Mail::new(digest::compose(members), mail.id, None),
        MailSubject::Erased => return Ok(DeliveryOutcome::Erased),
    };
    match mailer.send(&mail).await {
        Ok(()) => Ok(DeliveryOutcome::Sent),
        Err(cause) => Err(DeliveryFailure {
            class: cause.class(),
            description: chain(&cause),
        }),
    }
}

/// The failure of an attempt that panicked. The panic's message may repeat the visitor's text, so
/// it is not kept.
fn crash() -> DeliveryFailure {
    DeliveryFailure {
        class: FailureClass::Crashed,
        description: "the program failed at this mail".to_owned(),
    }
}

fn outcome_of(failure: DeliveryFailure, attempt: i32) -> DeliveryOutcome {
    if failure.class == FailureClass::Unwritable || attempt >= MAX_ATTEMPTS {
        DeliveryOutcome::Dead { failure }
    } else {
        DeliveryOutcome::Postponed {
            delay: delay_after(attempt).mul_f64(rand::random_range(JITTER)),
            failure,
        }
    }
}

/// Spreads the retries of mails that failed together.
const JITTER: std::ops::Range<f64> = 0.75..1.25;

/// The delay after an attempt, from 1 on.
fn delay_after(attempt: i32) -> Duration {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0);
    2_u32
        .checked_pow(doublings)
        .and_then(|factor| FIRST_DELAY.checked_mul(factor))
        .map_or(LONGEST_DELAY, |delay| delay.min(LONGEST_DELAY))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{
        DeliveryFailure, DeliveryOutcome, FailureClass, JITTER, MAX_ATTEMPTS, delay_after,
        outcome_of,
    };

    fn failure(class: FailureClass) -> DeliveryFailure {
        DeliveryFailure {
            class,
            description: String::new(),
        }
    }

    #[test]
    fn a_mail_is_tried_for_at_least_72_hours() {
        let longest: Duration = (1..MAX_ATTEMPTS).map(delay_after).sum();
        assert!(longest.mul_f64(JITTER.start) >= Duration::from_hours(72));
    }

    #[test]
    fn delays_double_up_to_the_longest() {
        let delays: Vec<u64> = (1..=12).map(|n| delay_after(n).as_secs()).collect();
        assert_eq!(
            delays,
            [
                15, 30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 10800, 10800
            ]
        );
        assert_eq!(delay_after(1000), Duration::from_hours(3));
    }

    #[test]
    fn every_failure_is_retried_until_the_last_attempt_except_a_mail_that_cannot_be_composed() {
        for class in FailureClass::ALL {
            let first = outcome_of(failure(class), 1);
            if class == FailureClass::Unwritable {
                assert!(matches!(first, DeliveryOutcome::Dead { .. }));
                continue;
            }
            let DeliveryOutcome::Postponed { delay, .. } = first else {
                panic!("given up at once: {class:?}");
            };
            assert!(delay >= Duration::from_secs(11) && delay < Duration::from_secs(19));
            assert!(matches!(
                outcome_of(failure(class), MAX_ATTEMPTS - 1),
                DeliveryOutcome::Postponed { .. }
            ));
            assert!(matches!(
                outcome_of(failure(class), MAX_ATTEMPTS),
                DeliveryOutcome::Dead { .. }
            ));
        }
    }
}
