//! The events of a lead.

use alloc::string::String;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::names::LostReason;

/// An event of a lead. It never changes: another event undoes a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "description", schema(example = json!({
    "id": "01990000-0000-7000-8000-000000000002", "at": "2026-11-24T13:00:00Z", "kind": "called", "reached": true
})))]
pub struct Event {
    /// The event's id, a `UUIDv7` which the phone creates. The same id sent again is the same event.
    pub id: Uuid,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The address of the person who did it.
    #[serde(default)]
    pub who: String,
    /// What happened.
    #[serde(flatten)]
    pub act: Act,
}

/// The act of an event. Amounts are in cents. A person chose the times in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Act {
    /// Somebody wrote a note. It is added to earlier notes.
    Noted {
        /// The note.
        #[cfg_attr(feature = "description", schema(max_length = 5_000))]
        text: String,
    },
    /// Somebody called.
    Called {
        /// Whether the customer was reached.
        reached: bool,
        /// When to call again, if the caller chose a time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<DateTime<Utc>>,
    },
    /// Somebody sent a text message.
    Texted,
    /// Somebody sent an email.
    Wrote,
    /// A visit was agreed. It replaces an earlier one.
    #[serde(rename_all = "camelCase")]
    VisitSet {
        /// When the visit is.
        visit_at: DateTime<Utc>,
        /// The person who visits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "description", schema(max_length = 100))]
        visit_by: Option<String>,
    },
    /// The visit was called off.
    VisitCalledOff,
    /// The customer was given an estimate.
    Quoted {
        /// The amount of the estimate. Without it, the amount stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
    },
    /// The customer ordered.
    #[serde(rename_all = "camelCase")]
    Won {
        /// The amount of the order. Without it, the amount stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
        /// When the work is done, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        work_at: Option<DateTime<Utc>>,
    },
    /// The customer does not order.
    Lost {
        /// Why the lead was lost.
        reason: LostReason,
    },
    /// Nothing is left to do.
    Done,
    /// The lead is put off to a later time.
    PutOff {
        /// When the lead is due again.
        until: DateTime<Utc>,
    },
    /// Somebody takes care of the lead, or gives it back.
    Taken {
        /// Whether the person takes care of the lead from now on.
        mine: bool,
    },
    /// A detail that the customer gave was wrong.
    Corrected(Correction),
    /// Somebody entered the lead while the customer was on the phone.
    Entered,
    /// The lead is from a customer, not spam.
    #[serde(rename_all = "camelCase")]
    Released {
        /// Whether the lead was suspect. The server fills it in.
        #[serde(default)]
        was_suspect: bool,
    },
    /// The lead is spam, not from a customer.
    Spam,
    /// Another event is undone.
    Undone {
        /// The id of the other event.
        event: Uuid,
    },
    /// Somebody opened the lead before anybody had acted on it.
    Read,
    /// The customer sent the request again with other words, which replace the earlier ones.
    SentAgain {
        /// The earlier name, email address, phone number, and message, each on lines of its own.
        before: String,
    },
    /// A photo was added.
    PhotoAdded,
    /// A photo was removed.
    PhotoRemoved,
    /// The email to the owner was sent again.
    MailSentAgain,
    /// The lead's webhook was sent again.
    WebhookSentAgain,
    /// The data stored about the lead's sender was downloaded.
    DataDownloaded,
    /// The act is of a kind that only a newer version knows.
    #[serde(other)]
    Other,
}

impl Act {
    /// The most characters of a note.
    pub const MAX_NOTE_CHARS: usize = 5_000;

    /// The most characters of the name of the person who visits.
    pub const MAX_VISIT_BY_CHARS: usize = 100;

    /// Whether the desk sends the act. The server itself records the others.
    pub const fn is_sent(&self) -> bool {
        !matches!(
            self,
            Self::Entered
                | Self::Read
                | Self::SentAgain { .. }
                | Self::PhotoAdded
                | Self::PhotoRemoved
                | Self::MailSentAgain
                | Self::WebhookSentAgain
                | Self::DataDownloaded
                | Self::Other
        )
    }
}

/// Corrections of the details that the customer gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Correction {
    /// First and last name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Email address; empty if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The address of the tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The requested service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
}

impl Correction {
    /// Applies the values of a later correction.
    pub(crate) fn correct(&mut self, later: &Self) {
        for (value, later) in [
            (&mut self.name, &later.name),
            (&mut self.phone, &later.phone),
            (&mut self.email, &later.email),
            (&mut self.address, &later.address),
            (&mut self.service, &later.service),
        ] {
            if later.is_some() {
                value.clone_from(later);
            }
        }
    }
}
