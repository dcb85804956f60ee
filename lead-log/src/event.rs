//! The events of a lead.

use alloc::{string::String, vec::Vec};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    names::{End, LostReason, Means, Purpose, Why},
    offer::Offer,
};

/// An event of a lead. It never changes: another event undoes a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "description", derive(utoipa::ToSchema), schema(example = json!({
    "id": "01990000-0000-7000-8000-000000000002", "at": "2026-11-24T13:00:00Z", "kind": "called", "reached": true
})))]
pub struct Event {
    /// The event's id, a `UUIDv7` which the phone creates. The same id sent again is the same event.
    pub id: Uuid,
    /// When it happened, by the phone's clock. The server makes it later than `seen`, and no later than now.
    pub at: DateTime<Utc>,
    /// When the newest event of the lead that the phone had was recorded; without events, when the lead was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<DateTime<Utc>>,
    /// When the server recorded the event. The server fills it in.
    #[serde(
        default,
        rename = "recordedAt",
        skip_serializing_if = "Option::is_none"
    )]
    pub recorded_at: Option<DateTime<Utc>>,
    /// The address of the person who did it.
    #[serde(default)]
    pub who: String,
    /// A kind, and its details.
    #[serde(flatten)]
    pub act: Act,
}

/// Defines the enum of acts, with the names of kinds and fields in JSON.
macro_rules! acts {
    (
        $(#[$attribute:meta])*
        pub enum $Enum:ident;
        $(is_sent = $is_sent:literal {$(
            $(#[$note:meta])*
            $Act:ident = $kind:tt $(($Content:ident))? $({$(
                $(#[$detail:meta])*
                $field:ident: $Type:ty = $key:tt,
            )+})?,
        )+})+
    ) => {
        $(#[$attribute])*
        pub enum $Enum {
            $($(
                $(#[$note])*
                #[serde(rename = $kind)]
                $Act $(($Content))? $({$(
                    $(#[$detail])*
                    #[serde(rename = $key)]
                    $field: $Type,
                )+})?,
            )+)+
            /// The act is of a kind that only a newer version knows.
            #[serde(other, rename = "other")]
            Other,
        }

        impl $Enum {
            /// The kinds of this version.
            pub const KINDS: &[&str] = &[$($($kind),+),+];

            /// Whether the desk sends the act. The server itself records the others.
            pub const fn is_sent(&self) -> bool {
                match self {
                    $($(Self::$Act { .. } => $is_sent,)+)+
                    Self::Other => false,
                }
            }

            /// Reads an act. `None` if a field is missing, or if the kind is one of a newer version.
            #[cfg(target_family = "wasm")]
            pub(crate) fn read(object: &wasm_bindgen::JsValue) -> Option<Self> {
                use crate::wasm::{Json, property};
                Some(match &*property::<String>(object, "kind")? {
                    $($($kind => Self::$Act
                        $(($Content::read(object)?))?
                        $({ $($field: property(object, $key)?),+ })?,)+)+
                    _ => return None,
                })
            }
        }
    };
}

acts! {
    /// The act of an event. Amounts are in cents. A person chose the times in it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "description", derive(utoipa::ToSchema))]
    #[serde(tag = "kind")]
    pub enum Act;

    is_sent = true {
        /// Somebody wrote a note. It is added to earlier notes.
        Noted = "noted" {
            /// Not blank.
            #[cfg_attr(feature = "description", schema(max_length = 5_000))]
            text: String = "text",
        },
        /// Somebody called.
        Called = "called" {
            /// Whether the customer was reached.
            reached: bool = "reached",
            /// When to call again, if the caller chose a time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            next: Option<DateTime<Utc>> = "next",
        },
        /// Somebody sent a text message.
        Texted = "texted",
        /// Somebody sent an email.
        Wrote = "wrote",
        /// An appointment was set.
        Appointed = "appointed" {
            /// The appointment's id, which the phone creates.
            appointment: Uuid = "appointment",
            /// What it is for.
            purpose: Purpose = "purpose",
            /// When it begins: a time in this century.
            from: DateTime<Utc> = "from",
            /// When it ends: within a day.
            to: DateTime<Utc> = "to",
            /// Who goes there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "description", schema(max_length = 100))]
            crew: Option<String> = "crew",
            /// How the customer was told at the same time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            told: Option<Means> = "told",
        },
        /// An appointment was moved, or got another crew. One that had ended is open again.
        Moved = "moved" {
            /// The appointment's id.
            appointment: Uuid = "appointment",
            /// When it begins.
            from: DateTime<Utc> = "from",
            /// When it ends.
            to: DateTime<Utc> = "to",
            /// Who goes there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "description", schema(max_length = 100))]
            crew: Option<String> = "crew",
            /// Why.
            why: Why = "why",
            /// How the customer was told at the same time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            told: Option<Means> = "told",
        },
        /// An appointment ended.
        Ended = "ended" {
            /// The appointment's id.
            appointment: Uuid = "appointment",
            /// How it ended.
            how: End = "how",
            /// How the customer was told at the same time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            told: Option<Means> = "told",
        },
        /// The customer was told of an appointment as it is.
        Told = "told" {
            /// The appointment's id.
            appointment: Uuid = "appointment",
            /// How the customer was told.
            told: Means = "told",
        },
        /// A visit was agreed: the only appointment of its purpose. Earlier versions of the desk record it.
        VisitSet = "visit-set" {
            /// A time in this century.
            visit_at: DateTime<Utc> = "visitAt",
            /// The person who visits.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "description", schema(max_length = 100))]
            visit_by: Option<String> = "visitBy",
        },
        /// The next appointment was called off. Earlier versions of the desk record it.
        VisitCalledOff = "visit-called-off",
        /// The customer was given an estimate.
        Quoted = "quoted" {
            /// The amount of the estimate. Without it, the amount stays.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            amount: Option<u32> = "amount",
        },
        /// The customer was given an estimate that they can read and accept on their page.
        Offered = "offered" (Offer),
        /// The customer ordered.
        Won = "won" {
            /// The amount of the order. Without it, the amount stays.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            amount: Option<u32> = "amount",
            /// When the work begins, if it is known: an appointment.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            work_at: Option<DateTime<Utc>> = "workAt",
        },
        /// The customer does not order.
        Lost = "lost" {
            /// Why the lead was lost.
            reason: LostReason = "reason",
        },
        /// Nothing is left to do.
        Done = "done",
        /// The lead is put off to a later time.
        PutOff = "put-off" {
            /// When the lead is due again.
            until: DateTime<Utc> = "until",
        },
        /// Somebody takes care of the lead, or gives it back.
        Taken = "taken" {
            /// Whether the person takes care of the lead from now on.
            mine: bool = "mine",
        },
        /// A detail that the customer gave was wrong.
        Corrected = "corrected" (Correction),
        /// The lead is from a customer, not spam.
        Released = "released" {
            /// Whether the lead was suspect. The server fills it in.
            #[serde(default)]
            was_suspect: bool = "wasSuspect",
        },
        /// The lead is spam, not from a customer.
        Spam = "spam",
        /// The links to the customer's page that were sent so far are no longer valid.
        LinkRevoked = "link-revoked",
        /// Another event is undone.
        Undone = "undone" {
            /// The id of the other event. An event of another lead is not undone.
            event: Uuid = "event",
        },
    }

    is_sent = false {
        /// Somebody entered the lead while the customer was on the phone.
        Entered = "entered",
        /// Somebody opened the lead before anybody had acted on it.
        Read = "read",
        /// The customer sent the request again with other words, which replace the earlier ones.
        SentAgain = "sent-again" {
            /// The earlier name, email address, phone number, and message, each on lines of its own.
            before: String = "before",
        },
        /// The customer agreed to an appointment on their page.
        Agreed = "agreed" {
            /// The appointment's id.
            appointment: Uuid = "appointment",
            /// When it began as the customer saw it. The answer is to no other time.
            from: DateTime<Utc> = "from",
        },
        /// The customer wants to be called about an appointment.
        CallWanted = "call-wanted" {
            /// The appointment's id.
            appointment: Uuid = "appointment",
        },
        /// The customer looked at an estimate: recorded once a day.
        Looked = "looked" {
            /// The id of the event with the estimate.
            estimate: Uuid = "estimate",
        },
        /// The customer accepted an estimate.
        Accepted = "accepted" {
            /// The id of the event with the estimate.
            estimate: Uuid = "estimate",
            /// The positions of the lines that the customer chose, from 0.
            chosen: Vec<u32> = "chosen",
            /// The total that the customer saw.
            total: u32 = "total",
            /// The name that the customer typed.
            signed: String = "signed",
            /// The day that the customer chose.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            day: Option<DateTime<Utc>> = "day",
        },
        /// The customer declined an estimate.
        Declined = "declined" {
            /// The id of the event with the estimate.
            estimate: Uuid = "estimate",
            /// Why, if the customer said so.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            text: Option<String> = "text",
        },
        /// The customer asks about an estimate before they decide.
        Asked = "asked" {
            /// The id of the event with the estimate.
            estimate: Uuid = "estimate",
            /// The question, if the customer typed one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            text: Option<String> = "text",
        },
        /// A photo was added.
        PhotoAdded = "photo-added",
        /// A photo was removed.
        PhotoRemoved = "photo-removed",
        /// The email to the owner was sent again.
        MailSentAgain = "mail-sent-again",
        /// The lead's webhook was sent again.
        WebhookSentAgain = "webhook-sent-again",
        /// The data stored about the lead's sender was downloaded.
        DataDownloaded = "data-downloaded",
    }
}

impl Act {
    /// Returns the appointment that the act concerns alone.
    pub const fn appointment(&self) -> Option<Uuid> {
        match self {
            Self::Appointed { appointment, .. }
            | Self::Moved { appointment, .. }
            | Self::Ended { appointment, .. }
            | Self::Told { appointment, .. }
            | Self::Agreed { appointment, .. }
            | Self::CallWanted { appointment } => Some(*appointment),
            _ => None,
        }
    }

    /// Returns the estimate that a customer's act concerns: the id of its event.
    pub const fn estimate(&self) -> Option<Uuid> {
        match self {
            Self::Looked { estimate }
            | Self::Accepted { estimate, .. }
            | Self::Declined { estimate, .. }
            | Self::Asked { estimate, .. } => Some(*estimate),
            _ => None,
        }
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
