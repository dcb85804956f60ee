//! Records the outcomes of attempts to send messages of the outbox.

use std::{sync::Arc, time::Duration};

use diesel::{
    sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    failure::DeliveryFailure,
    message::{LeasedMessage, MessageSubject},
};
use crate::database::{error::StoreError, outbox_kind::State, pool::Store};

/// The outcome of an attempt to send a message of the outbox.
#[derive(Clone, Debug)]
pub enum DeliveryOutcome {
    /// The mail server or the receiver accepted the message. A webhook or a push message has the
    /// HTTP status of the response.
    Sent(Option<u16>),
    Failed {
        /// The new state: pending, dead, or stopped. Stopped requires no action.
        state: State,
        /// The delay before the next attempt of a pending message.
        delay: Option<Duration>,
        failure: DeliveryFailure,
    },
    /// The subject was erased, so the message is deleted, too.
    Erased,
}

pub struct Attempt {
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

/// Records the outcomes of attempts in one statement, and removes the subscriptions that have
/// ended. Messages that another process has leased in the meantime stay unchanged.
pub async fn record_outcomes(store: &Store, attempts: &[Attempt]) -> Result<(), StoreError> {
    let rows = attempts.iter().map(|attempt| {
        let (message, outcome) = (&attempt.message, &attempt.outcome);
        let (state, delay, failure, http_status) = match outcome {
            DeliveryOutcome::Sent(status) => (Some(State::Sent), None, None, *status),
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
