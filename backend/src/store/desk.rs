//! The tables of the owner's desk, and the leads as it reads and changes them.

pub mod audit;
pub mod figures;
pub mod leads;
pub mod links;
pub mod push_subscriptions;
pub mod sessions;
pub mod status;
