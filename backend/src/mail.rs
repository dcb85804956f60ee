//! The owner's mail: what it says and how it goes.

pub mod message;
pub mod transport;

pub use message::Mail;
pub use transport::{MailError, Mailer};
