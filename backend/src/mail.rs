//! The owner's mail: what it says and how it goes.
//!
//! Mails wait in the table `outbox`; the [`delivery`] brings them to the mail server.

pub mod delivery;
pub mod digest;
pub mod folder;
pub mod message;
pub mod transport;

pub use delivery::{Delivery, NewMail};
pub use message::{Mail, Words};
pub use transport::{MailError, Mailer};
