//! Records the outcomes of attempts to send messages of the outbox.

use std::time::Duration;

use diesel::{
    sql_query,
    sql_types::{Array, Double, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    failure::{DeliveryFailure, FailureClass},
    kind::State,
    message::LeasedMessage,
};
use crate::store::{error::StoreError, pool::Store};

/// The outcome of an attempt to send a message of the outbox.
#[derive(Clone, Debug)]
pub enum DeliveryOutcome {
    /// The mail server, or the receiver of the request, accepted it.
    Sent {
        /// The status (HTTP) of the answer to a webhook or a push message.
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
    /// Its subject has been erased: it is deleted too.
    Erased,
}

impl DeliveryOutcome {
    /// The state of the message since. `None` if it is deleted.
    fn state(&self) -> Option<State> {
        match self {
            Self::Sent { .. } => Some(State::Sent),
            Self::Postponed { .. } => Some(State::Pending),
            Self::Dead { .. } => Some(State::Dead),
            Self::Stopped { .. } => Some(State::Stopped),
            Self::Erased => None,
        }
    }

    fn delay_seconds(&self) -> Option<f64> {
        match self {
            Self::Postponed { delay, .. } => Some(delay.as_secs_f64()),
            _ => None,
        }
    }

    /// Why the attempt failed, if it did.
    pub fn failure(&self) -> Option<&DeliveryFailure> {
        match self {
            Self::Postponed { failure, .. }
            | Self::Dead { failure }
            | Self::Stopped { failure } => Some(failure),
            Self::Sent { .. } | Self::Erased => None,
        }
    }

    fn http_status(&self) -> Option<i16> {
        let status = match self {
            Self::Sent { http_status } => *http_status,
            outcome => outcome.failure()?.http_status,
        };
        i16::try_from(status?).ok()
    }
}

/// What another process has leased meanwhile has more attempts, and does not match.
const RECORD: &str = "
    WITH outcome AS MATERIALIZED (
        SELECT outcome.*
        FROM unnest($1, $2, $3, $4, $5, $6, $7)
            AS outcome (id, attempts, state, delay_seconds, failure_class, failure, http_status)
        JOIN outbox USING (id, attempts)
        WHERE outbox.state = 'pending'
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

/// Records the outcomes of attempts, all in one statement. What another process has leased meanwhile
/// stays as it is.
pub async fn record_outcomes<'a>(
    store: &Store,
    outcomes: impl Iterator<Item = (&'a LeasedMessage, &'a DeliveryOutcome)> + Clone,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = outcomes.clone().map(|(message, _)| message.id).collect();
    let attempts: Vec<i32> = outcomes
        .clone()
        .map(|(message, _)| message.attempt)
        .collect();
    let outcomes = outcomes.map(|(_, outcome)| outcome);
    let states: Vec<Option<State>> = outcomes.clone().map(DeliveryOutcome::state).collect();
    let delays: Vec<Option<f64>> = outcomes
        .clone()
        .map(DeliveryOutcome::delay_seconds)
        .collect();
    let statuses: Vec<Option<i16>> = outcomes.clone().map(DeliveryOutcome::http_status).collect();
    let failures = outcomes.map(DeliveryOutcome::failure);
    let classes: Vec<Option<FailureClass>> = failures
        .clone()
        .map(|failure| failure.map(|failure| failure.class))
        .collect();
    let descriptions: Vec<Option<&str>> = failures
        .map(|failure| failure.map(|failure| &*failure.description))
        .collect();
    store
        .run(async |connection| {
            sql_query(RECORD)
                .bind::<Array<SqlUuid>, _>(&ids)
                .bind::<Array<Integer>, _>(&attempts)
                .bind::<Array<Nullable<Text>>, _>(&states)
                .bind::<Array<Nullable<Double>>, _>(&delays)
                .bind::<Array<Nullable<Text>>, _>(&classes)
                .bind::<Array<Nullable<Text>>, _>(&descriptions)
                .bind::<Array<Nullable<SmallInt>>, _>(&statuses)
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
