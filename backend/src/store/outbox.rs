//! The table `outbox`: one row a mail, a webhook or a push message.
//!
//! A lead's row is made in the statement that saves the lead, by the
//! [`lead_writer`](crate::leads::lead_writer); what else follows from the lead by [`follow_up`]. Each
//! is composed when it is sent: from its lead, or a digest's from its members.

pub mod entries;
pub mod failure;
pub mod figures;
pub mod follow_up;
pub mod lease;
pub mod outcome;
pub mod verdict;
pub mod webhooks;

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl,
    QueryResult, Queryable, SelectableHelper,
    dsl::exists,
    insert_into, select, sql_query,
    sql_types::{BigInt, Interval, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use sha2::{Digest, Sha256, digest::consts::U16};
use uuid::Uuid;

use super::{
    error::StoreError,
    interval::interval,
    pool::Store,
    rate_limits,
    schema::{idempotency_keys, outbox, site_forms},
    site_forms::SiteForm,
};
use crate::visitor::RateLimit;

const PENDING: &str = "pending";
pub(super) const QUARANTINED: &str = "quarantined";
pub(super) const IN_DIGEST: &str = "in_digest";
pub(super) const SENT: &str = "sent";
const DEAD: &str = "dead";
const STOPPED: &str = "stopped";

pub(super) const LEAD: &str = "lead";
const NOTE: &str = "note";
const DIGEST: &str = "digest";
const WEBHOOK: &str = "webhook";
const AUTO_REPLY: &str = "auto_reply";
const PUSH: &str = "push";

/// The kinds that are no mail to the owner.
const FOLLOW_UPS: [&str; 3] = [WEBHOOK, AUTO_REPLY, PUSH];

/// The most mails in one digest; the rest is in the next one.
const DIGEST_SIZE: i64 = 50;

/// Whether a note is to be kept.
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

/// Keeps a note for the next digest. An earlier note with the same key stays as it is.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn enqueue_note(store: &Store, key: Option<Uuid>, note: &Note) -> Result<(), StoreError> {
    let row = (
        outbox::id.eq(key.map_or_else(Uuid::now_v7, note_id)),
        outbox::kind.eq(NOTE),
        outbox::state.eq(QUARANTINED),
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
pub async fn gather_digest(store: &Store, delay: Duration) -> Result<usize, StoreError> {
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
async fn digest_members(
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
