//! Brings the mails of the outbox to the mail server.
//!
//! Every backend process runs one; they share the work. A mail is claimed for a while, sent, and
//! noted as sent. What a process has claimed when it dies is another's to send after that while, so
//! a mail goes twice only if the process died, or the database went away for long, between the mail
//! server's yes and the note of it; it has the same `Message-ID` then.

use std::{cell::Cell, sync::Arc, time::Duration};

use chrono::Utc;
use futures_util::future::{join_all, join3};
use tokio::{
    sync::{Notify, watch},
    time::{Instant, sleep},
};
use tracing::{error, info, warn};
use validator_wasm::{Lead, OwnerEmail};

use super::{
    Mail, MailError, Mailer, Words, digest, message::reply_address, transport::MAIL_TIMEOUT,
};
use crate::{
    metrics::Metrics,
    store::{
        Store, StoreError, flood,
        outbox::{self, Claim, Ending},
    },
    telemetry,
};

/// How often the outbox is looked into when nothing is announced: the mails of leads whose browser
/// went silent, of other processes that died, and those that are tried again.
const POLL: Duration = Duration::from_secs(2);

/// How many mails are sent at once. One that the mail server is slow with does not hold up the
/// others.
const LANES: usize = 4;

/// How long a database that is away is waited for to note what came of a mail.
const NOTE_TIMEOUT: Duration = Duration::from_secs(20);

/// How often it is tried meanwhile.
const NOTE_RETRY: Duration = Duration::from_millis(500);

/// How long a claim lasts: longer than a mail may take with what is noted of it.
const LEASE: Duration = MAIL_TIMEOUT.saturating_add(Duration::from_secs(30));

/// The first delay after a failure. Each one is twice the one before,
const FIRST_DELAY: Duration = Duration::from_secs(15);

/// up to this one.
const LONGEST_DELAY: Duration = Duration::from_hours(3);

/// After so many attempts a mail is given up. They last for at least 72 hours: a mail server that
/// breaks on a Friday evening is mended on Monday.
const MAX_ATTEMPTS: i32 = 42;

/// Tells the delivery that a mail is due.
#[derive(Debug, Default)]
pub struct NewMail(Notify);

impl NewMail {
    /// A mail is due now.
    pub fn announce(&self) {
        self.0.notify_one();
    }
}

/// The delivery of one process.
pub struct Delivery {
    /// A pool of its own: requests do not wait for it.
    pub store: Store,
    /// How mails go.
    pub mailer: Mailer,
    /// Rings when a mail is due.
    pub new_mail: Arc<NewMail>,
    /// How long the first suspect lead waits for the others.
    pub digest_patience: Duration,
    /// Counts.
    pub metrics: Metrics,
}

impl Delivery {
    /// Delivers until `stop` comes; mails that are under way then are brought to their end.
    pub async fn run(self, stop: impl Future) {
        let (stopping, stopped) = watch::channel(());
        let reach = Reach::default();
        let lanes = join_all((0..LANES).map(|_| self.deliver_one_by_one(&reach, stopped.clone())));
        let housekeeping = self.keep_house(&reach, stopped.clone());
        let stop = async move {
            stop.await;
            drop(stopping);
        };
        join3(lanes, housekeeping, stop).await;
    }

    async fn deliver_one_by_one(&self, reach: &Reach, mut stopped: watch::Receiver<()>) {
        while stopped.has_changed().is_ok() {
            let found = reach.note(self.deliver_next().await);
            if found == Some(true) {
                continue;
            }
            tokio::select! {
                _ = stopped.changed() => return,
                () = self.new_mail.0.notified() => {}
                () = sleep(POLL) => {}
            }
        }
    }

    async fn keep_house(&self, reach: &Reach, mut stopped: watch::Receiver<()>) {
        while stopped.has_changed().is_ok() {
            reach.note(self.gather_suspects().await);
            reach.note(flood::sweep(&self.store).await);
            tokio::select! {
                _ = stopped.changed() => return,
                () = sleep(POLL) => {}
            }
        }
    }

    async fn gather_suspects(&self) -> Result<(), StoreError> {
        let leads = outbox::digest(&self.store, self.digest_patience, digest::compose).await?;
        if leads > 0 {
            info!(leads, "a digest of suspect leads was put into the outbox");
            self.new_mail.announce();
        }
        Ok(())
    }

    /// Answers whether a mail was due.
    async fn deliver_next(&self) -> Result<bool, StoreError> {
        let Some(claim) = outbox::claim(&self.store, LEASE).await? else {
            return Ok(false);
        };
        self.deliver(&claim).await?;
        Ok(true)
    }

    async fn deliver(&self, claim: &Claim) -> Result<(), StoreError> {
        let ending = match self.send(claim).await {
            Ok(()) => Ending::Sent,
            Err(cause) => ending_of_failure(claim.attempt, &cause),
        };
        let (mail, attempt) = (claim.id, claim.attempt);
        match &ending {
            Ending::Sent => {
                info!(%mail, attempt, "a mail was sent");
                let since_lead = claim.lead.as_ref().and_then(|lead| {
                    Utc::now()
                        .signed_duration_since(lead.created_at)
                        .to_std()
                        .ok()
                });
                self.metrics.mail_sent(since_lead);
            }
            Ending::Postponed { delay, failure } => {
                let seconds = delay.as_secs();
                warn!(%mail, attempt, failure, seconds, "a mail was not sent: it is tried again");
                self.metrics.mail_postponed();
            }
            Ending::Dead { failure } => {
                error!(%mail, attempt, failure, "a mail is dead: mend the cause, then `backend outbox retry`");
                self.metrics.mail_dead();
            }
        }
        self.note(claim, &ending).await
    }

    /// Notes how it ended. A database that goes away just now is waited for as long as the claim
    /// lasts: what is not noted is sent again.
    async fn note(&self, claim: &Claim, ending: &Ending) -> Result<(), StoreError> {
        let given_up = Instant::now() + NOTE_TIMEOUT;
        loop {
            match outbox::settle(&self.store, claim, ending).await {
                Err(cause) if cause.is_outage() && Instant::now() < given_up => {
                    sleep(NOTE_RETRY).await;
                }
                noted => return noted,
            }
        }
    }

    async fn send(&self, claim: &Claim) -> Result<(), Failure> {
        let mail = mail(claim).ok_or(Failure::Unwritable)?;
        self.mailer.send(&mail).await.map_err(Failure::Mail)
    }
}

/// Whether the outbox can be reached. It is told when that changes, not at each attempt: the
/// database may be away for long.
#[derive(Default)]
struct Reach {
    lost: Cell<bool>,
}

impl Reach {
    fn note<T>(&self, outcome: Result<T, StoreError>) -> Option<T> {
        match outcome {
            Ok(value) => {
                if self.lost.replace(false) {
                    info!("the outbox is in reach again");
                }
                Some(value)
            }
            Err(cause) => {
                if !self.lost.replace(true) {
                    warn!(
                        cause = telemetry::chain(&cause),
                        "the outbox is out of reach"
                    );
                }
                None
            }
        }
    }
}

enum Failure {
    Unwritable,
    Mail(MailError),
}

/// The mail of a claim; composed from the lead where the browser did not send its words.
fn mail(claim: &Claim) -> Option<Mail> {
    let lead = claim.lead.as_ref();
    let words = claim.words.clone().or_else(|| {
        let lead = lead?;
        let lead = Lead {
            full_name: lead.full_name.clone(),
            email: lead.email.clone(),
            phone: lead.phone.clone(),
            message: lead.message.clone(),
            site_name: lead.site_name.clone(),
        };
        let OwnerEmail { subject, html } = OwnerEmail::compose(&lead.parse());
        Words::new(&subject, &html).ok()
    })?;
    let reply_to = lead.and_then(|lead| reply_address(&lead.full_name, &lead.email));
    Mail::new(words, claim.id, reply_to).ok()
}

fn ending_of_failure(attempt: i32, cause: &Failure) -> Ending {
    let (failure, permanent) = match cause {
        Failure::Unwritable => ("the mail could not be put together".to_owned(), true),
        Failure::Mail(cause) => (telemetry::chain(cause), cause.is_permanent()),
    };
    if permanent || attempt >= MAX_ATTEMPTS {
        Ending::Dead { failure }
    } else {
        let jitter = rand::random_range(JITTER);
        Ending::Postponed {
            delay: delay_after(attempt).mul_f64(jitter),
            failure,
        }
    }
}

/// Mails that failed together are not all tried again together.
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

    use super::{Ending, Failure, JITTER, MAX_ATTEMPTS, delay_after, ending_of_failure};
    use crate::mail::MailError;

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
    fn what_may_pass_is_tried_again_until_the_last_attempt() {
        let away = || Failure::Mail(MailError::TimedOut);
        let Ending::Postponed { delay, .. } = ending_of_failure(1, &away()) else {
            panic!("given up at once");
        };
        assert!(delay >= Duration::from_secs(11) && delay < Duration::from_secs(19));
        assert!(matches!(
            ending_of_failure(MAX_ATTEMPTS - 1, &away()),
            Ending::Postponed { .. }
        ));
        assert!(matches!(
            ending_of_failure(MAX_ATTEMPTS, &away()),
            Ending::Dead { .. }
        ));
        assert!(matches!(
            ending_of_failure(1, &Failure::Unwritable),
            Ending::Dead { .. }
        ));
    }
}
