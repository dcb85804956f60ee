//! Decides whether a failed attempt is followed by another one.

use std::{ops::Range, time::Duration};

use crate::{
    message_kind::{Kind, MessageState},
    outbox::{
        lease::{FIRST_DELAY, LONGEST_DELAY},
        outcome::{DeliveryFailure, DeliveryOutcome, FailureClass},
    },
};

/// The factor that spreads the retries of messages that failed together.
const JITTER: Range<f64> = 0.75..1.25;

pub(super) const fn max_attempts(kind: Kind) -> i32 {
    if kind.facts().is_short_lived {
        // These attempts span half an hour. Later, a reply would puzzle the visitor, and the owner
        // has read the email.
        8
    } else {
        // These attempts span at least 72 hours: a mail server that breaks on a Friday evening is
        // repaired on Monday.
        42
    }
}

/// Returns the outcome of a failed attempt. The failure of a short-lived message requires no action.
pub(super) fn outcome_of(kind: Kind, failure: DeliveryFailure, attempt: i32) -> DeliveryOutcome {
    let is_final = match failure.class {
        FailureClass::Unwritable | FailureClass::Gone => true,
        // A mistyped or invented address, or a browser that has ended its subscription.
        FailureClass::Refused => kind.facts().is_short_lived,
        _ => false,
    };
    let (state, delay) = if !is_final && attempt < max_attempts(kind) {
        let delay = delay_after(attempt).mul_f64(rand::random_range(JITTER));
        let asked = failure.retry_after.unwrap_or_default().min(LONGEST_DELAY);
        (MessageState::Pending, Some(delay.max(asked)))
    } else if kind.facts().is_short_lived {
        (MessageState::Stopped, None)
    } else {
        (MessageState::Dead, None)
    };
    DeliveryOutcome::Failed {
        state,
        delay,
        failure,
    }
}

/// Returns the delay after an attempt. Attempts are counted from 1.
fn delay_after(attempt: i32) -> Duration {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0);
    let delay = FIRST_DELAY.saturating_mul(2_u32.saturating_pow(doublings));
    delay.min(LONGEST_DELAY)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{
        DeliveryFailure, DeliveryOutcome, FailureClass, JITTER, Kind, MessageState, delay_after,
        max_attempts, outcome_of,
    };

    /// Returns the state and the delay in seconds after a failed attempt.
    fn after(kind: Kind, failure: DeliveryFailure, attempt: i32) -> (MessageState, u64) {
        match outcome_of(kind, failure, attempt) {
            DeliveryOutcome::Failed { state, delay, .. } => {
                (state, delay.unwrap_or_default().as_secs())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_mail_is_retried_for_72_hours_at_least_and_an_auto_reply_for_half_an_hour() {
        let span = |kind| (1..max_attempts(kind)).map(delay_after).sum::<Duration>();
        assert!(span(Kind::Lead).mul_f64(JITTER.start) >= Duration::from_hours(72));
        let minutes = span(Kind::AutoReply).as_secs() / 60;
        assert!((30..40).contains(&minutes), "{minutes}");
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
        for (kind, given_up) in [
            (Kind::Lead, MessageState::Dead),
            (Kind::AutoReply, MessageState::Stopped),
        ] {
            let last = max_attempts(kind);
            for &class in FailureClass::ALL {
                let is_final = matches!(class, FailureClass::Unwritable | FailureClass::Gone)
                    || class == FailureClass::Refused && kind == Kind::AutoReply;
                let early = if is_final {
                    given_up
                } else {
                    MessageState::Pending
                };
                let states = [1, last - 1, last]
                    .map(|attempt| after(kind, DeliveryFailure::new(class, ""), attempt).0);
                assert_eq!(states, [early, early, given_up], "{kind:?} {class:?}");
            }
        }
    }

    #[test]
    fn a_receiver_that_asks_for_time_gets_three_hours_at_most() {
        for (asked, from, to) in [
            (None, 11, 18),
            (Some(1), 11, 18),
            (Some(600), 600, 600),
            (Some(999_999), 10_800, 10_800),
        ] {
            let mut failure = DeliveryFailure::new(FailureClass::Deferred, "");
            failure.retry_after = asked.map(Duration::from_secs);
            let (_, seconds) = after(Kind::Webhook, failure, 1);
            assert!((from..=to).contains(&seconds), "{asked:?}: {seconds}");
        }
    }
}
