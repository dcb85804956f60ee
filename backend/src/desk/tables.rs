//! The tables of the owner's desk, and the leads as it reads and changes them.

mod edit;
pub(crate) mod figures;
pub(crate) mod leads;
pub(crate) mod links;
pub(crate) mod sessions;
