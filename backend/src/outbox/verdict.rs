//! What a verdict of the owner about a lead means for its mails and its webhook.

use diesel::{
    QueryResult, sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::follow_up::webhook_id;
use crate::{database::outbox_kind::State, photos::table as photos};

/// Makes the mail of a lead anew, if it was pruned.
const MAKE: &str = "
    INSERT INTO outbox (id, kind, state) SELECT id, 'lead', 'pending' FROM unnest($1) AS id
    ON CONFLICT (id) DO NOTHING";

/// What is being sent goes on, as the attempt that it is.
const RESUME: &str = "
    UPDATE outbox SET
        state = 'pending', due_at = now(), finished_at = NULL, failure_class = NULL, failure = NULL,
        digest_id = NULL, attempts = CASE WHEN leased_until > now() THEN attempts ELSE 0 END
    WHERE id = ANY ($1) AND state IN ('quarantined', 'in_digest', 'dead', 'stopped')";

/// A digest is composed of its members when it is sent.
const STOP: &str = "
    UPDATE outbox SET state = 'stopped', finished_at = now(), digest_id = NULL
    WHERE id = ANY ($1) AND (
        state IN ('pending', 'quarantined', 'dead')
        OR state = 'in_digest'
            AND digest_id IN (SELECT id FROM outbox WHERE kind = 'digest' AND state <> 'sent'))";

/// Parameters: the lead; what its mail is to be, `quarantined` or `pending`. One that is being sent goes on.
const HOLD: &str = "
    UPDATE outbox SET
        state = CASE WHEN leased_until > now() THEN 'pending' ELSE $2 END, finished_at = NULL,
        attempts = CASE WHEN leased_until > now() THEN attempts ELSE 0 END
    WHERE id = $1 AND state IN ('pending', 'stopped')";

/// Locks the mail of a lead, before the lead is locked: in the order in which the delivery locks them. The
/// mail may have been pruned, or be gone.
pub async fn lock(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    const LOCK: &str = "SELECT FROM outbox WHERE id = ANY ($1) FOR UPDATE";
    run(connection, LOCK, &[lead]).await
}

/// Makes the mail of a customer's lead due now, unless it was sent. Its webhook follows from the mail,
/// or goes on.
pub async fn release(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, MAKE, &[lead]).await?;
    resume(connection, lead).await
}

/// Stops the mail and the webhook of a lead that is spam, unless they were sent.
pub async fn stop(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, STOP, &[lead, webhook_id(lead)]).await
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
    run(connection, STOP, &[webhook_id(lead)]).await
}

/// Lets the mail and the webhook of a lead that is no spam after all go on, and the mail about its
/// photographs.
pub async fn resume(connection: &mut AsyncPgConnection, lead: Uuid) -> QueryResult<()> {
    run(connection, RESUME, &[lead, webhook_id(lead)]).await?;
    photos::mail_the_others(connection, lead).await
}

/// Runs a statement whose parameter is ids of the outbox.
async fn run(connection: &mut AsyncPgConnection, statement: &str, ids: &[Uuid]) -> QueryResult<()> {
    sql_query(statement)
        .bind::<Array<SqlUuid>, _>(ids)
        .execute(connection)
        .await
        .map(drop)
}
