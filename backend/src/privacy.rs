//! What is kept of a person and for how long: erasure, retention, export.

pub mod erased_rows;
pub(crate) mod erasure;
pub(crate) mod export;
pub(crate) mod personal_data;
pub mod pruning;
