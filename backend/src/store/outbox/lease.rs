//! Leases due messages of the outbox: what is leased is sent by the process that holds the lease alone.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    QueryableByName, sql_query,
    sql_types::{
        BigInt, Binary, Bool, Integer, Interval, Nullable, Text, Timestamptz, Uuid as SqlUuid,
    },
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;
use validator_wasm::Lead;

use super::{
    digest,
    follow_up::{self, FollowUps},
    kind::{Channel, Kind},
    message::{AnnouncedLead, LeasedMessage, MessageSubject},
};
use crate::store::{
    desk::push_subscriptions::PushSubscription, error::StoreError, interval::interval, pool::Store,
    sent_texts::quarantine_copies,
};

/// How long messages are leased.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTerms {
    /// The shortest lease: longer than an attempt and the record of its outcome.
    pub shortest: Duration,
    /// One whose process died is leased again after a back-off, as after a failure: this long
    /// after its first attempt, twice as long after each further one.
    pub first_delay: Duration,
    /// The longest back-off.
    pub longest_delay: Duration,
}

/// Parameters: how many; the shortest lease; the first and the longest delay; the channel.
const LEASE: &str = "
    WITH due AS (
        SELECT id FROM outbox
        WHERE state = 'pending'
            AND due_at <= now()
            AND (leased_until IS NULL OR leased_until <= now())
            AND CASE WHEN kind IN ('webhook', 'push') THEN kind ELSE 'mail' END = $5
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
        RETURNING outbox.id, kind, attempts, outbox.created_at, lead_id, session_id
    )
    SELECT leased.id, kind, attempts, leased.created_at, full_name, email, phone, message, version,
        suspect OR status = 'spam' AS is_spam, site_forms.id AS saved_id,
        site_forms.created_at AS saved_at, site_name, city, state, push.session_id, endpoint, key, auth
    FROM leased
    LEFT JOIN site_forms ON site_forms.id = coalesce(lead_id, leased.id)
    LEFT JOIN desk_push_subscriptions push ON push.session_id = leased.session_id";

#[derive(QueryableByName)]
struct LeasedRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    kind: Kind,
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
    #[diesel(sql_type = Nullable<Bool>)]
    is_spam: Option<bool>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    saved_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    saved_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Text>)]
    site_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    city: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    state: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    session_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    endpoint: Option<String>,
    #[diesel(sql_type = Nullable<Binary>)]
    key: Option<Vec<u8>>,
    #[diesel(sql_type = Nullable<Binary>)]
    auth: Option<Vec<u8>>,
}

/// Leases what has been due in a channel for the longest, `count` at most. If this process dies,
/// another leases it when the lease is over. The mail of a lead whose text is a copy may be
/// quarantined instead; if it is not, what follows from the lead is put into the outbox.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn lease(
    store: &Store,
    channel: Channel,
    count: usize,
    terms: LeaseTerms,
    follow_ups: &FollowUps,
) -> Result<Vec<LeasedMessage>, StoreError> {
    store
        .run(async |connection| {
            let rows: Vec<LeasedRow> = sql_query(LEASE)
                .bind::<BigInt, _>(i64::try_from(count).unwrap_or(i64::MAX))
                .bind::<Interval, _>(interval(terms.shortest))
                .bind::<Interval, _>(interval(terms.first_delay))
                .bind::<Interval, _>(interval(terms.longest_delay))
                .bind::<Text, _>(channel)
                .load(connection)
                .await?;
            let mut messages = Vec::with_capacity(rows.len());
            let mut seen = Vec::new();
            for row in rows {
                let (id, kind, attempt) = (row.id, row.kind, row.attempts);
                if row.version.is_some_and(|version| version > 0) {
                    seen.push(id);
                }
                let subject = match kind {
                    Kind::Lead => row.into_lead(),
                    Kind::Webhook => row.into_announced().map(MessageSubject::Webhook),
                    Kind::Push => row.into_push(),
                    Kind::AutoReply => row.into_auto_reply(),
                    Kind::Digest => Some(digest::members(connection, id).await?)
                        .filter(|members| !members.is_empty())
                        .map(MessageSubject::Digest),
                    // It is never pending.
                    Kind::Note => None,
                };
                messages.push(LeasedMessage {
                    id,
                    kind,
                    attempt,
                    subject: subject.unwrap_or(MessageSubject::Erased),
                });
            }
            let new_leads = messages.iter().filter_map(|mail| match &mail.subject {
                // What the owner has seen at the desk is not judged any more.
                MessageSubject::Lead { lead, .. }
                    if mail.attempt == 1 && !seen.contains(&mail.id) =>
                {
                    Some((mail.id, lead))
                }
                _ => None,
            });
            let quarantined = quarantine_copies(connection, new_leads).await?;
            messages.retain(|mail| !quarantined.contains(&mail.id));
            follow_up::enqueue(connection, &messages, &seen, follow_ups).await?;
            Ok(messages)
        })
        .await
}

impl LeasedRow {
    fn into_lead(self) -> Option<MessageSubject> {
        let saved_at = self.created_at;
        let lead = self.lead()?;
        Some(MessageSubject::Lead { lead, saved_at })
    }

    fn into_announced(mut self) -> Option<Box<AnnouncedLead>> {
        Some(Box::new(AnnouncedLead {
            id: self.saved_id?,
            saved_at: self.saved_at?,
            city: self.city.take(),
            state: self.state.take(),
            lead: self.lead()?,
        }))
    }

    fn into_push(mut self) -> Option<MessageSubject> {
        let is_spam = self.is_spam?;
        let subscription = PushSubscription {
            session_id: self.session_id?,
            endpoint: self.endpoint.take()?,
            key: self.key.take()?,
            auth: self.auth.take()?,
        };
        let lead = self.into_announced()?;
        (!is_spam).then_some(MessageSubject::Push(lead, subscription))
    }

    fn into_auto_reply(self) -> Option<MessageSubject> {
        let is_spam = self.is_spam?;
        let lead = self.lead()?;
        (!is_spam).then_some(MessageSubject::AutoReply(lead))
    }

    fn lead(self) -> Option<Lead> {
        Some(Lead {
            full_name: self.full_name?,
            email: self.email?,
            phone: self.phone?,
            message: self.message?,
            site_name: self.site_name?,
        })
    }
}
