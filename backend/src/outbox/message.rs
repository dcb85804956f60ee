//! A message of the outbox, and its subject.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use uuid::Uuid;

use super::{
    digest::{self, DigestMember},
    new_message::webhook_id,
    push::vapid::VapidKey,
    push_subscriptions::PushSubscription,
    reminders,
};
use crate::{
    leads::lead_records::LeadRecord,
    message_kind::Kind,
    photos::photo_records::{self, MailedPhoto},
};

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
}

/// The subject of a message. A lead has only the beginning of each text ([`Extent`]).
///
/// [`Extent`]: crate::leads::lead_records::Extent
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
            Kind::Webhook => lead.filter(|it| !it.is_spam()).map(Self::PhotosWebhook),
            Kind::AutoReply => lead.filter(|it| !it.is_spam()).map(Self::AutoReply),
            Kind::Push => {
                let key = VapidKey::load(connection).await?;
                let shown = lead.filter(|it| !it.is_hidden()).zip(subscription);
                shown.and_then(|(lead, subscription)| {
                    let occasion = reminders::occasion(id, &lead, subscription.session_id)?;
                    Some(Self::Push(lead, occasion, subscription, key))
                })
            }
            Kind::Photos => {
                let photos = photo_records::of_mail(connection, lead_id, id).await?;
                let shown = lead.filter(|it| !it.is_spam() && !photos.is_empty());
                shown.map(|lead| Self::Photos(lead, photos))
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
