//! The owner's mail: what it says and how it goes.
//!
//! Mails wait in the table `outbox`; the [`delivery`] brings them to the mail server. A mail is
//! composed when it is sent, from what is saved: nobody outside chooses its words.

pub mod delivery;
pub mod digest;
pub mod folder;
pub mod html_text;
pub mod message;
pub mod transport;

pub use delivery::{Delivery, MailNotifier};
pub use message::{Mail, MailContent};
pub use transport::{MailError, Mailer};
