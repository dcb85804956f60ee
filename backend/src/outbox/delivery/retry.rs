//! Decides what follows from a failed attempt: another one later, or none.

use std::{ops::Range, time::Duration};

use crate::{
    database::outbox_kind::Kind,
    outbox::{
        failure::{DeliveryFailure, FailureClass},
        outcome::DeliveryOutcome,
    },
};

/// The delay after the first failure. Each further one is twice as long, up to [`LONGEST_DELAY`].
pub(super) const FIRST_DELAY: Duration = Duration::from_secs(15);

/// The longest delay after a failure.
pub(super) const LONGEST_DELAY: Duration = Duration::from_hours(3);

/// Spreads the retries of messages that failed together.
const JITTER: Range<f64> = 0.75..1.25;

/// The attempts after which a message is given up.
pub(super) const fn max_attempts(kind: Kind) -> i32 {
    match kind {
        // They span at least 72 hours: a mail server that breaks on a Friday evening is repaired on
        // Monday.
        Kind::Lead | Kind::Note | Kind::Digest | Kind::Photos | Kind::Webhook => 42,
        // They span half an hour. Later the visitor would wonder, and the owner has read the mail.
        Kind::AutoReply | Kind::Push => 8,
    }
}

/// The outcome of a failed attempt. Nobody needs to know about a short-lived message that is given
/// up.
pub(super) fn outcome_of(kind: Kind, failure: DeliveryFailure, attempt: i32) -> DeliveryOutcome {
    let is_final = match failure.class {
        FailureClass::Unwritable | FailureClass::Gone => true,
        // A mistyped or made-up address, or a browser that has ended its subscription.
        FailureClass::Refused => kind.is_short_lived(),
        _ => false,
    };
    if is_final || attempt >= max_attempts(kind) {
        return if kind.is_short_lived() {
            DeliveryOutcome::Stopped { failure }
        } else {
            DeliveryOutcome::Dead { failure }
        };
    }
    let delay = delay_after(attempt).mul_f64(rand::random_range(JITTER));
    let asked = failure.retry_after.unwrap_or_default().min(LONGEST_DELAY);
    DeliveryOutcome::Postponed {
        delay: delay.max(asked),
        failure,
    }
}

/// The delay after an attempt. Attempts are counted from 1.
fn delay_after(attempt: i32) -> Duration {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0);
    let delay = FIRST_DELAY.saturating_mul(2_u32.saturating_pow(doublings));
    delay.min(LONGEST_DELAY)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{
        DeliveryFailure, DeliveryOutcome, FailureClass, JITTER, Kind, delay_after, max_attempts,
        outcome_of,
    };

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
        let longest: Duration = (1..max_attempts(Kind::Lead)).map(delay_after).sum();
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
        let is_dead = |class, attempt| match outcome_of(Kind::Lead, failure(class), attempt) {
            DeliveryOutcome::Dead { .. } => true,
            DeliveryOutcome::Postponed { delay, .. } => {
                let seconds = delay.as_secs();
                assert!(attempt > 1 || (11..19).contains(&seconds), "{delay:?}");
                false
            }
            other => panic!("{other:?}"),
        };
        let last = max_attempts(Kind::Lead);
        for &class in FailureClass::ALL {
            let is_final = matches!(class, FailureClass::Unwritable | FailureClass::Gone);
            let expected = [is_final, is_final, true];
            let found = [1, last - 1, last].map(|attempt| is_dead(class, attempt));
            assert_eq!(found, expected, "{class:?}");
        }
    }

    #[test]
    fn an_auto_reply_is_stopped_when_it_is_refused_or_half_an_hour_old() {
        let last = max_attempts(Kind::AutoReply);
        for (class, attempt, stops) in [
            (FailureClass::Refused, 1, true),
            (FailureClass::Deferred, last - 1, false),
            (FailureClass::Deferred, last, true),
        ] {
            let outcome = outcome_of(Kind::AutoReply, failure(class), attempt);
            let is_stopped = matches!(outcome, DeliveryOutcome::Stopped { .. });
            assert_eq!(is_stopped, stops, "{class:?} {attempt}");
        }
        let longest: Duration = (1..last).map(delay_after).sum();
        assert!((30..40).contains(&(longest.as_secs() / 60)), "{longest:?}");
    }

    #[test]
    fn a_receiver_that_asks_to_be_left_alone_is_so_for_three_hours_at_most() {
        for (asked, from, to) in [(1, 11, 19), (600, 600, 600), (999_999, 10_800, 10_800)] {
            let failure = DeliveryFailure {
                retry_after: Some(Duration::from_secs(asked)),
                ..failure(FailureClass::Deferred)
            };
            let DeliveryOutcome::Postponed { delay, .. } = outcome_of(Kind::Webhook, failure, 1)
            else {
                panic!("given up at once");
            };
            assert!((from..=to).contains(&delay.as_secs()), "{delay:?}");
        }
    }
}
