//! Notes: texts for the owner that do not belong to a lead.

use diesel::{dsl::exists, insert_into, prelude::*, select};
use diesel_async::RunQueryDsl;
use sha2::{Digest, Sha256, digest::consts::U16};
use uuid::Uuid;

use crate::{
    database::{error::StoreError, pool::Store, schema::outbox},
    message_kind::{Kind, MessageState},
};

/// Returns whether the outbox has the email of the lead that was saved under a key, or a note with that key.
pub async fn is_known(store: &Store, key: Uuid) -> Result<bool, StoreError> {
    store
        .read_when_available(async |connection| {
            let known = outbox::table.filter(outbox::id.eq_any([key, note_id(key)]));
            select(exists(known)).get_result(connection).await
        })
        .await
}

#[derive(Clone, Debug)]
pub struct Note {
    pub subject: String,
    pub text: String,
}

/// Saves a note for the next digest. An earlier note with the same key stays unchanged.
pub async fn enqueue(store: &Store, key: Option<Uuid>, note: &Note) -> Result<(), StoreError> {
    let row = (
        outbox::id.eq(key.map_or_else(Uuid::now_v7, note_id)),
        outbox::kind.eq(Kind::Note),
        outbox::state.eq(MessageState::Quarantined),
        outbox::subject.eq(&note.subject),
        outbox::text.eq(&note.text),
    );
    store
        .run(async |connection| {
            insert_into(outbox::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}

/// Returns the id of the note with this key. It is a hash, because the key itself is the id of a
/// lead's email, and that lead may still arrive.
fn note_id(key: Uuid) -> Uuid {
    let (bytes, _) = Sha256::digest(key.as_bytes()).split::<U16>();
    Uuid::new_v8(bytes.into())
}
