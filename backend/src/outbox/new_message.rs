//! Inserts a message that does not exist yet. The message is about a lead, or about none.

use chrono::{DateTime, Utc};
use diesel::{Insertable, QueryResult, insert_into};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::{
    database::schema::outbox,
    message_kind::{Kind, State},
};

#[derive(Insertable)]
#[diesel(table_name = outbox)]
pub(super) struct NewMessage {
    pub(super) id: Uuid,
    pub(super) kind: Kind,
    pub(super) state: State,
    pub(super) lead_id: Option<Uuid>,
    pub(super) session_id: Option<Uuid>,
    pub(super) finished_at: Option<DateTime<Utc>>,
    pub(super) emergency: bool,
    pub(super) follow_up: bool,
    pub(super) receiver: Option<Vec<u8>>,
}

impl NewMessage {
    /// Creates a message that is due now and about no lead. The `id` is the same for each process that
    /// inserts the message, so that there is only one.
    pub(super) fn new(id: Uuid, kind: Kind) -> Self {
        Self {
            id,
            kind,
            state: State::Pending,
            lead_id: None,
            session_id: None,
            finished_at: None,
            emergency: false,
            follow_up: false,
            receiver: None,
        }
    }
}

/// Inserts the rows that do not exist yet. Returns their ids.
pub(super) async fn insert(
    connection: &mut AsyncPgConnection,
    mut rows: Vec<NewMessage>,
) -> QueryResult<Vec<Uuid>> {
    // Concurrent transactions insert in the same order, so that they do not deadlock.
    rows.sort_unstable_by_key(|row| row.id);
    let mut inserted = Vec::new();
    // A statement has at most 65,535 parameters.
    for rows in rows.chunks(1_000) {
        let ids: Vec<Uuid> = insert_into(outbox::table)
            .values(rows)
            .on_conflict_do_nothing()
            .returning(outbox::id)
            .get_results(connection)
            .await?;
        inserted.extend(ids);
    }
    Ok(inserted)
}

/// Returns the id of the webhook that follows from an email about a lead (whose id the email has)
/// or about photos. The id is always the same, so that there is only one webhook. It begins with
/// the timestamp of the email's id, which keeps ids in the order of time.
pub(crate) fn webhook_id(mail: Uuid) -> Uuid {
    derived_id(mail, Kind::Webhook.name())
}

/// The number of bytes in the timestamp of a UUIDv7 (RFC 9562, section 5.7).
pub(super) const TIME_BYTES: usize = 6;

pub(super) fn derived_id(source: Uuid, purpose: &str) -> Uuid {
    let hash = Sha256::new()
        .chain_update(source.as_bytes())
        .chain_update(purpose)
        .finalize();
    with_time(&source.as_bytes()[..TIME_BYTES], &hash)
}

/// Builds an id that begins with a time and continues with a hash.
pub(super) fn id_at(time: DateTime<Utc>, hash: &[u8]) -> Uuid {
    with_time(&time.timestamp_millis().to_be_bytes()[2..], hash)
}

fn with_time(time: &[u8], hash: &[u8]) -> Uuid {
    let mut bytes = [0; 16];
    let (start, rest) = bytes.split_at_mut(TIME_BYTES);
    start.copy_from_slice(time);
    rest.copy_from_slice(&hash[..rest.len()]);
    Uuid::new_v8(bytes)
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
