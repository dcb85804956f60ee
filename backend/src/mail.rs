//! The owner's mail: its content and its delivery. And the mail that signs in to the desk.
//!
//! Mails wait in the table `outbox`; the [`delivery`] hands them to the mail server. A mail is
//! composed when it is sent, from the saved rows: nobody outside chooses its words.

mod auto_reply;
pub mod digest;
pub mod folder;
pub mod html_text;
pub mod lead;
pub mod links;
pub mod message;
pub mod sign_in;
mod smtp;
pub mod transport;
