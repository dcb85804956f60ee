//! What a verdict of the owner about a lead means for its mail.

use diesel::QueryResult;
use diesel::{sql_query, sql_types::Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

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

/// Makes the mail of a customer's lead due now, unless it was sent.
///
/// # Errors
/// When the query fails.
pub async fn release(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RELEASE, lead).await
}

/// Deletes the mail of a lead that is spam, unless it was sent.
///
/// # Errors
/// When the query fails.
pub async fn stop(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, STOP, lead).await
}

async fn run(connection: &mut AsyncPgConnection, statement: &str, lead: Uuid) -> QueryResult<()> {
    sql_query(statement)
        .bind::<SqlUuid, _>(lead)
        .execute(connection)
        .await
        .map(drop)
}
