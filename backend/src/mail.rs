//! Mails: their content, and the mail server that they are handed to.
//!
//! A mail is composed when it is sent, from the saved rows: nobody outside chooses its words. The
//! [`delivery`](crate::delivery) sends those that wait in the table `outbox`.

pub mod auto_reply;
pub mod digest;
pub mod folder;
pub mod html_text;
pub mod lead;
pub mod links;
pub mod message;
pub mod sign_in;
mod smtp;
pub mod transport;
