//! The kind of an outbox message, its state, and the channel that delivers it.
//!
//! During an upgrade, the outbox may contain kinds and states that only a newer version knows. So
//! code that reads or changes the outbox names its kinds, and leaves the others alone.

use crate::database::text_enum::text_enum;

text_enum! {
    /// The kind of a message. `schema.sql` describes the kinds.
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
    }
}

impl Kind {
    pub const TO_OWNER: [Self; 4] = [Self::Lead, Self::Note, Self::Digest, Self::Photos];

    /// Whether the message is useless after half an hour, so that nobody needs to know about its failure.
    pub(crate) const fn is_short_lived(self) -> bool {
        matches!(self, Self::AutoReply | Self::Push)
    }
}

text_enum! {
    /// The state of a message. `schema.sql` describes the states.
    pub enum State {
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

impl State {
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

impl Channel {
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            // A note is sent in a digest.
            Self::Mails => &[Kind::Lead, Kind::Digest, Kind::AutoReply, Kind::Photos],
            Self::Webhooks => &[Kind::Webhook],
            Self::Pushes => &[Kind::Push],
        }
    }
}
