//! The meaning of typed text, without I/O. Only this crate decides which phone number a text contains,
//! whether two addresses are the same mailbox, and whether two texts differ only in how they are typed.

mod email;
mod phone;
mod text;

pub use email::EmailAddress;
pub use phone::PhoneNumber;
pub use text::{STREET_WORDS, folded, words};
