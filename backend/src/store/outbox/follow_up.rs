//! What follows from a lead beside the owner's mail.
//!
//! It is put into the outbox when that mail is leased for the first time, in the same transaction: from
//! then on it is known whether the lead is suspect, and a lead that is saved costs the same with it and
//! without. A suspect lead's mail is not leased before the owner has found it to be a customer's.

use diesel::{ExpressionMethods, QueryResult, insert_into};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{PENDING, WEBHOOK, lease::LeasedMessage};
use crate::store::schema::outbox;

/// What is to follow from leads.
#[derive(Clone, Copy, Debug, Default)]
pub struct FollowUps {
    /// Whether they are announced by a webhook.
    pub webhooks: bool,
}

/// The id of a lead's webhook: the same whenever it is computed, so that there is one. It begins with
/// the time of the lead's, which keeps ids in the order of time.
#[must_use]
pub fn webhook_id(lead: Uuid) -> Uuid {
    derived_id(lead, WEBHOOK)
}

/// The ids of all that may follow from a lead.
pub(in crate::store) fn ids(lead: Uuid) -> [Uuid; 1] {
    [webhook_id(lead)]
}

/// How many bytes of a UUIDv7 are its time (RFC 9562, section 5.7).
const TIME_BYTES: usize = 6;

fn derived_id(lead: Uuid, kind: &str) -> Uuid {
    let hash = Sha256::new()
        .chain_update(lead.as_bytes())
        .chain_update(kind)
        .finalize();
    let mut bytes = *lead.as_bytes();
    for (byte, hashed) in bytes.iter_mut().zip(hash).skip(TIME_BYTES) {
        *byte = hashed;
    }
    Uuid::new_v8(bytes)
}

/// Puts what follows from the new leads among these mails into the outbox, where it is not there yet.
///
/// # Errors
/// When a query fails.
pub(super) async fn enqueue(
    connection: &mut AsyncPgConnection,
    leased: &[LeasedMessage],
    follow_ups: FollowUps,
) -> QueryResult<()> {
    if !follow_ups.webhooks {
        return Ok(());
    }
    let rows: Vec<_> = leased
        .iter()
        .filter_map(LeasedMessage::new_lead)
        .map(|lead| {
            (
                outbox::id.eq(webhook_id(lead)),
                outbox::kind.eq(WEBHOOK),
                outbox::state.eq(PENDING),
                outbox::lead_id.eq(lead),
            )
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    insert_into(outbox::table)
        .values(rows)
        .on_conflict_do_nothing()
        .execute(connection)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::webhook_id;

    #[test]
    fn an_id_that_is_derived_is_one_of_a_kind_and_in_the_order_of_time() {
        let [early, late] = [
            "01990000-0000-7000-8000-000000000000",
            "01990000-0001-7000-8000-000000000000",
        ]
        .map(|id| id.parse::<Uuid>().unwrap());
        assert_eq!(webhook_id(early), webhook_id(early));
        assert_ne!(webhook_id(early), early);
        assert!(webhook_id(early) < late && early < webhook_id(late));
        assert_eq!(webhook_id(early).get_version_num(), 8);
    }
}
