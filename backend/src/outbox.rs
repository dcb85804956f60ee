//! The table `outbox`: one row for each email, webhook, or push message.
//!
//! The statement that saves a lead also inserts the row of its email
//! ([`lead_writer`](crate::leads::lead_writer)). [`follow_up`] inserts what follows from a lead, and
//! periodic jobs of the [`delivery`] insert the rest, such as digests. Each message is composed when it is sent: from its lead, or a digest from its members.

pub mod delivery;
pub(crate) mod digest;
pub mod entries;
pub(crate) mod estimate_messages;
pub mod figures;
pub mod follow_up;
pub(crate) mod lead_messages;
pub mod lease;
pub mod mail;
pub(crate) mod message;
pub(crate) mod notes;
pub mod outbound;
pub mod outcome;
pub(crate) mod push;
pub(crate) mod push_subscriptions;
pub(crate) mod reminders;
pub mod send_again;
pub mod webhooks;
