//! Sends the mails, the webhooks and the push messages of the outbox.
//!
//! Every backend process runs one delivery; they share the work. Mails are leased, sent, and
//! recorded as sent. If a process dies, another sends the mails that it had leased when the lease
//! is over. So a mail is sent twice only if the process died, or the database was unavailable for
//! long, between the mail server's acceptance and the record of it; it has the same `Message-ID`
//! then. Webhooks and push messages go the same way, each in a loop of their own: a receiver that is
//! slow or fails delays nothing else.

use std::{cell::Cell, sync::Arc, time::Duration};

use chrono::Utc;
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::{
    config::command_line,
    mail::{
        digest,
        message::Mail,
        transport::{MAIL_TIMEOUT, MailError, Mailer},
    },
    observability::{error_chain::chain, metrics::Metrics},
    outbound::{self, OutboundError},
    push::{Notification, PushClient},
    store::{
        Store, StoreError,
        desk::push_subscriptions,
        outbox::{
            self,
            failure::{DeliveryFailure, FailureClass},
            follow_up::FollowUps,
            lease::{Channel, LeaseTerms, LeasedMessage, MessageSubject, lease},
            outcome::{DeliveryOutcome, record_outcomes},
        },
        pruning,
    },
    webhooks::{Event, WebhookClient},
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

/// The delay after the first failure. Each further one is twice as long, up to [`LONGEST_DELAY`].
const FIRST_DELAY: Duration = Duration::from_secs(15);

/// The longest delay after a failure.
const LONGEST_DELAY: Duration = Duration::from_hours(3);

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

/// The attempts after which a mail or a webhook is dead. They span at least 72 hours: a mail server
/// that breaks on a Friday evening is repaired on Monday.
const MAX_ATTEMPTS: i32 = 42;

/// Wakes the delivery.
#[derive(Debug, Default)]
pub struct DeliveryNotifier {
    mails: Notify,
    webhooks: Notify,
    pushes: Notify,
}

impl DeliveryNotifier {
    /// Notifies the delivery that something of this channel is due now.
    pub fn notify(&self, channel: Channel) {
        self.of(channel).notify_one();
    }

    async fn notified(&self, channel: Channel) {
        self.of(channel).notified().await;
    }

    fn of(&self, channel: Channel) -> &Notify {
        match channel {
            Channel::Mails => &self.mails,
            Channel::Webhooks => &self.webhooks,
            Channel::Pushes => &self.pushes,
        }
    }
}

/// How many connections to the database a [`Delivery`] needs, so that leasing, recording and
/// maintenance do not wait for each other.
#[must_use]
pub const fn connections(sends_webhooks: bool, sends_pushes: bool) -> usize {
    3 + 2 * (sends_webhooks as usize + sends_pushes as usize)
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
    /// A pool of [`connections`] for the delivery alone: requests do not wait for it.
    pub store: Store,
    /// Sends the mails.
    pub mailer: Arc<S>,
    /// What follows from leads.
    pub follow_ups: FollowUps,
    /// Sends the webhooks. `None` leaves those that there are in the outbox.
    pub webhooks: Option<Arc<WebhookClient>>,
    /// Sends the push messages, likewise.
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
            let sent = if message.attempt > MAX_ATTEMPTS {
                Err(crash())
            } else {
                let leased = Arc::clone(&message);
                tokio::spawn(async move {
                    send(&*mailer, webhooks.as_deref(), push.as_deref(), &leased).await
                })
                .await
                .unwrap_or_else(|_| Err(crash()))
            };
            let outcome = sent.unwrap_or_else(|failure| match message.subject {
                MessageSubject::AutoReply(_) | MessageSubject::Push(..) => {
                    short_lived_outcome(failure, message.attempt)
                }
                _ => outcome_of(failure, message.attempt),
            });
            (message, outcome)
        }
    }

    /// Logs, counts and records the outcomes of attempts. If the database becomes unavailable,
    /// retries while the leases last: a mail whose outcome is not recorded is sent again.
    async fn record(&self, attempts: &[Attempt]) -> Result<(), StoreError> {
        for (message, outcome) in attempts {
            match message.subject {
                MessageSubject::Webhook(_) => self.report_webhook(message, outcome),
                MessageSubject::AutoReply(_) => report_short_lived("auto-reply", message, outcome),
                MessageSubject::Push(..) => report_short_lived("push message", message, outcome),
                _ => self.report(message, outcome),
            }
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

    fn report(&self, mail: &LeasedMessage, outcome: &DeliveryOutcome) {
        let LeasedMessage {
            id,
            attempt,
            subject,
        } = mail;
        match outcome {
            DeliveryOutcome::Sent { .. } => {
                info!(mail = %id, attempt, "a mail was sent");
                let since_lead = match subject {
                    MessageSubject::Lead { saved_at, .. } => (Utc::now() - saved_at).to_std().ok(),
                    _ => None,
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
            // Mails to the owner are not stopped.
            DeliveryOutcome::Stopped { .. } => {}
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

    fn report_webhook(&self, webhook: &LeasedMessage, outcome: &DeliveryOutcome) {
        let LeasedMessage { id, attempt, .. } = webhook;
        match outcome {
            DeliveryOutcome::Sent { .. } => {
                info!(webhook = %id, attempt, "a webhook was sent");
                self.metrics.webhook_sent();
            }
            DeliveryOutcome::Postponed { delay, failure } => {
                warn!(
                    webhook = %id,
                    attempt,
                    failure = failure.description,
                    seconds = delay.as_secs(),
                    "a webhook was not sent: it is tried again"
                );
                self.metrics.webhook_postponed();
            }
            DeliveryOutcome::Dead { failure } => {
                error!(
                    webhook = %id,
                    attempt,
                    failure = failure.description,
                    "a webhook is dead: mend the cause, then run `{}`",
                    command_line("outbox retry --dead")
                );
                self.metrics.webhook_dead();
            }
            // Their subject is another one then.
            DeliveryOutcome::Erased | DeliveryOutcome::Stopped { .. } => {}
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
            self.notifier.notify(Channel::Mails);
        }
        Ok(())
    }
}

fn report_short_lived(kind: &str, message: &LeasedMessage, outcome: &DeliveryOutcome) {
    let LeasedMessage { id, attempt, .. } = message;
    match outcome.failure() {
        None => info!(%id, kind, attempt, "a message was sent"),
        Some(failure) => warn!(
            %id,
            kind,
            attempt,
            failure = failure.description,
            "a message was not sent"
        ),
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

/// Composes and sends a mail, a webhook or a push message.
async fn send(
    mailer: &impl SendMail,
    webhooks: Option<&WebhookClient>,
    push: Option<&PushClient>,
    LeasedMessage { id, subject, .. }: &LeasedMessage,
) -> Result<DeliveryOutcome, DeliveryFailure> {
    let mail = match subject {
        MessageSubject::Lead { lead, .. } => Mail::of_lead(lead, *id),
        MessageSubject::Digest(members) => Mail::new(digest::compose(members), *id, None),
        MessageSubject::Webhook(lead) => {
            // Webhooks are leased only with a client.
            let webhooks = webhooks.ok_or_else(crash)?;
            let status = webhooks.send(*id, &Event::lead_created(lead)).await?;
            let http_status = Some(status.as_u16());
            return Ok(DeliveryOutcome::Sent { http_status });
        }
        MessageSubject::Push(lead, subscription) => {
            let push = push.ok_or_else(crash)?;
            let notification = Notification::lead_created(lead);
            let status = push.send(*id, subscription, &notification).await?;
            let http_status = Some(status.as_u16());
            return Ok(DeliveryOutcome::Sent { http_status });
        }
        MessageSubject::AutoReply(lead) => match Mail::auto_reply(lead, *id) {
            Some(mail) => mail,
            None => return Ok(DeliveryOutcome::Erased),
        },
        MessageSubject::Erased => return Ok(DeliveryOutcome::Erased),
    };
    mailer.send(&mail).await?;
    Ok(DeliveryOutcome::Sent { http_status: None })
}

impl From<MailError> for DeliveryFailure {
    fn from(cause: MailError) -> Self {
        Self {
            class: cause.class(),
            description: chain(&cause),
            http_status: None,
            retry_after: None,
        }
    }
}

impl From<OutboundError> for DeliveryFailure {
    fn from(cause: OutboundError) -> Self {
        Self {
            class: cause.class(),
            description: chain(&cause),
            http_status: cause.status().map(|status| status.as_u16()),
            retry_after: cause.retry_after(),
        }
    }
}

/// The failure of an attempt that panicked. The panic's message may repeat the visitor's text, so
/// it is not kept.
fn crash() -> DeliveryFailure {
    DeliveryFailure {
        class: FailureClass::Crashed,
        description: "the program failed at it".to_owned(),
        http_status: None,
        retry_after: None,
    }
}

fn outcome_of(failure: DeliveryFailure, attempt: i32) -> DeliveryOutcome {
    let is_final = matches!(failure.class, FailureClass::Unwritable | FailureClass::Gone);
    if is_final || attempt >= MAX_ATTEMPTS {
        return DeliveryOutcome::Dead { failure };
    }
    let delay = delay_after(attempt).mul_f64(rand::random_range(JITTER));
    let asked = failure.retry_after.unwrap_or_default().min(LONGEST_DELAY);
    DeliveryOutcome::Postponed {
        delay: delay.max(asked),
        failure,
    }
}

/// The attempts after which an auto-reply or a push message is stopped: they span half an hour. Later its
/// visitor would wonder, and the owner has read the mail.
const MAX_SHORT_LIVED_ATTEMPTS: i32 = 8;

/// What is refused for good is an address that somebody mistyped or made up, or a browser that has ended
/// its subscription.
fn short_lived_outcome(failure: DeliveryFailure, attempt: i32) -> DeliveryOutcome {
    let is_final = matches!(
        failure.class,
        FailureClass::Refused | FailureClass::Gone | FailureClass::Unwritable
    );
    if is_final || attempt >= MAX_SHORT_LIVED_ATTEMPTS {
        DeliveryOutcome::Stopped { failure }
    } else {
        outcome_of(failure, attempt)
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

    use futures_util::FutureExt;

    use super::{
        Channel, DeliveryFailure, DeliveryNotifier, DeliveryOutcome, FailureClass, JITTER,
        MAX_ATTEMPTS, MAX_SHORT_LIVED_ATTEMPTS, delay_after, outcome_of, short_lived_outcome,
    };

    #[test]
    fn a_notification_wakes_its_channel_once() {
        let notifier = DeliveryNotifier::default();
        let channels = [Channel::Mails, Channel::Webhooks, Channel::Pushes];
        for notified in channels {
            notifier.notify(notified);
            for expected in [true, false] {
                for channel in channels {
                    let is_woken = notifier.notified(channel).now_or_never().is_some();
                    assert_eq!(is_woken, expected && channel == notified, "{channel:?}");
                }
            }
        }
    }

    fn failure(class: FailureClass) -> DeliveryFailure {
        DeliveryFailure {
            class,
            description: String::new(),
            http_status: None,
            retry_after: None,
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
    fn every_failure_is_retried_until_the_last_attempt_except_what_no_attempt_can_change() {
        for class in FailureClass::ALL {
            let first = outcome_of(failure(class), 1);
            if matches!(class, FailureClass::Unwritable | FailureClass::Gone) {
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

    #[test]
    fn an_auto_reply_is_stopped_when_it_is_refused_or_half_an_hour_old() {
        let stops = |class, attempt| {
            let outcome = short_lived_outcome(failure(class), attempt);
            matches!(outcome, DeliveryOutcome::Stopped { .. })
        };
        assert!(stops(FailureClass::Refused, 1));
        assert!(!stops(FailureClass::Deferred, MAX_SHORT_LIVED_ATTEMPTS - 1));
        assert!(stops(FailureClass::Deferred, MAX_SHORT_LIVED_ATTEMPTS));
        let longest: Duration = (1..MAX_SHORT_LIVED_ATTEMPTS).map(delay_after).sum();
        assert!((30..40).contains(&(longest.as_secs() / 60)), "{longest:?}");
    }

    #[test]
    fn a_receiver_that_asks_to_be_left_alone_is_so_for_three_hours_at_most() {
        for (asked, from, to) in [(1, 11, 19), (600, 600, 600), (999_999, 10_800, 10_800)] {
            let failure = DeliveryFailure {
                retry_after: Some(Duration::from_secs(asked)),
                ..failure(FailureClass::Deferred)
            };
            let DeliveryOutcome::Postponed { delay, .. } = outcome_of(failure, 1) else {
                panic!("given up at once");
            };
            assert!((from..=to).contains(&delay.as_secs()), "{delay:?}");
        }
    }
}
