//! Stops, holds, and releases the messages of a lead: its emails and its webhook.

use diesel::{
    QueryResult, sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::message::webhook_id;
use crate::{message_kind::MessageState, photos::photo_records};

/// Inserts the email of a lead again, if it was pruned.
const MAKE: &str = "
    INSERT INTO outbox (id, kind, state, emergency)
    SELECT id, 'lead', 'pending', emergency FROM site_forms WHERE id = ANY ($1)
    ON CONFLICT (id) DO NOTHING";

/// A message in flight keeps its number of attempts. A webhook goes to the present receiver.
const RESUME: &str = "
    UPDATE outbox SET
        state = 'pending', due_at = now(), finished_at = NULL, failure_class = NULL, failure = NULL,
        digest_id = NULL, attempts = CASE WHEN leased_until > now() THEN attempts ELSE 0 END,
        follow_up = kind = 'lead', receiver = NULL
    WHERE id = ANY ($1) AND state IN ('quarantined', 'in_digest', 'dead', 'stopped')";

/// A digest is composed of its members when it is sent, so a member can be removed until then.
const STOP: &str = "
    UPDATE outbox SET state = 'stopped', finished_at = now(), digest_id = NULL
    WHERE id = ANY ($1) AND (
        state IN ('pending', 'quarantined', 'dead')
        OR state = 'in_digest'
            AND digest_id IN (SELECT id FROM outbox WHERE kind = 'digest' AND state <> 'sent'))";

/// Parameters: the lead; its email's new state. An email in flight stays `pending`.
const HOLD: &str = "
    UPDATE outbox SET
        state = CASE WHEN leased_until > now() THEN 'pending' ELSE $2 END, finished_at = NULL,
        attempts = CASE WHEN leased_until > now() THEN attempts ELSE 0 END
    WHERE id = $1 AND state IN ('pending', 'stopped')";

/// Parameters: the lead; the email's id. An email that is not sent at once will have the newest words.
const MAIL_AGAIN: &str = "
    INSERT INTO outbox (id, kind, state, lead_id, may_reply)
    SELECT $2, 'lead', 'pending', $1, false WHERE NOT EXISTS (
        SELECT FROM outbox WHERE id = $1 AND state IN ('quarantined', 'in_digest', 'stopped'))";

/// Locks a lead's email before the lead is locked, in the same order as the delivery. The email may
/// have been pruned or deleted.
pub async fn lock(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    const LOCK: &str = "SELECT FROM outbox WHERE id = ANY ($1) FOR UPDATE";
    run(connection, LOCK, &[lead]).await
}

/// Makes the email of a customer's lead due now, unless it was sent. Its webhook follows from the
/// email, or resumes.
pub async fn release(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, MAKE, &[lead]).await?;
    resume(connection, lead).await
}

/// Stops the email and the webhook of a spam lead, unless they were sent.
pub async fn stop(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, STOP, &[lead, webhook_id(lead)]).await
}

/// Restores the earlier state of the email of a lead that may be spam, unless it was sent:
/// quarantined for the next digest if it `is_hidden`, otherwise pending. Stops its webhook.
pub async fn hold(
    connection: &mut AsyncPgConnection,
    lead: Uuid,
    is_hidden: bool,
) -> QueryResult<()> {
    let state = if is_hidden {
        MessageState::Quarantined
    } else {
        MessageState::Pending
    };
    sql_query(HOLD)
        .bind::<SqlUuid, _>(lead)
        .bind::<Text, _>(state)
        .execute(connection)
        .await?;
    run(connection, STOP, &[webhook_id(lead)]).await
}

/// Enqueues another email about a lead that was sent again with other words.
pub async fn mail_again(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    sql_query(MAIL_AGAIN)
        .bind::<SqlUuid, _>(lead)
        .bind::<SqlUuid, _>(Uuid::now_v7())
        .execute(connection)
        .await
        .map(drop)
}

/// Resumes the email and the webhook of a lead that is not spam, and the email about its photos.
pub async fn resume(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RESUME, &[lead, webhook_id(lead)]).await?;
    photo_records::mail_the_others(connection, lead).await
}

/// Runs a statement whose parameter is outbox ids.
async fn run(connection: &mut AsyncPgConnection, statement: &str, ids: &[Uuid]) -> QueryResult<()> {
    sql_query(statement)
        .bind::<Array<SqlUuid>, _>(ids)
        .execute(connection)
        .await
        .map(drop)
}
