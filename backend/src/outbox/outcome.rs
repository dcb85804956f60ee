//! The outcomes of attempts to send messages of the outbox, and their record.

use std::{sync::Arc, time::Duration};

use diesel::{
    sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use super::message::{LeasedMessage, MessageSubject};
use crate::{
    database::{error::StoreError, pool::Store, text_enum::text_enum},
    message_kind::MessageState,
};

#[derive(Clone, Debug)]
pub(crate) enum DeliveryOutcome {
    /// The message was accepted, by an HTTP receiver with this status.
    Sent(Option<u16>),
    Failed {
        /// The new state: pending, dead, or stopped. Stopped requires no action.
        state: MessageState,
        /// The delay before the next attempt of a pending message.
        delay: Option<Duration>,
        failure: DeliveryFailure,
    },
    /// The subject was erased, so the message is deleted, too.
    Erased,
}

#[derive(Clone, Debug)]
pub struct DeliveryFailure {
    pub class: FailureClass,
    /// A description of the failure, without the visitor's data.
    pub description: String,
    pub http_status: Option<u16>,
    pub retry_after: Option<Duration>,
}

impl DeliveryFailure {
    /// Creates a failure without an HTTP response.
    pub(crate) fn new(class: FailureClass, description: impl Into<String>) -> Self {
        Self {
            class,
            description: description.into(),
            http_status: None,
            retry_after: None,
        }
    }
}

text_enum! {
    /// Classes of failures. Each requires a different action by the owner.
    pub enum FailureClass {
        /// The mail server or the HTTP receiver cannot be reached, or does not respond in time.
        Unreachable = "unreachable",
        Login = "login",
        /// The mail server refuses the email for now (a 4xx reply), or the receiver responds with
        /// 5xx or 429.
        Deferred = "deferred",
        /// The mail server refuses the email (a 5xx reply) because of a full mailbox, a wrong
        /// address, or the sender's reputation. Or the receiver responds with any other status.
        Refused = "refused",
        /// The receiver accepts no more webhooks (410), or is no longer that of `WEBHOOK_URL`.
        Gone = "gone",
        /// The server may not send requests to the webhook's address.
        Address = "address",
        Folder = "folder",
        Unwritable = "unwritable",
        /// The program panicked or died while sending the message.
        Crashed = "crashed",
    }
}

pub(crate) struct Attempt {
    pub message: Arc<LeasedMessage>,
    pub outcome: DeliveryOutcome,
    pub ended_at: Instant,
}

/// Parameters: an array of outcomes in JSON; their ids, for the index. A message that another
/// process has leased in the meantime has more attempts and does not match. A message that was
/// stopped in the meantime, but sent, becomes sent. A message without a state is deleted. A browser
/// may have replaced the subscription that has ended.
const RECORD: &str = "
    WITH outcome AS MATERIALIZED (
        SELECT outcome.*, session_id
        FROM json_to_recordset($1::json) AS outcome (
            id uuid, attempts integer, state text, delay_seconds float8,
            failure_class text, failure text, http_status smallint, ended_endpoint text)
        JOIN outbox USING (id, attempts)
        WHERE outbox.id = ANY ($2)
            AND (outbox.state = 'pending' OR outbox.state = 'stopped' AND outcome.state = 'sent')
        ORDER BY id
        FOR UPDATE OF outbox
    ),
    ended AS (
        DELETE FROM desk_push_subscriptions AS subscription USING outcome
        WHERE subscription.session_id = outcome.session_id AND endpoint = ended_endpoint
    ),
    erased AS (
        DELETE FROM outbox USING outcome
        WHERE outbox.id = outcome.id AND outcome.state IS NULL
    )
    UPDATE outbox SET
        state = outcome.state,
        leased_until = NULL,
        due_at = coalesce(now() + outcome.delay_seconds * interval '1 second', due_at),
        finished_at = CASE WHEN outcome.state <> 'pending' THEN now() END,
        failure_class = outcome.failure_class,
        failure = outcome.failure,
        attempted_at = now(),
        http_status = outcome.http_status
    FROM outcome
    WHERE outbox.id = outcome.id AND outcome.state IS NOT NULL";

/// Records the outcomes of attempts in one statement, and removes subscriptions that have ended.
pub(crate) async fn record_outcomes(store: &Store, attempts: &[Attempt]) -> Result<(), StoreError> {
    let rows = attempts.iter().map(|attempt| {
        let (message, outcome) = (&attempt.message, &attempt.outcome);
        let (state, delay, failure, http_status) = match outcome {
            DeliveryOutcome::Sent(status) => (Some(MessageState::Sent), None, None, *status),
            DeliveryOutcome::Failed {
                state,
                delay,
                failure,
            } => (Some(*state), *delay, Some(failure), failure.http_status),
            DeliveryOutcome::Erased => (None, None, None, None),
        };
        let ended_endpoint = match (&message.subject, http_status) {
            // RFC 8030, section 7.3.
            (MessageSubject::Push(_, _, subscription, _), Some(404 | 410)) => {
                Some(&subscription.endpoint)
            }
            _ => None,
        };
        json!({
            "id": message.id,
            "attempts": message.attempt,
            "state": state,
            "delay_seconds": delay.map(|delay| delay.as_secs_f64()),
            "failure_class": failure.map(|failure| failure.class),
            "failure": failure.map(|failure| &failure.description),
            "http_status": http_status,
            "ended_endpoint": ended_endpoint,
        })
    });
    let rows = rows.collect::<Value>().to_string();
    let ids: Vec<Uuid> = attempts.iter().map(|it| it.message.id).collect();
    store
        .run(async |connection| {
            sql_query(RECORD)
                .bind::<Text, _>(&rows)
                .bind::<Array<SqlUuid>, _>(&ids)
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
