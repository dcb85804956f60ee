//! What a verdict of the owner about a lead means for its mail and its webhook.

use diesel::QueryResult;
use diesel::{sql_query, sql_types::Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::follow_up::webhook_id;

/// Parameter: the lead. Its mail may have been deleted by [`STOP`].
const RELEASE: &str = "
    INSERT INTO outbox (id, kind, state) VALUES ($1, 'lead', 'pending')
    ON CONFLICT (id) DO UPDATE SET
        state = 'pending', due_at = now(), attempts = 0, leased_until = NULL, finished_at = NULL,
        failure_class = NULL, failure = NULL, digest_id = NULL
    WHERE outbox.state NOT IN ('sent', 'pending')";

/// Parameter: the lead. A digest is composed of its members when it is sent.
const STOP: &str = "
    DELETE FROM outbox WHERE id = $1 AND (
        state IN ('pending', 'quarantined', 'dead')
        OR state = 'in_digest'
            AND digest_id IN (SELECT id FROM outbox WHERE kind = 'digest' AND state <> 'sent'))";

/// Parameter: the webhook. It is kept: unlike a mail, it is not known here whether there would be one.
const STOP_WEBHOOK: &str = "
    UPDATE outbox SET state = 'stopped', finished_at = now()
    WHERE id = $1 AND state IN ('pending', 'dead')";

/// Parameter: the webhook.
const RESUME_WEBHOOK: &str = "
    UPDATE outbox SET state = 'pending', due_at = now(), attempts = 0, finished_at = NULL
    WHERE id = $1 AND state = 'stopped'";

/// Makes the mail of a customer's lead due now, unless it was sent. Its webhook follows from the mail,
/// or goes on.
///
/// # Errors
/// When a query fails.
pub async fn release(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RELEASE, lead).await?;
    resume(connection, lead).await
}

/// Deletes the mail of a lead that is spam, and stops its webhook, unless they were sent.
///
/// # Errors
/// When a query fails.
pub async fn stop(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, STOP, lead).await?;
    run(connection, STOP_WEBHOOK, webhook_id(lead)).await
}

/// Lets the webhook of a lead that is no spam after all go on.
///
/// # Errors
/// When the query fails.
pub async fn resume(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RESUME_WEBHOOK, webhook_id(lead)).await
}

async fn run(connection: &mut AsyncPgConnection, statement: &str, id: Uuid) -> QueryResult<()> {
    sql_query(statement)
        .bind::<SqlUuid, _>(id)
        .execute(connection)
        .await
        .map(drop)
}
