//! Leases due messages of the outbox. Only the process that holds a lease sends the message.

use std::time::Duration;

use diesel::{
    QueryableByName, sql_query,
    sql_types::{Array, BigInt, Bool, Integer, Interval, Text, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    message::{LeasedMessage, MessageSubject},
    push_subscriptions::PushSubscription,
};
use crate::{
    database::{error::StoreError, interval::interval, pool::Store, schema::outbox},
    leads::lead_records::{self, Extent},
    message_kind::{Channel, Kind},
};

/// The delay after the first failed attempt. Each further delay is twice as long, up to
/// [`LONGEST_DELAY`]. If the process dies, the message is due after the same delay.
pub(crate) const FIRST_DELAY: Duration = Duration::from_secs(15);

pub(crate) const LONGEST_DELAY: Duration = Duration::from_hours(3);

/// Returns the statement that leases messages: those about emergencies first, then the longest due.
/// Parameters: the number of messages; the lease; the first and the longest delay; the kinds; whether
/// what follows from an email is enqueued before. A delay shorter than the lease changes nothing, so
/// the first attempts touch no index.
fn take() -> String {
    let due = |condition| {
        format!(
            "SELECT id, least($3 * 2 ^ least(attempts, 30), $4) AS delay FROM outbox
             WHERE state = 'pending' AND {condition}
                 AND due_at <= now()
                 AND (leased_until IS NULL OR leased_until <= now())
                 AND kind = ANY ($5)
                 AND NOT ($6 AND follow_up AND kind IN ('lead', 'photos', 'decision'))
             ORDER BY due_at
             LIMIT $1
             FOR UPDATE SKIP LOCKED"
        )
    };
    let (first, others) = (due("emergency"), due("NOT emergency"));
    format!(
        "WITH first AS ({first}),
         other AS ({others}),
         due AS (SELECT * FROM first UNION ALL SELECT * FROM other LIMIT $1),
         leased AS (
             UPDATE outbox SET
                 attempts = attempts + 1,
                 leased_until = now() + $2,
                 due_at = CASE WHEN delay > $2 THEN now() + delay ELSE due_at END
             FROM due
             WHERE outbox.id = due.id
             RETURNING outbox.id, kind, attempts, lead_id, receiver, session_id
         )
         SELECT leased.id, kind, attempts, lead_id, receiver, push.session_id, endpoint, key, auth
         FROM leased
         LEFT JOIN desk_push_subscriptions push ON push.session_id = leased.session_id"
    )
}

#[derive(QueryableByName)]
#[diesel(table_name = outbox)]
struct LeasedRow {
    id: Uuid,
    kind: Kind,
    attempts: i32,
    lead_id: Option<Uuid>,
    receiver: Option<Vec<u8>>,
    #[diesel(embed)]
    subscription: Option<PushSubscription>,
}

/// Leases at most `count` messages of a channel. An email is leased after the messages that follow
/// from it were enqueued, if they `follow_first`.
pub async fn lease(
    store: &Store,
    channel: Channel,
    count: usize,
    follow_first: bool,
) -> Result<Vec<LeasedMessage>, StoreError> {
    let kinds = Kind::with(|facts| facts.channel == channel);
    store
        .run(async |connection| {
            let rows: Vec<LeasedRow> = sql_query(take())
                .bind::<BigInt, _>(i64::try_from(count).unwrap_or(i64::MAX))
                .bind::<Interval, _>(interval(store.deadlines.lease))
                .bind::<Interval, _>(interval(FIRST_DELAY))
                .bind::<Interval, _>(interval(LONGEST_DELAY))
                .bind::<Array<Text>, _>(&kinds)
                .bind::<Bool, _>(follow_first)
                .load(connection)
                .await?;
            if rows.is_empty() {
                return Ok(Vec::new());
            }
            let lead_of = |row: &LeasedRow| row.lead_id.unwrap_or(row.id);
            let ids = rows.iter().map(lead_of).collect();
            let leads = lead_records::by_id(connection, ids, Extent::Message).await?;
            let mut messages = Vec::with_capacity(rows.len());
            for row in rows {
                let lead = leads.get(&lead_of(&row)).cloned().map(Box::new);
                let LeasedRow { id, kind, .. } = row;
                let subject = MessageSubject::load(connection, id, kind, lead, row.subscription);
                messages.push(LeasedMessage {
                    id,
                    kind,
                    attempt: row.attempts,
                    receiver: row.receiver,
                    subject: subject.await?,
                });
            }
            Ok(messages)
        })
        .await
}

/// Parameters: the message; its attempt; the lease.
const RENEW: &str = "
    UPDATE outbox SET leased_until = now() + $3
    WHERE id = $1 AND attempts = $2 AND state = 'pending' AND leased_until IS NOT NULL";

/// Renews the lease of a message in flight, unless another process has leased it since.
pub(crate) async fn renew(store: &Store, message: &LeasedMessage) -> Result<(), StoreError> {
    store
        .run(async |connection| {
            sql_query(RENEW)
                .bind::<SqlUuid, _>(message.id)
                .bind::<Integer, _>(message.attempt)
                .bind::<Interval, _>(interval(store.deadlines.lease))
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
