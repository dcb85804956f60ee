//! The messages that follow from the owner's email about a lead or its photos.
//!
//! They are enqueued as soon as that email is due, before it is leased, so that they wait for no mail
//! server. Saving a lead costs no more if there are none. A suspect lead's email is not due until the
//! owner has marked the lead as a customer's, unless it is an emergency. Phones show a suspect
//! emergency, but its visitor gets no auto-reply.

use std::time::Duration;

use chrono::{DateTime, Utc};
use contact_data::EmailAddress;
use diesel::{ExpressionMethods, QueryDsl, QueryResult, delete, dsl::sql, sql_types::Bool, update};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use hmac::{Hmac, Mac};
use lettre::Address;
use sha2::Sha256;
use tracing::warn;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{
    estimate_messages,
    message::{NewMessage, Occasion, id_at, insert, webhook_id},
    push_subscriptions,
};
use crate::{
    company::time_zone,
    config::secret::Secret,
    database::{error::StoreError, pool::Store, schema::outbox},
    leads::lead_records::{self, Extent, LeadRecord},
    message_kind::{Kind, MessageState},
    visitors::{RateLimit, rate_limits},
};

#[derive(Clone, Default)]
pub struct FollowUps {
    /// The [receiver](super::webhooks::WebhookClient::receiver) of webhooks, if they are on.
    pub webhooks: Option<Vec<u8>>,
    pub auto_replies: Option<AutoReplies>,
    /// The addresses, in lower case, of the people whose subscribed browsers show notifications.
    pub push_to: Vec<String>,
}

impl FollowUps {
    pub fn are_on(&self) -> bool {
        self.webhooks.is_some() || self.auto_replies.is_some() || !self.push_to.is_empty()
    }
}

/// The limits of auto-replies. Anybody can type somebody else's address into the form.
#[derive(Clone)]
pub struct AutoReplies {
    mac: Hmac<Sha256>,
    per_hour: i32,
}

/// The age after which a lead gets no auto-reply, because it would puzzle the visitor.
const MAX_AGE: Duration = Duration::from_hours(1);

impl AutoReplies {
    /// Creates the limits. `per_hour` is the most auto-replies within an hour, by all backends that
    /// share the secret.
    pub(crate) fn new(secret: &Secret, per_hour: i32) -> Self {
        Self {
            mac: secret.mac("auto-reply"),
            per_hour,
        }
    }

    /// Returns the id of the auto-reply to a mailbox on a day of the company's. The id is always the same,
    /// so that there is only one reply. It begins with the timestamp of the start of the day.
    fn id(&self, mailbox: &str, time: DateTime<Utc>) -> Uuid {
        let day = time_zone::start_of(time_zone::day(time)).unwrap_or(time);
        let hash = self.hash("mailbox", day.timestamp()).chain_update(mailbox);
        id_at(day, &hash.finalize().into_bytes())
    }

    fn limit(&self, time: DateTime<Utc>) -> RateLimit {
        let hour = time.timestamp().div_euclid(60 * 60);
        let key = self.hash("hour", hour).finalize();
        RateLimit(vec![(key.into_bytes().into(), self.per_hour)])
    }

    /// Hashes a purpose and a day or an hour. More can be added to the hash.
    fn hash(&self, purpose: &str, time: i64) -> Hmac<Sha256> {
        let mac = self.mac.clone().chain_update(purpose);
        mac.chain_update(time.to_be_bytes())
    }
}

/// The due emails from which messages are still to follow. Locked ones are left for the next time.
const SOURCES: &str = "id = ANY (ARRAY(
    SELECT id FROM outbox
    WHERE state = 'pending' AND follow_up AND due_at <= now() AND kind IN ('lead', 'photos', 'decision')
    ORDER BY due_at
    LIMIT 64
    FOR UPDATE SKIP LOCKED))";

/// Enqueues the messages that follow from due emails, unless they exist already. Returns whether there
/// were such emails.
pub(super) async fn enqueue(store: &Store, follow_ups: &FollowUps) -> Result<bool, StoreError> {
    store
        .run(async |connection| {
            let sources: Vec<(Uuid, Option<Uuid>, bool, Kind)> =
                update(outbox::table.filter(sql::<Bool>(SOURCES)))
                    .set(outbox::follow_up.eq(false))
                    .returning((outbox::id, outbox::lead_id, outbox::may_reply, outbox::kind))
                    .get_results(connection)
                    .await?;
            if sources.is_empty() {
                return Ok(false);
            }
            let ids = sources.iter().map(|(id, lead, ..)| lead.unwrap_or(*id));
            let leads = lead_records::by_id(connection, ids.collect(), Extent::Message).await?;
            let sessions = push_subscriptions::sessions_of(connection, &follow_ups.push_to).await?;
            let emails: Vec<Uuid> = sources.iter().map(|(id, ..)| *id).collect();
            let accepted = estimate_messages::accepted(connection, &emails).await?;
            let mut rows = Vec::new();
            let mut replied_to = Vec::new();
            for (id, lead_id, may_reply, kind) in sources {
                let Some(record) = leads.get(&lead_id.unwrap_or(id)) else {
                    continue;
                };
                let is_announced = match kind {
                    Kind::Decision => accepted.contains(&id),
                    _ => id == record.lead.id || !record.is_spam() && !record.photos.is_empty(),
                };
                if let Some(receiver) = follow_ups.webhooks.as_ref().filter(|_| is_announced) {
                    rows.push(webhook(id, record, receiver));
                }
                let occasion = match kind {
                    Kind::Decision => Occasion::decided(record),
                    // The email about the lead itself has the lead's id.
                    _ => lead_id.is_none().then_some(Occasion::Created),
                };
                let pushes = occasion.into_iter().flat_map(|occasion| {
                    sessions.iter().map(move |(session, _)| NewMessage {
                        emergency: record.estimate.is_emergency(),
                        ..NewMessage::push(record.lead.id, occasion, *session)
                    })
                });
                rows.extend(pushes);
                replied_to.extend(Some(record).filter(|_| lead_id.is_none() && may_reply));
            }
            insert(connection, rows).await?;
            if let Some(limits) = &follow_ups.auto_replies {
                enqueue_auto_replies(connection, &replied_to, limits).await?;
            }
            Ok(true)
        })
        .await
}

/// Returns the webhook of a lead, of its photos, or of the estimate that its customer accepted. A suspect lead's
/// webhook is stopped until the owner marks the lead as a customer's.
fn webhook(mail: Uuid, record: &LeadRecord, receiver: &[u8]) -> NewMessage {
    let mut webhook = NewMessage::new(webhook_id(mail), Kind::Webhook);
    webhook.lead_id = Some(record.lead.id);
    webhook.emergency = record.estimate.is_emergency();
    webhook.receiver = Some(receiver.to_owned());
    if record.state.suspect {
        webhook.state = MessageState::Stopped;
        webhook.finished_at = Some(Utc::now());
    }
    webhook
}

async fn enqueue_auto_replies(
    connection: &mut AsyncPgConnection,
    leads: &[&LeadRecord],
    limits: &AutoReplies,
) -> QueryResult<()> {
    let time = Utc::now();
    let replies = leads
        .iter()
        // A lead that the owner has seen may have been suspect before.
        .filter(|record| record.events == 0 && !record.is_spam())
        .filter_map(|record| {
            let lead = &record.lead;
            let is_recent = (time - lead.created_at).to_std().unwrap_or_default() < MAX_AGE;
            let is_given = lead.email != PLACEHOLDER_EMAIL;
            let _: Address = lead.email.trim().parse().ok()?;
            let address = lead.email.parse::<EmailAddress>().ok();
            let address = address.filter(|it| !it.is_at_ip_address())?;
            let id = limits.id(&address.without_variants(), time);
            (is_recent && is_given).then(|| NewMessage {
                lead_id: Some(lead.id),
                ..NewMessage::new(id, Kind::AutoReply)
            })
        })
        .collect();
    let limit = limits.limit(time);
    let mut over = Vec::new();
    for id in insert(connection, replies).await? {
        if !rate_limits::admit(connection, &limit).await? {
            over.push(id);
        }
    }
    if !over.is_empty() {
        warn!(
            auto_replies = over.len(),
            "this hour's limit of auto-replies is reached: these were not sent"
        );
        delete(outbox::table.filter(outbox::id.eq_any(over)))
            .execute(connection)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use uuid::Uuid;

    use super::{super::message::TIME_BYTES, AutoReplies, webhook_id};
    use crate::{company::time_zone, config::secret::Secret};

    #[test]
    fn an_auto_reply_is_one_of_its_mailbox_and_day_and_its_limit_of_the_hour() {
        let [replies, others] =
            ["secret", "other"].map(|secret| AutoReplies::new(&Secret::of(secret), 1));
        // The day is the company's, wherever it is.
        let midnight = time_zone::start_of("2026-11-22".parse().unwrap()).unwrap();
        let [evening, tomorrow] = [86_399, 86_400].map(|it| midnight + TimeDelta::seconds(it));
        let id = replies.id("jane@mail.com", midnight);
        assert_eq!(id, replies.id("jane@mail.com", evening));
        assert_ne!(id, replies.id("jane@mail.com", tomorrow));
        assert_ne!(id, replies.id("joe@mail.com", midnight));
        assert_ne!(id, others.id("jane@mail.com", midnight));
        // The id begins with the day's timestamp, in milliseconds.
        let day = midnight.timestamp_millis().to_be_bytes();
        assert_eq!(id.as_bytes()[..TIME_BYTES], day[2..]);
        let key = |time: &str| replies.limit(time.parse().unwrap()).0[0].0;
        let hour = key("2026-11-22T00:00:00Z");
        assert_eq!(hour, key("2026-11-22T00:59:59Z"));
        assert_ne!(hour, key("2026-11-22T01:00:00Z"));
        assert_ne!(hour, key("2026-11-23T00:00:00Z"));
    }

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
