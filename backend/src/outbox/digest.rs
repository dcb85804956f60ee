//! Digests: emails about several suspect leads and notes.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Interval, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::notes::Note;
use crate::{
    database::{error::StoreError, interval::interval, pool::Store, schema::outbox},
    leads::lead_records::{self, Extent, LeadRecord},
    message_kind::Kind,
};

/// The most emails in one digest; the rest goes into the next one. Leads are shortened
/// ([`Extent::List`]), and notes are shortened when they are received, so a digest has at most a
/// few megabytes, which mail servers accept.
const DIGEST_SIZE: i64 = 50;

/// Parameters: the digest's id; the most emails; the minimum wait of the oldest; the kinds. No email
/// is locked before one has waited that long.
const GATHER_DIGEST: &str = "
    WITH member AS MATERIALIZED (
        SELECT id, created_at FROM outbox
        WHERE state = 'quarantined' AND kind = ANY ($4) AND EXISTS (
            SELECT FROM outbox
            WHERE state = 'quarantined' AND kind = ANY ($4) AND created_at <= now() - $3)
        ORDER BY created_at
        LIMIT $2
        FOR UPDATE SKIP LOCKED
    ),
    digest AS (
        INSERT INTO outbox (id, kind, state)
        SELECT $1, 'digest', 'pending' FROM member HAVING min(created_at) <= now() - $3
        RETURNING id
    )
    UPDATE outbox SET state = 'in_digest', digest_id = digest.id, finished_at = now()
    FROM member, digest
    WHERE outbox.id = member.id";

/// Gathers quarantined emails, the oldest first, into a digest that is due at once, if the oldest has
/// waited for `delay`. Returns the number of emails in the digest: 0 if there is none.
pub async fn gather(store: &Store, delay: Duration) -> Result<usize, StoreError> {
    store
        .run(async |connection| {
            sql_query(GATHER_DIGEST)
                .bind::<SqlUuid, _>(Uuid::now_v7())
                .bind::<BigInt, _>(DIGEST_SIZE)
                .bind::<Interval, _>(interval(delay))
                .bind::<Array<Text>, _>(Kind::lasting_mails())
                .execute(connection)
                .await
        })
        .await
}

#[derive(Clone, Debug)]
pub enum DigestMember {
    Lead(Box<LeadRecord>),
    Note(Note, DateTime<Utc>),
}

/// Returns the members of a digest, the oldest first, without leads that were erased in the meantime.
pub async fn members(
    connection: &mut AsyncPgConnection,
    digest: Uuid,
) -> QueryResult<Vec<DigestMember>> {
    type Row = (Uuid, DateTime<Utc>, Option<String>, Option<String>);
    let rows: Vec<Row> = outbox::table
        .filter(outbox::digest_id.eq(digest))
        .order((outbox::created_at, outbox::id))
        .select((
            outbox::id,
            outbox::created_at,
            outbox::subject,
            outbox::text,
        ))
        .load(connection)
        .await?;
    let ids = rows.iter().map(|(id, ..)| *id).collect();
    let mut leads = lead_records::by_id(connection, ids, Extent::List).await?;
    Ok(rows
        .into_iter()
        .filter_map(|(id, created_at, subject, text)| {
            if let Some(lead) = leads.remove(&id) {
                return Some(DigestMember::Lead(Box::new(lead)));
            }
            let (subject, text) = subject.zip(text)?;
            Some(DigestMember::Note(Note { subject, text }, created_at))
        })
        .collect())
}
