//! The tables of the owner's desk, and the leads as it reads and changes them.

pub(crate) mod audit;
mod edit;
pub(crate) mod figures;
pub(crate) mod leads;
pub(crate) mod links;
pub(crate) mod push_subscriptions;
pub(crate) mod sessions;
pub(crate) mod status;
