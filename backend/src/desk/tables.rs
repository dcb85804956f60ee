//! The tables of the desk's sign-in.

pub(crate) mod links;
pub(crate) mod sessions;
