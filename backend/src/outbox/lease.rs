//! Leases due messages of the outbox: only the process that holds a lease sends the message.

use std::time::Duration;

use diesel::{
    QueryableByName, sql_query,
    sql_types::{Array, BigInt, Bool, Integer, Interval, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    digest,
    follow_up::{self, FollowUps, webhook_id},
    message::{LeasedMessage, MessageSubject},
    push_subscriptions::PushSubscription,
    reminders,
};
use crate::{
    database::{
        error::StoreError,
        interval::interval,
        outbox_kind::{Channel, Kind},
        pool::Store,
        schema::outbox,
    },
    leads::{
        lead_records::{self, Extent, LeadRecord},
        sent_texts::quarantine_copies,
    },
    photos::photo_records,
};

/// How long messages are leased.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTerms {
    /// The lease. It is renewed while the message is being sent.
    pub lease: Duration,
    /// If the process dies, the message is due after a back-off, as after a failure: this long
    /// after its first attempt, twice as long after each further one.
    pub first_delay: Duration,
    /// The longest back-off.
    pub longest_delay: Duration,
}

/// Parameters: how many; the lease; the first and the longest delay; the kinds. A back-off shorter
/// than the lease changes nothing, so that the first attempts touch no index.
const LEASE: &str = "
    WITH due AS (
        SELECT id, least($3 * 2 ^ least(attempts, 30), $4) AS delay FROM outbox
        WHERE state = 'pending'
            AND due_at <= now()
            AND (leased_until IS NULL OR leased_until <= now())
            AND kind = ANY ($5)
        ORDER BY due_at
        LIMIT $1
        FOR UPDATE SKIP LOCKED
    ),
    leased AS (
        UPDATE outbox SET
            attempts = attempts + 1,
            leased_until = now() + $2,
            due_at = CASE WHEN delay > $2 THEN now() + delay ELSE due_at END
        FROM due
        WHERE outbox.id = due.id
        RETURNING outbox.id, kind, attempts, attempts = 1 AND attempted_at IS NULL AS is_first,
            lead_id, session_id, may_reply
    )
    SELECT leased.id, kind, attempts, is_first, lead_id, may_reply, push.session_id, endpoint, key, auth
    FROM leased
    LEFT JOIN desk_push_subscriptions push ON push.session_id = leased.session_id";

#[derive(QueryableByName)]
#[diesel(table_name = outbox)]
struct LeasedRow {
    id: Uuid,
    kind: Kind,
    attempts: i32,
    #[diesel(sql_type = Bool)]
    is_first: bool,
    lead_id: Option<Uuid>,
    may_reply: bool,
    #[diesel(embed)]
    subscription: Option<PushSubscription>,
}

/// Leases the messages of a channel that have been due for the longest, at most `count`. If this
/// process dies, another one leases them when the leases expire. The mail of a lead whose text is a
/// copy may be quarantined instead; if it is not, what follows from the lead is put into the outbox.
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
                .bind::<Interval, _>(interval(terms.lease))
                .bind::<Interval, _>(interval(terms.first_delay))
                .bind::<Interval, _>(interval(terms.longest_delay))
                .bind::<Array<Text>, _>(channel.kinds())
                .load(connection)
                .await?;
            if rows.is_empty() {
                return Ok(Vec::new());
            }
            let leads = rows.iter().map(LeasedRow::lead).collect();
            let leads = lead_records::by_id(connection, leads, Extent::Message).await?;
            let mut messages = Vec::with_capacity(rows.len());
            let mut seen = Vec::new();
            let mut unanswered = Vec::new();
            for row in rows {
                let lead_id = row.lead();
                let LeasedRow { id, kind, .. } = row;
                let lead = leads.get(&lead_id);
                let is_seen = lead.is_some_and(|lead| lead.events > 0);
                if is_seen {
                    seen.push(id);
                }
                // A lead that the owner has seen may have been suspect before.
                if is_seen || !row.may_reply {
                    unanswered.push(id);
                }
                let is_of_photos = id != webhook_id(lead_id);
                let is_unwanted = |lead: &LeadRecord| match kind {
                    Kind::Push => lead.is_hidden(),
                    Kind::Webhook => is_of_photos && lead.is_spam(),
                    Kind::AutoReply | Kind::Photos => lead.is_spam(),
                    Kind::Lead | Kind::Digest | Kind::Note => false,
                };
                let lead = lead.filter(|lead| !is_unwanted(lead));
                let lead = lead.cloned().map(Box::new);
                let subject = match kind {
                    Kind::Lead => lead.map(MessageSubject::Lead),
                    Kind::Webhook if is_of_photos => lead.map(MessageSubject::PhotosWebhook),
                    Kind::Webhook => lead.map(MessageSubject::Webhook),
                    Kind::AutoReply => lead.map(MessageSubject::AutoReply),
                    Kind::Push => lead.zip(row.subscription).and_then(|(lead, subscription)| {
                        let session = subscription.session_id;
                        let occasion = reminders::occasion(id, &lead, session)?;
                        Some(MessageSubject::Push(lead, occasion, subscription))
                    }),
                    Kind::Digest => Some(digest::members(connection, id).await?)
                        .filter(|members| !members.is_empty())
                        .map(MessageSubject::Digest),
                    Kind::Photos => {
                        let photos = photo_records::of_mail(connection, lead_id, id).await?;
                        lead.filter(|_| !photos.is_empty())
                            .map(|lead| MessageSubject::Photos(lead, photos))
                    }
                    // A note is never pending.
                    Kind::Note => None,
                };
                messages.push(LeasedMessage {
                    id,
                    kind,
                    attempt: row.attempts,
                    is_first: row.is_first,
                    subject: subject.unwrap_or(MessageSubject::Erased),
                });
            }
            let new_leads = messages.iter().filter_map(|mail| match &mail.subject {
                // Leads that the owner has seen at the desk are not judged any more.
                MessageSubject::Lead(lead) if mail.is_first && !seen.contains(&mail.id) => {
                    Some(&**lead)
                }
                _ => None,
            });
            let quarantined = quarantine_copies(connection, new_leads).await?;
            messages.retain(|mail| !quarantined.contains(&mail.id));
            follow_up::enqueue(connection, &messages, &unanswered, follow_ups).await?;
            Ok(messages)
        })
        .await
}

/// Parameters: the message; its attempt; the lease.
const RENEW: &str = "
    UPDATE outbox SET leased_until = now() + $3
    WHERE id = $1 AND attempts = $2 AND state = 'pending' AND leased_until IS NOT NULL";

/// Renews the lease of a message that is still being sent, unless another process has leased it
/// since.
pub(crate) async fn renew(
    store: &Store,
    message: &LeasedMessage,
    lease: Duration,
) -> Result<(), StoreError> {
    store
        .run(async |connection| {
            sql_query(RENEW)
                .bind::<SqlUuid, _>(message.id)
                .bind::<Integer, _>(message.attempt)
                .bind::<Interval, _>(interval(lease))
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}

impl LeasedRow {
    /// The id of the lead that the message is about, if it is about one.
    fn lead(&self) -> Uuid {
        self.lead_id.unwrap_or(self.id)
    }
}
