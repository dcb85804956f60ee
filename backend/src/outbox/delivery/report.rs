//! Logs and counts the outcomes of attempts.

use chrono::Utc;
use tracing::{error, info, warn};

use crate::{
    command_line::command_line,
    message_kind::{Kind, MessageState},
    observability::metrics::Metrics,
    outbox::{
        message::{LeasedMessage, MessageSubject},
        outcome::DeliveryOutcome,
    },
};

/// Returns the channel's name in metrics. Auto-replies are counted separately from the emails to the owner.
fn counted_as(kind: Kind) -> &'static str {
    let facts = kind.facts();
    if facts.is_to_owner {
        facts.channel.name()
    } else {
        kind.name()
    }
}

/// Returns the metrics' name of an outcome that leaves a message in this state.
fn outcome_name(state: MessageState) -> &'static str {
    match state {
        MessageState::Pending => "postponed",
        state => state.name(),
    }
}

/// Creates the counters of the outcomes at 0, so that their first step shows as an increase.
pub fn create_counters(metrics: &Metrics) {
    for &kind in Kind::ALL {
        for state in [
            MessageState::Sent,
            MessageState::Pending,
            MessageState::Stopped,
            MessageState::Dead,
        ] {
            drop(metrics.attempts(counted_as(kind), outcome_name(state)));
        }
    }
}

pub(super) fn report(metrics: &Metrics, message: &LeasedMessage, outcome: &DeliveryOutcome) {
    let LeasedMessage { id, attempt, .. } = message;
    let kind = message.kind.name();
    let state = match outcome {
        DeliveryOutcome::Sent(_) => {
            info!(%id, kind, attempt, "a message was sent");
            if let MessageSubject::Lead(record) = &message.subject
                && let Ok(time) = (Utc::now() - record.lead.created_at).to_std()
            {
                metrics.lead_to_mail.observe(time.as_secs_f64());
            }
            MessageState::Sent
        }
        DeliveryOutcome::Erased => {
            info!(%id, kind, "a message was not sent: it is no longer needed");
            return;
        }
        DeliveryOutcome::Failed {
            state,
            delay,
            failure,
        } => {
            let failure = &failure.description;
            if let Some(delay) = delay {
                let seconds = delay.as_secs();
                warn!(%id, kind, attempt, failure, seconds, "a message was not sent: it will be retried");
            } else if *state == MessageState::Dead {
                let retry = command_line("outbox retry --dead");
                error!(%id, kind, attempt, failure, "a message was given up: fix the cause, then run `{retry}`");
            } else {
                warn!(%id, kind, attempt, failure, "a message was not sent, and will not be retried");
            }
            *state
        }
    };
    metrics
        .attempts(counted_as(message.kind), outcome_name(state))
        .inc();
}
