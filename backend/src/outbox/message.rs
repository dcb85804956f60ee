//! A message of the outbox, and its subject.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{digest::DigestMember, push::vapid::VapidKey, push_subscriptions::PushSubscription};
use crate::{
    leads::lead_records::LeadRecord, message_kind::Kind, photos::photo_records::MailedPhoto,
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
