//! What a verdict of the owner about a lead means for its mails and its webhook.

use diesel::{
    QueryResult, sql_query,
    sql_types::{Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{follow_up::webhook_id, kind::State};
use crate::store::photos;

/// Parameter: the lead. Its mail may have been deleted by [`STOP`].
const RELEASE: &str = "
    INSERT INTO outbox (id, kind, state) VALUES ($1, 'lead', 'pending')
    ON CONFLICT (id) DO UPDATE SET
        state = 'pending', due_at = now(), attempts = 0, leased_until = NULL, finished_at = NULL,
        failure_class = NULL, failure = NULL, digest_id = NULL
    WHERE outbox.state IN ('quarantined', 'in_digest', 'dead', 'stopped')";

/// Parameter: the lead. A digest is composed of its members when it is sent.
const STOP: &str = "
    DELETE FROM outbox WHERE id = $1 AND (
        state IN ('pending', 'quarantined', 'dead')
        OR state = 'in_digest'
            AND digest_id IN (SELECT id FROM outbox WHERE kind = 'digest' AND state <> 'sent'))";

/// Parameters: the lead; what its mail is to be, `quarantined` or `pending`. Its mail may have been deleted
/// by [`STOP`]; one that is being sent goes on.
const HOLD: &str = "
    INSERT INTO outbox (id, kind, state) VALUES ($1, 'lead', $2)
    ON CONFLICT (id) DO UPDATE SET state = $2, attempts = 0, leased_until = NULL
    WHERE outbox.state = 'pending'
        AND (outbox.leased_until IS NULL OR outbox.leased_until <= now())";

/// Parameter: the webhook. It is kept: unlike a mail, it is not known here whether there would be one.
const STOP_WEBHOOK: &str = "
    UPDATE outbox SET state = 'stopped', finished_at = now()
    WHERE id = $1 AND state IN ('pending', 'dead')";

/// Parameter: the webhook.
const RESUME_WEBHOOK: &str = "
    UPDATE outbox SET state = 'pending', due_at = now(), attempts = 0, finished_at = NULL
    WHERE id = $1 AND state = 'stopped'";

/// Locks the mail of a lead, before the lead is locked: in the order in which the delivery locks them. The
/// mail may have been pruned, or be gone.
pub async fn lock(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(
        connection,
        "SELECT FROM outbox WHERE id = $1 FOR UPDATE",
        lead,
    )
    .await
}

/// Makes the mail of a customer's lead due now, unless it was sent. Its webhook follows from the mail,
/// or goes on.
pub async fn release(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RELEASE, lead).await?;
    resume(connection, lead).await
}

/// Deletes the mail of a lead that is spam, and stops its webhook, unless they were sent.
pub async fn stop(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, STOP, lead).await?;
    run(connection, STOP_WEBHOOK, webhook_id(lead)).await
}

/// Puts the mail of a lead that may be spam after all back to where it was, unless it was sent: to those
/// of the next digest if it `is_hidden`. Stops its webhook.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    is_hidden: bool,
) -> QueryResult<()> {
    let state = if is_hidden {
        State::Quarantined
    } else {
        State::Pending
    };
    sql_query(HOLD)
        .bind::<SqlUuid, _>(lead)
        .bind::<Text, _>(state)
        .execute(connection)
        .await?;
    run(connection, STOP_WEBHOOK, webhook_id(lead)).await
}

/// Lets the webhook of a lead that is no spam after all go on, and the mail about its photographs.
pub async fn resume(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RESUME_WEBHOOK, webhook_id(lead)).await?;
    photos::mail_the_others(connection, lead).await
}

async fn run(connection: &mut AsyncPgConnection, statement: &str, id: Uuid) -> QueryResult<()> {
    sql_query(statement)
        .bind::<SqlUuid, _>(id)
        .execute(connection)
        .await
        .map(drop)
}
