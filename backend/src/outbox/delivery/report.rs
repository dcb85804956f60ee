//! Logs and counts the outcomes of attempts.

use chrono::Utc;
use tracing::{error, info, warn};

use crate::{
    config::command_line,
    database::outbox_kind::{Channel, Kind},
    observability::metrics::Metrics,
    outbox::{
        message::{LeasedMessage, MessageSubject},
        outcome::DeliveryOutcome,
    },
};

const SENT: &str = "sent";
const POSTPONED: &str = "postponed";
const STOPPED: &str = "stopped";
const DEAD: &str = "dead";

/// The channel's name in metrics. Auto-replies are counted apart from the mails to the owner.
fn counted_as(kind: Kind) -> &'static str {
    match kind {
        Kind::Lead | Kind::Note | Kind::Digest | Kind::Photos => Channel::Mails.name(),
        Kind::Webhook | Kind::AutoReply | Kind::Push => kind.name(),
    }
}

/// Creates the counters of the outcomes at 0: without that, their first step does not show as an increase.
pub fn create_counters(metrics: &Metrics) {
    for &kind in Kind::ALL {
        for outcome in [SENT, POSTPONED, STOPPED, DEAD] {
            drop(metrics.attempts(counted_as(kind), outcome));
        }
    }
}

/// Logs and counts the outcome of an attempt.
pub(super) fn report(metrics: &Metrics, message: &LeasedMessage, outcome: &DeliveryOutcome) {
    let LeasedMessage { id, attempt, .. } = message;
    let kind = message.kind.name();
    let failure = outcome.failure().map(|failure| &*failure.description);
    let counted = match outcome {
        DeliveryOutcome::Sent { .. } => {
            info!(%id, kind, attempt, "a message was sent");
            if let MessageSubject::Lead(record) = &message.subject
                && let Ok(time) = (Utc::now() - record.lead.created_at).to_std()
            {
                metrics.lead_mailed(time);
            }
            SENT
        }
        DeliveryOutcome::Erased => {
            info!(%id, kind, "the subject of a message was erased: it is not sent");
            return;
        }
        DeliveryOutcome::Postponed { delay, .. } => {
            let seconds = delay.as_secs();
            warn!(%id, kind, attempt, failure, seconds, "a message was not sent: it is tried again");
            POSTPONED
        }
        DeliveryOutcome::Stopped { .. } => {
            warn!(%id, kind, attempt, failure, "a message was not sent, and is not tried again");
            STOPPED
        }
        DeliveryOutcome::Dead { .. } => {
            let retry = command_line("outbox retry --dead");
            error!(%id, kind, attempt, failure, "a message is dead: mend the cause, then run `{retry}`");
            DEAD
        }
    };
    metrics.attempts(counted_as(message.kind), counted).inc();
}
