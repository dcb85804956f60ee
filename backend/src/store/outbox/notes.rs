//! Notes: texts for the owner that belong to no lead.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, QueryDsl, QueryResult, dsl::exists,
    insert_into, select,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest, Sha256, digest::consts::U16};
use uuid::Uuid;

use super::kind::{Kind, State};
use crate::{
    store::{
        error::StoreError,
        pool::Store,
        rate_limits,
        schema::{idempotency_keys, outbox},
    },
    visitor::RateLimit,
};

/// Whether a note is to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Its key is unknown, and it is within the limit.
    New,
    /// The outbox has the mail of the lead that was saved under its key, or an earlier note with
    /// the key.
    Known,
    /// Too many notes came from the address.
    RateLimited,
}

/// Looks for a mail with this idempotency key. If there is none, counts a note against the limit.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn admit(
    store: &Store,
    key: Option<Uuid>,
    limit: &RateLimit,
) -> Result<Admission, StoreError> {
    store
        .run(async |connection| {
            if let Some(key) = key
                && is_known(connection, key).await?
            {
                return Ok(Admission::Known);
            }
            Ok(if rate_limits::admit(connection, limit).await? {
                Admission::New
            } else {
                Admission::RateLimited
            })
        })
        .await
}

async fn is_known(connection: &mut AsyncPgConnection, key: Uuid) -> QueryResult<bool> {
    let of_lead = idempotency_keys::table
        .find(key)
        .inner_join(outbox::table.on(outbox::id.eq(idempotency_keys::lead_id)));
    let note = outbox::table.find(note_id(key));
    select(exists(of_lead).or(exists(note)))
        .get_result(connection)
        .await
}

/// A text for the owner that belongs to no lead.
#[derive(Clone, Debug)]
pub struct Note {
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
}

/// Saves a note for the next digest. An earlier note with the same key stays as it is.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn enqueue(store: &Store, key: Option<Uuid>, note: &Note) -> Result<(), StoreError> {
    let row = (
        outbox::id.eq(key.map_or_else(Uuid::now_v7, note_id)),
        outbox::kind.eq(Kind::Note),
        outbox::state.eq(State::Quarantined),
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

/// The id of the note with this key: a hash, since ids are shown and logged, and a key is its
/// sender's secret.
fn note_id(key: Uuid) -> Uuid {
    let (bytes, _) = Sha256::digest(key.as_bytes()).split::<U16>();
    Uuid::new_v8(bytes.into())
}
