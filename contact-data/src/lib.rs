//! What a visitor typed, by its meaning, without I/O: the one place that says which telephone number is in a
//! text, whether two addresses are one mailbox, and whether two texts are the same but for how they are typed.

mod email;
mod phone;
mod text;

pub use email::EmailAddress;
pub use phone::{MAX_CHARS, PhoneNumber};
pub use text::{STREET_WORDS, folded, words};
