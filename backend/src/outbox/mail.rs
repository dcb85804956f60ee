//! Emails: their content, and the connections to the mail server.
//!
//! An email is composed from the saved rows when it is sent, so that no outsider chooses its words.
//! The [`delivery`](super::delivery) sends the emails in the table `outbox`.

pub(crate) mod auto_reply;
pub(crate) mod digest;
pub mod error;
pub(crate) mod estimate;
pub(crate) mod folder;
pub(crate) mod html_text;
pub(crate) mod lead;
pub(crate) mod links;
pub mod message;
pub(crate) mod photos;
pub(crate) mod sign_in;
mod smtp;
pub mod transport;
