//! A message of the outbox, and what it is about.

use chrono::{DateTime, Utc};
use uuid::Uuid;
use validator_wasm::Lead;

use super::{digest::DigestMember, kind::Kind};
use crate::store::desk::push_subscriptions::PushSubscription;

/// A message that is due, leased to this process.
#[derive(Clone, Debug)]
pub struct LeasedMessage {
    /// Its id.
    pub id: Uuid,
    /// What it is.
    pub kind: Kind,
    /// Which attempt to send it this is, from 1 on.
    pub attempt: i32,
    /// What it is about.
    pub subject: MessageSubject,
}

impl LeasedMessage {
    /// The lead of the owner's mail, if this is the first attempt to send it. The lead was judged,
    /// and is no suspect.
    #[must_use]
    pub fn new_lead(&self) -> Option<Uuid> {
        (self.attempt == 1 && matches!(self.subject, MessageSubject::Lead { .. }))
            .then_some(self.id)
    }
}

/// What a message is about.
#[derive(Clone, Debug)]
pub enum MessageSubject {
    /// One lead.
    Lead {
        /// The lead.
        lead: Lead,
        /// When it was saved.
        saved_at: DateTime<Utc>,
    },
    /// Suspect leads and notes; at least one.
    Digest(Vec<DigestMember>),
    /// One lead, as a webhook announces it.
    Webhook(Box<AnnouncedLead>),
    /// One lead, whose visitor is answered.
    AutoReply(Lead),
    /// One lead, as a notification announces it, and the browser that shows it.
    Push(Box<AnnouncedLead>, PushSubscription),
    /// None: it was erased, or is to be answered no more.
    Erased,
}

/// A lead that is announced by a webhook or a notification.
#[derive(Clone, Debug)]
pub struct AnnouncedLead {
    /// Its id.
    pub id: Uuid,
    /// When it was saved.
    pub saved_at: DateTime<Utc>,
    /// What the visitor sent.
    pub lead: Lead,
    /// City of the visitor's network address.
    pub city: Option<String>,
    /// State of the visitor's network address.
    pub state: Option<String>,
}
