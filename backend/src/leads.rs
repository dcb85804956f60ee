//! Estimate requests, from a submitted form or row to a saved row.
//!
//! [`ValidEstimate`] runs the rules, [`Intake`] scores and submits, [`LeadWriter`] saves. The rules
//! themselves live in [`validator_wasm`], which the browser runs too.

mod cooldowns;
pub mod delivery_notifier;
pub mod idempotency;
mod intake;
pub mod lead_records;
pub mod lead_writer;
pub(crate) mod log;
pub(crate) mod sent_texts;
pub(crate) mod site_forms;
pub mod spam;
mod valid_estimate;

pub(crate) use intake::{Intake, LeadRequest, Saved};
pub(crate) use lead_writer::LeadWriter;
pub use valid_estimate::ValidEstimate;
