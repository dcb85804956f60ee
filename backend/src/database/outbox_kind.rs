//! The kind of an outbox message, its state, and the channel that delivers it.
//!
//! During an upgrade the outbox may contain kinds and states that only a newer version knows: code that
//! reads or changes the outbox names the kinds that it means, and leaves the others alone.

use super::text_enum::text_enum;

text_enum! {
    /// What a message is; `schema.sql` describes the kinds.
    pub enum Kind {
        /// The owner's mail about one lead.
        Lead = "lead",
        /// A text for the owner that belongs to no lead. It goes into a digest.
        Note = "note",
        /// The owner's mail about suspect leads and notes.
        Digest = "digest",
        /// Announces a lead to another program.
        Webhook = "webhook",
        /// The mail that replies to the visitor who sent a lead.
        AutoReply = "auto_reply",
        /// Announces a lead on a phone.
        Push = "push",
        /// The owner's mail about photographs that a visitor added to a lead.
        Photos = "photos",
    }
}

impl Kind {
    /// The mails to the owner.
    pub const TO_OWNER: [Self; 4] = [Self::Lead, Self::Note, Self::Digest, Self::Photos];

    /// Whether the message is of no use after half an hour. Then nobody needs to know when it fails.
    pub(crate) const fn is_short_lived(self) -> bool {
        matches!(self, Self::AutoReply | Self::Push)
    }
}

text_enum! {
    /// The state of a message; `schema.sql` describes the states.
    pub enum State {
        /// It is sent when it is due.
        Pending = "pending",
        /// It waits for a digest.
        Quarantined = "quarantined",
        /// It is listed in a digest.
        InDigest = "in_digest",
        /// Its receiver accepted it.
        Sent = "sent",
        /// It was given up.
        Dead = "dead",
        /// It was given up, and nobody needs to know; or its lead is marked as spam.
        Stopped = "stopped",
    }
}

impl State {
    /// The name of the state for the owner.
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
    /// Messages that are leased and delivered separately, so that no channel waits for another.
    pub enum Channel {
        /// Mails.
        Mails = "mail",
        /// Webhooks.
        Webhooks = "webhook",
        /// Push messages.
        Pushes = "push",
    }
}

impl Channel {
    /// The kinds that the channel delivers.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            // A note is sent in a digest.
            Self::Mails => &[Kind::Lead, Kind::Digest, Kind::AutoReply, Kind::Photos],
            Self::Webhooks => &[Kind::Webhook],
            Self::Pushes => &[Kind::Push],
        }
    }
}
