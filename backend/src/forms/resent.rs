//! A request that is sent again under its key with other words. Its visitor did not learn that it was saved.

use diesel::{
    sql_query,
    sql_types::{Bool, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;

use crate::{
    database::{Store, StoreError},
    leads::{lead_writer::NewLead, site_forms::EstimateColumns},
    outbox::lead_messages,
};

/// Parameters: the lead; its new values. Words that the desk has corrected are compared as they were typed.
const CHANGE: &str = "
    UPDATE site_forms SET
        (full_name, email, phone, message, service, urgency, address, details, emergency)
            = ($2, $3, $4, $5, $6, $7, $8, $9, $10),
        as_typed = NULL,
        events = events + 1,
        next_at = CASE WHEN status = 'spam' THEN next_at ELSE now() END,
        changed_at = greatest(changed_at + interval '1 microsecond', clock_timestamp())
    WHERE id = $1 AND ($2, $3, $4, $5) IS DISTINCT FROM (
        coalesce(as_typed->>'name', full_name), coalesce(as_typed->>'email', email),
        coalesce(as_typed->>'phone', phone), message)";

/// Gives a saved lead the words of a repeated request, if they differ. The earlier ones move to its
/// history (`log_words` in `schema.sql`), and the owner gets another email. Returns whether the words differ.
pub async fn change(store: &Store, lead: &NewLead) -> Result<bool, StoreError> {
    let (id, row) = (lead.row.id, &lead.row);
    let estimate = EstimateColumns::of(&lead.estimate);
    store
        .run(async |connection| {
            // In the order in which the delivery and the desk lock.
            lead_messages::lock(connection, id).await?;
            let changed = sql_query(CHANGE)
                .bind::<SqlUuid, _>(id)
                .bind::<Text, _>(&row.full_name)
                .bind::<Text, _>(&row.email)
                .bind::<Text, _>(&row.phone)
                .bind::<Text, _>(&row.message)
                .bind::<Text, _>(estimate.service)
                .bind::<Text, _>(estimate.urgency)
                .bind::<Text, _>(estimate.address)
                .bind::<Text, _>(estimate.details)
                .bind::<Bool, _>(estimate.emergency)
                .execute(connection)
                .await?;
            if changed > 0 {
                lead_messages::mail_again(connection, id).await?;
            }
            Ok(changed > 0)
        })
        .await
}
