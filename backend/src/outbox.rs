//! The table `outbox`: one row a mail, a webhook or a push message.
//!
//! A lead's row is made in the statement that saves the lead, by the
//! [`lead_writer`](crate::leads::lead_writer); what else follows from the lead by [`follow_up`]. Each
//! is composed when it is sent: from its lead, or a digest's from its members.

pub mod delivery;
pub(crate) mod digest;
pub mod entries;
pub mod failure;
pub mod figures;
pub mod follow_up;
pub mod lease;
pub mod mail;
pub(crate) mod message;
pub(crate) mod notes;
pub mod outbound;
pub(crate) mod outcome;
pub(crate) mod push;
pub(crate) mod push_subscriptions;
pub(crate) mod reminders;
pub mod retry;
pub(crate) mod verdict;
pub mod webhooks;
