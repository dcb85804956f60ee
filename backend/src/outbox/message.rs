//! A message of the outbox, and its subject.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{digest::DigestMember, push_subscriptions::PushSubscription};
use crate::{
    database::outbox_kind::Kind, leads::lead_records::LeadRecord,
    photos::photo_records::MailedPhoto,
};

/// A message that is due, leased to this process.
#[derive(Clone, Debug)]
pub struct LeasedMessage {
    /// Its id.
    pub id: Uuid,
    /// What it is.
    pub kind: Kind,
    /// Which attempt to send it this is, from 1 on.
    pub attempt: i32,
    /// Whether no attempt was made before. A retry by hand resets `attempt`, but not this.
    pub is_first: bool,
    /// Whether its lead's visitor may get an auto-reply.
    pub may_reply: bool,
    /// What it is about.
    pub subject: MessageSubject,
}

impl LeasedMessage {
    /// The lead of the owner's mail, if this is its first attempt. By now the lead was judged: it
    /// is not suspect, or it is an emergency.
    pub fn new_lead(&self) -> Option<&LeadRecord> {
        match &self.subject {
            MessageSubject::Lead(lead) if self.is_first => Some(lead),
            _ => None,
        }
    }
}

/// Why a notification is sent about a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It was saved.
    Created,
    /// It is an emergency that nobody has taken or called.
    NotTaken,
    /// It has been due since this time.
    Due(DateTime<Utc>),
}

/// What a message is about. A lead has only the beginning of each text ([`Extent`]).
///
/// [`Extent`]: crate::leads::lead_records::Extent
#[derive(Clone, Debug)]
pub enum MessageSubject {
    /// One lead.
    Lead(Box<LeadRecord>),
    /// Suspect leads and notes; at least one.
    Digest(Vec<DigestMember>),
    /// One lead, as a webhook announces it.
    Webhook(Box<LeadRecord>),
    /// One lead, as a webhook announces its photos.
    PhotosWebhook(Box<LeadRecord>),
    /// One lead, whose visitor gets an auto-reply.
    AutoReply(Box<LeadRecord>),
    /// One lead, and the browser that shows a notification about it.
    Push(Box<LeadRecord>, Occasion, PushSubscription),
    /// One lead, and photos that its visitor added; at least one.
    Photos(Box<LeadRecord>, Vec<MailedPhoto>),
    /// Nothing: the lead was erased, or the message is not wanted any more.
    Erased,
}
