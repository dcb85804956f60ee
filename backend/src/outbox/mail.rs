//! Mails: their content, and the mail server that they are handed to.
//!
//! A mail is composed when it is sent, from the saved rows: nobody outside chooses its words. The
//! [`delivery`](super::delivery) sends those that wait in the table `outbox`.

pub(crate) mod auto_reply;
pub(crate) mod digest;
pub mod error;
pub(crate) mod folder;
pub(crate) mod html_text;
pub(crate) mod lead;
pub(crate) mod links;
pub mod message;
pub(crate) mod photos;
pub(crate) mod sign_in;
mod smtp;
pub mod transport;
