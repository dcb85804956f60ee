//! Records the outcomes of attempts to send messages of the outbox.

use std::time::Duration;

use diesel::{
    sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::{
    failure::{DeliveryFailure, FailureClass},
    message::LeasedMessage,
};
use crate::database::{error::StoreError, outbox_kind::State, pool::Store};

/// The outcome of an attempt to send a message of the outbox.
#[derive(Clone, Debug)]
pub enum DeliveryOutcome {
    /// The mail server, or the receiver of the request, accepted it.
    Sent {
        /// The HTTP status of the response to a webhook or a push message.
        http_status: Option<u16>,
    },
    /// It failed, and is retried.
    Postponed {
        /// After this long.
        delay: Duration,
        /// Why.
        failure: DeliveryFailure,
    },
    /// It failed, and is not retried automatically.
    Dead {
        /// Why.
        failure: DeliveryFailure,
    },
    /// It failed, is not retried, and nobody needs to know.
    Stopped {
        /// Why.
        failure: DeliveryFailure,
    },
    /// Its subject was erased, so the message is deleted too.
    Erased,
}

impl DeliveryOutcome {
    /// Why the attempt failed, if it did.
    pub fn failure(&self) -> Option<&DeliveryFailure> {
        match self {
            Self::Postponed { failure, .. }
            | Self::Dead { failure }
            | Self::Stopped { failure } => Some(failure),
            Self::Sent { .. } | Self::Erased => None,
        }
    }
}

/// Parameters: an array of [`OutcomeRow`]s; their ids, for the index. One that another process has leased
/// meanwhile has more attempts and does not match. One that was stopped meanwhile, but sent, becomes sent.
const RECORD: &str = "
    WITH outcome AS MATERIALIZED (
        SELECT outcome.*
        FROM json_to_recordset($1::json) AS outcome (
            id uuid, attempts integer, state text, delay_seconds float8,
            failure_class text, failure text, http_status smallint)
        JOIN outbox USING (id, attempts)
        WHERE outbox.id = ANY ($2)
            AND (outbox.state = 'pending' OR outbox.state = 'stopped' AND outcome.state = 'sent')
        ORDER BY id
        FOR UPDATE OF outbox
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

/// An outcome as a row of the statement's parameter.
#[derive(Serialize)]
struct OutcomeRow<'a> {
    id: Uuid,
    attempts: i32,
    /// Its new state. `None` deletes it.
    state: Option<State>,
    delay_seconds: Option<f64>,
    failure_class: Option<FailureClass>,
    failure: Option<&'a str>,
    http_status: Option<i16>,
}

/// Records the outcomes of attempts, all in one statement. Messages that another process has leased
/// meanwhile stay as they are.
pub async fn record_outcomes<'a>(
    store: &Store,
    outcomes: impl Iterator<Item = (&'a LeasedMessage, &'a DeliveryOutcome)>,
) -> Result<(), StoreError> {
    let rows: Vec<OutcomeRow> = outcomes
        .map(|(message, outcome)| {
            let (state, delay) = match outcome {
                DeliveryOutcome::Sent { .. } => (Some(State::Sent), None),
                DeliveryOutcome::Postponed { delay, .. } => (Some(State::Pending), Some(delay)),
                DeliveryOutcome::Dead { .. } => (Some(State::Dead), None),
                DeliveryOutcome::Stopped { .. } => (Some(State::Stopped), None),
                DeliveryOutcome::Erased => (None, None),
            };
            let failure = outcome.failure();
            let http_status = match outcome {
                DeliveryOutcome::Sent { http_status } => *http_status,
                _ => failure.and_then(|failure| failure.http_status),
            };
            OutcomeRow {
                id: message.id,
                attempts: message.attempt,
                state,
                delay_seconds: delay.map(Duration::as_secs_f64),
                failure_class: failure.map(|failure| failure.class),
                failure: failure.map(|failure| &*failure.description),
                http_status: http_status.and_then(|status| i16::try_from(status).ok()),
            }
        })
        .collect();
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let rows = json!(rows).to_string();
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
