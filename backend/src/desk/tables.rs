//! The tables of the owner's desk, and the queries that read and change leads.

pub(crate) mod leads;
pub(crate) mod links;
pub(crate) mod sessions;
