//! The tables of the owner's desk, and how it reads and changes leads.

pub(crate) mod leads;
pub(crate) mod links;
pub(crate) mod sessions;
