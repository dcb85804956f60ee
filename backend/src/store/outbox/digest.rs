//! Digests: mails about several suspect leads and notes.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, QueryResult, Queryable,
    SelectableHelper, sql_query,
    sql_types::{BigInt, Interval, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::notes::Note;
use crate::store::{
    error::StoreError,
    interval::interval,
    pool::Store,
    schema::{outbox, site_forms},
    site_forms::SiteForm,
};

/// The most mails in one digest; the rest is in the next one.
const DIGEST_SIZE: i64 = 50;

/// Gathers quarantined mails into a digest, the oldest first. Parameters: its id; the most mails;
/// how long the oldest must have waited.
const GATHER_DIGEST: &str = "
    WITH member AS MATERIALIZED (
        SELECT id, created_at FROM outbox
        WHERE state = 'quarantined'
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

/// Gathers quarantined mails into a digest, which is due at once, if the oldest of them has waited
/// for `delay`. Returns the number of mails in it: 0 when there is no digest.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn gather(store: &Store, delay: Duration) -> Result<usize, StoreError> {
    store
        .run(async |connection| {
            sql_query(GATHER_DIGEST)
                .bind::<SqlUuid, _>(Uuid::now_v7())
                .bind::<BigInt, _>(DIGEST_SIZE)
                .bind::<Interval, _>(interval(delay))
                .execute(connection)
                .await
        })
        .await
}

/// An item of a digest.
#[derive(Clone, Debug)]
pub enum DigestMember {
    /// A suspect lead.
    Lead {
        /// The lead.
        lead: Box<SiteForm>,
        /// Names of its spam signals.
        signals: Vec<String>,
    },
    /// A text without a lead.
    Note {
        /// The note.
        note: Note,
        /// When it was received.
        created_at: DateTime<Utc>,
    },
}

#[derive(Queryable)]
struct MemberRow {
    created_at: DateTime<Utc>,
    subject: Option<String>,
    text: Option<String>,
    lead: Option<SiteForm>,
    signals: Option<Vec<String>>,
}

/// The members of a digest, the oldest first, without leads that were erased meanwhile.
pub(super) async fn members(
    connection: &mut AsyncPgConnection,
    digest: Uuid,
) -> QueryResult<Vec<DigestMember>> {
    let rows: Vec<MemberRow> = outbox::table
        .left_join(site_forms::table.on(site_forms::id.eq(outbox::id)))
        .filter(outbox::digest_id.eq(digest))
        .order((outbox::created_at, outbox::id))
        .select((
            outbox::created_at,
            outbox::subject,
            outbox::text,
            Option::<SiteForm>::as_select(),
            site_forms::spam_signs.nullable(),
        ))
        .load(connection)
        .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let note = row.subject.zip(row.text);
            match (row.lead, note) {
                (Some(lead), _) => Some(DigestMember::Lead {
                    lead: Box::new(lead),
                    signals: row.signals.unwrap_or_default(),
                }),
                (None, Some((subject, text))) => Some(DigestMember::Note {
                    note: Note { subject, text },
                    created_at: row.created_at,
                }),
                (None, None) => None,
            }
        })
        .collect())
}
