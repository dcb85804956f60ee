//! Estimate requests, from a valid form or row to a saved row.
//!
//! [`ValidEstimate`] runs the rules, [`spam`] computes the score, and [`LeadWriter`] saves. The
//! rules themselves are in [`validator_wasm`], which the browser runs too.

pub(crate) mod cooldowns;
pub mod delivery_notifier;
pub(crate) mod dialed_numbers;
pub mod idempotency;
pub mod lead_records;
pub mod lead_writer;
pub(crate) mod log;
pub(crate) mod offers;
pub(crate) mod site_forms;
pub mod spam;
pub(crate) mod spreadsheet;
mod valid_estimate;

pub(crate) use lead_writer::LeadWriter;
pub use valid_estimate::ValidEstimate;
