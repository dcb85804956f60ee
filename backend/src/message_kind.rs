//! The kind of an outbox message, its state, and the channel that delivers it.
//!
//! During an upgrade, the outbox may contain kinds and states that only a newer version knows. So
//! code that reads or changes the outbox names its kinds, and leaves the others alone.

use crate::database::text_enum::text_enum;

text_enum! {
    pub enum Kind {
        /// The owner's email about one lead.
        Lead = "lead",
        /// A text for the owner that belongs to no lead. It is sent in a digest.
        Note = "note",
        /// The owner's email about suspect leads and notes.
        Digest = "digest",
        /// The announcement of a lead to another program.
        Webhook = "webhook",
        /// The email that replies to a lead's visitor.
        AutoReply = "auto_reply",
        /// The announcement of a lead on a phone.
        Push = "push",
        /// The owner's email about photos that a visitor added to a lead.
        Photos = "photos",
        /// The email to a customer with the link to an estimate.
        Estimate = "estimate",
        /// The owner's email about a customer's decision on an estimate.
        Decision = "decision",
    }
}

/// What the delivery, the lists, and the metrics know about a kind.
pub struct KindFacts {
    pub channel: Channel,
    pub is_to_owner: bool,
    /// Whether the message is useless after half an hour, so that nobody needs to know about its failure.
    pub is_short_lived: bool,
    /// What a list calls a message.
    pub noun: &'static str,
    /// The title, in a list, of a message that has no subject of its own and whose lead does not exist.
    pub title: &'static str,
}

impl Kind {
    pub const fn facts(self) -> KindFacts {
        const OWNER_MAIL: KindFacts = KindFacts {
            channel: Channel::Mails,
            is_to_owner: true,
            is_short_lived: false,
            noun: "email",
            title: "An erased lead",
        };
        match self {
            Self::Lead | Self::Note | Self::Photos | Self::Decision => OWNER_MAIL,
            Self::Estimate => KindFacts {
                is_to_owner: false,
                noun: "estimate",
                ..OWNER_MAIL
            },
            Self::Digest => KindFacts {
                title: "Several requests in one email",
                ..OWNER_MAIL
            },
            Self::Webhook => KindFacts {
                channel: Channel::Webhooks,
                is_to_owner: false,
                noun: "webhook",
                ..OWNER_MAIL
            },
            Self::AutoReply => KindFacts {
                is_to_owner: false,
                is_short_lived: true,
                noun: "auto-reply",
                ..OWNER_MAIL
            },
            Self::Push => KindFacts {
                channel: Channel::Pushes,
                is_to_owner: false,
                is_short_lived: true,
                noun: "notification",
                ..OWNER_MAIL
            },
        }
    }

    /// Returns the kinds of emails whose failure the owner has to know of.
    pub fn lasting_mails() -> Vec<Self> {
        Self::with(|facts| facts.channel == Channel::Mails && !facts.is_short_lived)
    }

    /// Returns the kinds whose facts meet a condition.
    pub(crate) fn with(condition: impl Fn(&KindFacts) -> bool) -> Vec<Self> {
        let kinds = Self::ALL.iter().copied();
        kinds.filter(|kind| condition(&kind.facts())).collect()
    }
}

text_enum! {
    /// The state of a message. `schema.sql` describes the states.
    pub enum MessageState {
        /// The message is sent when it is due.
        Pending = "pending",
        /// The message waits for a digest.
        Quarantined = "quarantined",
        /// The message is listed in a digest.
        InDigest = "in_digest",
        /// The receiver accepted the message.
        Sent = "sent",
        /// The delivery was given up.
        Dead = "dead",
        /// The delivery was given up, and nobody needs to know; or the lead is marked as spam.
        Stopped = "stopped",
    }
}

impl MessageState {
    pub const fn label(self) -> &'static str {
        match self {
            Self::Pending => "not sent yet",
            Self::Quarantined => "waits for a digest",
            Self::InDigest => "listed in a digest",
            Self::Sent => "sent",
            Self::Dead => "given up",
            Self::Stopped => "not sent",
        }
    }
}

text_enum! {
    /// A channel of messages. Channels lease and deliver separately, so none waits for another.
    pub enum Channel {
        Mails = "mail",
        Webhooks = "webhook",
        Pushes = "push",
    }
}
