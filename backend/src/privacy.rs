//! Erasure, retention, and export of the data that is stored about a person.

pub mod erasure;
pub(crate) mod export;
pub(crate) mod personal_data;
pub mod pruning;
