//! Records the outcomes of attempts to send mails.

use std::time::Duration;

use diesel::{
    sql_query,
    sql_types::{Array, Double, Integer, Nullable, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{DEAD, PENDING, SENT, failure::DeliveryFailure, lease::LeasedMail};
use crate::store::{error::StoreError, pool::Store};

/// The outcome of an attempt to send a mail.
#[derive(Clone, Debug)]
pub enum DeliveryOutcome {
    /// The mail server accepted it.
    Sent,
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
    /// Its subject has been erased: the mail is deleted too.
    Erased,
}

/// The parameter for [`DeliveryOutcome::Erased`] in the statement. It is no state of a mail.
const ERASED: &str = "erased";

impl DeliveryOutcome {
    fn state(&self) -> &'static str {
        match self {
            Self::Sent => SENT,
            Self::Postponed { .. } => PENDING,
            Self::Dead { .. } => DEAD,
            Self::Erased => ERASED,
        }
    }

    fn delay_seconds(&self) -> Option<f64> {
        match self {
            Self::Postponed { delay, .. } => Some(delay.as_secs_f64()),
            _ => None,
        }
    }

    fn failure(&self) -> Option<&DeliveryFailure> {
        match self {
            Self::Postponed { failure, .. } | Self::Dead { failure } => Some(failure),
            Self::Sent | Self::Erased => None,
        }
    }
}

/// A mail that another process has leased meanwhile has more attempts, and does not match.
const RECORD: &str = "
    WITH outcome AS MATERIALIZED (
        SELECT outcome.*
        FROM unnest($1, $2, $3, $4, $5, $6)
            AS outcome (id, attempts, state, delay_seconds, failure_class, failure)
        JOIN outbox USING (id, attempts)
        WHERE outbox.state = 'pending'
        ORDER BY id
        FOR UPDATE OF outbox
    ),
    erased AS (
        DELETE FROM outbox USING outcome
        WHERE outbox.id = outcome.id AND outcome.state = 'erased'
    )
    UPDATE outbox SET
        state = outcome.state,
        leased_until = NULL,
        due_at = coalesce(now() + outcome.delay_seconds * interval '1 second', due_at),
        finished_at = CASE WHEN outcome.state <> 'pending' THEN now() END,
        failure_class = outcome.failure_class,
        failure = outcome.failure
    FROM outcome
    WHERE outbox.id = outcome.id AND outcome.state <> 'erased'";

/// Records the outcomes of attempts, all in one statement. A mail that another process has leased
/// meanwhile stays as it is.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn record_outcomes<'a>(
    store: &Store,
    outcomes: impl Iterator<Item = (&'a LeasedMail, &'a DeliveryOutcome)> + Clone,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = outcomes.clone().map(|(mail, _)| mail.id).collect();
    let attempts: Vec<i32> = outcomes.clone().map(|(mail, _)| mail.attempt).collect();
    let outcomes = outcomes.map(|(_, outcome)| outcome);
    let states: Vec<&str> = outcomes.clone().map(DeliveryOutcome::state).collect();
    let delays: Vec<Option<f64>> = outcomes
        .clone()
        .map(DeliveryOutcome::delay_seconds)
        .collect();
    let failures = outcomes.map(DeliveryOutcome::failure);
    let classes: Vec<Option<&str>> = failures
        .clone()
        .map(|failure| failure.map(|failure| failure.class.name()))
        .collect();
    let descriptions: Vec<Option<&str>> = failures
        .map(|failure| failure.map(|failure| &*failure.description))
        .collect();
    store
        .run(async |connection| {
            sql_query(RECORD)
                .bind::<Array<SqlUuid>, _>(&ids)
                .bind::<Array<Integer>, _>(&attempts)
                .bind::<Array<Text>, _>(&states)
                .bind::<Array<Nullable<Double>>, _>(&delays)
                .bind::<Array<Nullable<Text>>, _>(&classes)
                .bind::<Array<Nullable<Text>>, _>(&descriptions)
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
