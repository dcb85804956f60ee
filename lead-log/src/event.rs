//! What can happen to a lead.

use alloc::string::String;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::names::LostReason;

/// Something that happened to a lead. It never changes: another event undoes a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "description", schema(example = json!({
    "id": "01990000-0000-7000-8000-000000000002", "at": "2026-11-24T13:00:00Z", "kind": "called", "reached": true
})))]
pub struct Event {
    /// Its id, a `UUIDv7` which the phone makes. Sent again, it is the same event.
    pub id: Uuid,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The address of who did it.
    #[serde(default)]
    pub who: String,
    /// What happened.
    #[serde(flatten)]
    pub act: Act,
}

/// What happened. Amounts are in cents. A moment is one that a person chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Act {
    /// Somebody wrote a note. Notes stand beside each other.
    Noted {
        /// The note.
        #[cfg_attr(feature = "description", schema(max_length = 5_000))]
        text: String,
    },
    /// Somebody called.
    Called {
        /// Whether the customer was reached.
        reached: bool,
        /// When to call again, where the caller chose a time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<DateTime<Utc>>,
    },
    /// Somebody sent a text message.
    Texted,
    /// Somebody sent an e-mail.
    Wrote,
    /// A visit was agreed, in place of an earlier one.
    #[serde(rename_all = "camelCase")]
    VisitSet {
        /// When.
        visit_at: DateTime<Utc>,
        /// Who goes there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "description", schema(max_length = 100))]
        visit_by: Option<String>,
    },
    /// There is no visit any more.
    VisitCalledOff,
    /// The customer was given an estimate.
    Quoted {
        /// Its amount; left out, the amount stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
    },
    /// The customer ordered.
    #[serde(rename_all = "camelCase")]
    Won {
        /// The amount of the order; left out, the amount stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
        /// When the work is done, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        work_at: Option<DateTime<Utc>>,
    },
    /// The customer does not order.
    Lost {
        /// Why.
        reason: LostReason,
    },
    /// Nothing is left to do.
    Done,
    /// It comes back at a time.
    PutOff {
        /// When.
        until: DateTime<Utc>,
    },
    /// Somebody takes care of it, or gives it back.
    Taken {
        /// Whether it is theirs from now on.
        mine: bool,
    },
    /// Something that the customer gave was wrong.
    Corrected(Correction),
    /// Somebody entered it while the customer was on the phone.
    Entered,
    /// It is a customer's.
    #[serde(rename_all = "camelCase")]
    Released {
        /// Whether it was suspect: the server fills it in.
        #[serde(default)]
        was_suspect: bool,
    },
    /// It is no customer's.
    Spam,
    /// Another event did not happen.
    Undone {
        /// Its id.
        event: Uuid,
    },
    /// Somebody opened it before anybody had done anything about it.
    Read,
    /// A photograph was added.
    PhotoAdded,
    /// A photograph was removed.
    PhotoRemoved,
    /// Its mail to the owner was sent again.
    MailSentAgain,
    /// Its webhook was sent again.
    WebhookSentAgain,
    /// The data stored about its sender were downloaded.
    DataDownloaded,
    /// Only a newer version knows it.
    #[serde(other)]
    Other,
}

impl Act {
    /// The most characters of a note.
    pub const MAX_NOTE_CHARS: usize = 5_000;

    /// The most characters of the name of who goes there.
    pub const MAX_VISIT_BY_CHARS: usize = 100;

    /// Whether the desk sends it: the server itself records the others.
    pub const fn is_sent(&self) -> bool {
        !matches!(
            self,
            Self::Entered
                | Self::Read
                | Self::PhotoAdded
                | Self::PhotoRemoved
                | Self::MailSentAgain
                | Self::WebhookSentAgain
                | Self::DataDownloaded
                | Self::Other
        )
    }
}

/// Corrections of what the customer gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
pub struct Correction {
    /// First and last name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Telephone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// E-mail address; an empty text where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Where the tree stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// What is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
}

impl Correction {
    /// Takes over what a later correction says.
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
