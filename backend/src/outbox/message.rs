//! A message of the outbox: how it is inserted, and its subject when it is sent.

use chrono::{DateTime, Utc};
use diesel::{Insertable, QueryResult, insert_into};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::{Act, Decision, Offer, Status};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    digest::{self, DigestMember},
    push::vapid::VapidKey,
    push_subscriptions::PushSubscription,
};
use crate::{
    database::schema::outbox,
    leads::{
        lead_records::LeadRecord,
        log,
        offers::{self, Decided},
    },
    message_kind::{Kind, MessageState},
    photos::photo_records::{self, MailedPhoto},
};

#[derive(Insertable)]
#[diesel(table_name = outbox)]
pub(super) struct NewMessage {
    pub(super) id: Uuid,
    pub(super) kind: Kind,
    pub(super) state: MessageState,
    pub(super) lead_id: Option<Uuid>,
    pub(super) session_id: Option<Uuid>,
    pub(super) finished_at: Option<DateTime<Utc>>,
    pub(super) emergency: bool,
    pub(super) follow_up: bool,
    pub(super) receiver: Option<Vec<u8>>,
}

impl NewMessage {
    /// Creates a message that is due now and about no lead. The `id` is the same for each process that
    /// inserts the message, so that there is only one.
    pub(super) fn new(id: Uuid, kind: Kind) -> Self {
        Self {
            id,
            kind,
            state: MessageState::Pending,
            lead_id: None,
            session_id: None,
            finished_at: None,
            emergency: false,
            follow_up: false,
            receiver: None,
        }
    }

    /// Creates a notification about a lead, for the browser of a session.
    pub(super) fn push(lead: Uuid, occasion: Occasion, session: Uuid) -> Self {
        let push = Kind::Push.name();
        let purpose = match occasion {
            Occasion::Created => format!("{push} {session}"),
            Occasion::NotTaken => format!("{push} again {session}"),
            Occasion::Due(at) => format!("{push} due {} {session}", at.timestamp_micros()),
            Occasion::Decided(estimate, decision) => {
                format!("{push} {estimate} {} {session}", decision.name())
            }
        };
        Self {
            lead_id: Some(lead),
            session_id: Some(session),
            emergency: occasion == Occasion::NotTaken,
            ..Self::new(derived_id(lead, &purpose), Kind::Push)
        }
    }
}

/// Inserts the rows that do not exist yet. Returns their ids.
pub(super) async fn insert(
    connection: &mut AsyncPgConnection,
    mut rows: Vec<NewMessage>,
) -> QueryResult<Vec<Uuid>> {
    // Concurrent transactions insert in the same order, so that they do not deadlock.
    rows.sort_unstable_by_key(|row| row.id);
    let mut inserted = Vec::new();
    // A statement has at most 65,535 parameters.
    for rows in rows.chunks(1_000) {
        let ids: Vec<Uuid> = insert_into(outbox::table)
            .values(rows)
            .on_conflict_do_nothing()
            .returning(outbox::id)
            .get_results(connection)
            .await?;
        inserted.extend(ids);
    }
    Ok(inserted)
}

/// Returns the id of the webhook that follows from an email about a lead (whose id the email has)
/// or about photos. The id is always the same, so that there is only one webhook. It begins with
/// the timestamp of the email's id, which keeps ids in the order of time.
pub(crate) fn webhook_id(mail: Uuid) -> Uuid {
    derived_id(mail, Kind::Webhook.name())
}

/// The number of bytes in the timestamp of a UUIDv7 (RFC 9562, section 5.7).
pub(super) const TIME_BYTES: usize = 6;

pub(super) fn derived_id(source: Uuid, purpose: &str) -> Uuid {
    let hash = Sha256::new()
        .chain_update(source.as_bytes())
        .chain_update(purpose)
        .finalize();
    with_time(&source.as_bytes()[..TIME_BYTES], &hash)
}

/// Builds an id that begins with a time and continues with a hash.
pub(super) fn id_at(time: DateTime<Utc>, hash: &[u8]) -> Uuid {
    with_time(&time.timestamp_millis().to_be_bytes()[2..], hash)
}

fn with_time(time: &[u8], hash: &[u8]) -> Uuid {
    let mut bytes = [0; 16];
    let (start, rest) = bytes.split_at_mut(TIME_BYTES);
    start.copy_from_slice(time);
    rest.copy_from_slice(&hash[..rest.len()]);
    Uuid::new_v8(bytes)
}

#[derive(Clone, Debug)]
pub struct LeasedMessage {
    pub id: Uuid,
    pub kind: Kind,
    /// The number of this attempt, from 1.
    pub attempt: i32,
    /// The receiver that a webhook was made for. `None` for the present one.
    pub receiver: Option<Vec<u8>>,
    pub subject: MessageSubject,
}

/// The reason for a notification about a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    Created,
    /// The lead is an emergency that nobody has taken or called.
    NotTaken,
    /// The lead has been due since this time.
    Due(DateTime<Utc>),
    /// The customer decided about the estimate of this event.
    Decided(Uuid, Decision),
}

impl Occasion {
    /// Returns that the customer of a lead has decided, if so.
    pub(super) fn decided(record: &LeadRecord) -> Option<Self> {
        let estimate = record.sent_estimate.as_ref()?;
        Some(Self::Decided(estimate.id, estimate.decision?))
    }

    /// Returns the occasion of a push message with this id about a lead, if it still applies.
    fn of(id: Uuid, record: &LeadRecord, session: Uuid) -> Option<Self> {
        let state = &record.state;
        let is_new = state.status == Status::New.name();
        let is_not_taken = is_new && state.calls.is_empty() && state.taken_by.is_none();
        let occasions = [
            Some(Self::Created),
            is_not_taken.then_some(Self::NotTaken),
            state.next_at.filter(|_| !is_new).map(Self::Due),
            Self::decided(record),
        ];
        (occasions.into_iter().flatten())
            .find(|occasion| NewMessage::push(record.lead.id, *occasion, session).id == id)
    }
}

/// The subject of a message. A lead has only the beginning of each text
/// ([`Extent`](crate::leads::lead_records::Extent)).
#[derive(Clone, Debug)]
pub enum MessageSubject {
    Lead(Box<LeadRecord>),
    /// Suspect leads and notes; at least one.
    Digest(Vec<DigestMember>),
    Webhook(Box<LeadRecord>),
    PhotosWebhook(Box<LeadRecord>),
    AutoReply(Box<LeadRecord>),
    /// One lead, the browser that shows a notification about it, and the key that signs it.
    Push(Box<LeadRecord>, Occasion, PushSubscription, VapidKey),
    /// One lead, and the photos that its visitor added; at least one.
    Photos(Box<LeadRecord>, Vec<MailedPhoto>),
    /// One lead, and the estimate that its customer is offered.
    Estimate(Box<LeadRecord>, Offer),
    /// One lead, and what its customer decided.
    Decision(Box<LeadRecord>, Decided),
    AcceptedWebhook(Box<LeadRecord>, Decided),
    /// Nothing: the lead was erased, or the message is no longer needed.
    Erased,
}

impl MessageSubject {
    /// Loads the subject of a message. `lead` is the one that it is about, if that exists, and
    /// `subscription` that of the browser that it is for.
    pub(super) async fn load(
        connection: &mut AsyncPgConnection,
        id: Uuid,
        kind: Kind,
        lead: Option<Box<LeadRecord>>,
        subscription: Option<PushSubscription>,
    ) -> QueryResult<Self> {
        let lead_id = lead.as_ref().map_or(id, |it| it.lead.id);
        let subject = match kind {
            Kind::Lead => lead.map(Self::Lead),
            Kind::Webhook if id == webhook_id(lead_id) => lead.map(Self::Webhook),
            Kind::Webhook => {
                let events = log::of_lead(connection, lead_id).await?;
                let decided = Decided::find(&events, |it| {
                    matches!(it.act, Act::Accepted { .. }) && webhook_id(it.id) == id
                });
                lead.filter(|it| !it.is_spam()).map(|lead| match decided {
                    Some(decided) => Self::AcceptedWebhook(lead, decided),
                    None => Self::PhotosWebhook(lead),
                })
            }
            Kind::AutoReply => lead.filter(|it| !it.is_spam()).map(Self::AutoReply),
            Kind::Push => {
                let key = VapidKey::load(connection).await?;
                let shown = lead.filter(|it| !it.is_hidden()).zip(subscription);
                shown.and_then(|(lead, subscription)| {
                    let occasion = Occasion::of(id, &lead, subscription.session_id)?;
                    Some(Self::Push(lead, occasion, subscription, key))
                })
            }
            Kind::Photos => {
                let photos = photo_records::of_mail(connection, lead_id, id).await?;
                let shown = lead.filter(|it| !it.is_spam() && !photos.is_empty());
                shown.map(|lead| Self::Photos(lead, photos))
            }
            Kind::Estimate => {
                let events = log::of_lead(connection, lead_id).await?;
                // One that was replaced or undone is not sent.
                lead.filter(|it| it.sent_estimate.as_ref().is_some_and(|it| it.id == id))
                    .zip(offers::offer(&events, id))
                    .map(|(lead, (_, offer))| Self::Estimate(lead, offer.clone()))
            }
            Kind::Decision => {
                let events = log::of_lead(connection, lead_id).await?;
                let decided = Decided::find(&events, |it| it.id == id);
                let shown = lead.filter(|it| !it.is_spam()).zip(decided);
                shown.map(|(lead, decided)| Self::Decision(lead, decided))
            }
            Kind::Digest => Some(digest::members(connection, id).await?)
                .filter(|members| !members.is_empty())
                .map(Self::Digest),
            // A note is never pending.
            Kind::Note => None,
        };
        Ok(subject.unwrap_or(Self::Erased))
    }
}
