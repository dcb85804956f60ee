//! Leases due mails: a leased mail is sent by the process that holds the lease alone.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    QueryableByName, sql_query,
    sql_types::{BigInt, Integer, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;
use validator_wasm::{Lead, SITE_NAME};

use super::{DIGEST, DigestMember, LEAD, digest_members};
use crate::store::{
    error::StoreError, interval::interval, pool::Store, sent_texts::quarantine_copies,
};

/// How long mails are leased.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTerms {
    /// The shortest lease: longer than an attempt and the record of its outcome.
    pub shortest: Duration,
    /// A mail whose process died is leased again after a back-off, as after a failure: this long
    /// after its first attempt, twice as long after each further one.
    pub first_delay: Duration,
    /// The longest back-off.
    pub longest_delay: Duration,
}

/// A mail that is due, leased to this process.
#[derive(Clone, Debug)]
pub struct LeasedMail {
    /// The mail's id.
    pub id: Uuid,
    /// Which attempt to send it this is, from 1 on.
    pub attempt: i32,
    /// Its subject.
    pub subject: MailSubject,
}

/// The subject of a mail.
#[derive(Clone, Debug)]
pub enum MailSubject {
    /// One lead.
    Lead {
        /// The lead.
        lead: Lead,
        /// When it was saved.
        saved_at: DateTime<Utc>,
    },
    /// Suspect leads and notes; at least one.
    Digest(Vec<DigestMember>),
    /// None: it was erased.
    Erased,
}

/// Parameters: how many mails; the shortest lease; the first and the longest delay.
const LEASE: &str = "
    WITH due AS (
        SELECT id FROM outbox
        WHERE state = 'pending'
            AND due_at <= now()
            AND (leased_until IS NULL OR leased_until <= now())
        ORDER BY due_at
        LIMIT $1
        FOR UPDATE SKIP LOCKED
    ),
    leased AS (
        UPDATE outbox SET
            attempts = attempts + 1,
            leased_until = now() + greatest($2, least($3 * 2 ^ least(attempts, 30), $4))
        FROM due
        WHERE outbox.id = due.id
        RETURNING outbox.id, kind, attempts, outbox.created_at
    )
    SELECT leased.id, kind, attempts, leased.created_at, full_name, email, phone, message, version
    FROM leased
    LEFT JOIN site_forms ON site_forms.id = leased.id";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Integer)]
    attempts: i32,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    full_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    message: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    version: Option<i32>,
}

/// Leases the mails that have been due for the longest, `count` of them at most. If this process
/// dies, another leases them when their lease is over. The mail of a lead whose text is a copy may
/// be quarantined instead.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn lease(
    store: &Store,
    count: usize,
    terms: LeaseTerms,
) -> Result<Vec<LeasedMail>, StoreError> {
    store
        .run(async |connection| {
            let rows: Vec<Row> = sql_query(LEASE)
                .bind::<BigInt, _>(i64::try_from(count).unwrap_or(i64::MAX))
                .bind::<Interval, _>(interval(terms.shortest))
                .bind::<Interval, _>(interval(terms.first_delay))
                .bind::<Interval, _>(interval(terms.longest_delay))
                .load(connection)
                .await?;
            let mut mails = Vec::with_capacity(rows.len());
            let mut seen = Vec::new();
            for row in rows {
                let (id, attempt) = (row.id, row.attempts);
                if row.version.is_some_and(|version| version > 0) {
                    seen.push(id);
                }
                let subject = match &*row.kind {
                    LEAD => row.into_lead(),
                    DIGEST => Some(digest_members(connection, id).await?)
                        .filter(|members| !members.is_empty())
                        .map(MailSubject::Digest),
                    _ => None,
                };
                mails.push(LeasedMail {
                    id,
                    attempt,
                    subject: subject.unwrap_or(MailSubject::Erased),
                });
            }
            let new_leads = mails.iter().filter_map(|mail| match &mail.subject {
                // What the owner has seen at the desk is not judged any more.
                MailSubject::Lead { lead, .. } if mail.attempt == 1 && !seen.contains(&mail.id) => {
                    Some((mail.id, lead))
                }
                _ => None,
            });
            let quarantined = quarantine_copies(connection, new_leads).await?;
            mails.retain(|mail| !quarantined.contains(&mail.id));
            Ok(mails)
        })
        .await
}

impl Row {
    fn into_lead(self) -> Option<MailSubject> {
        Some(MailSubject::Lead {
            lead: Lead {
                full_name: self.full_name?,
                email: self.email?,
                phone: self.phone?,
                message: self.message?,
                site_name: SITE_NAME.to_owned(),
            },
            saved_at: self.created_at,
        })
    }
}
