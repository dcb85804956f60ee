//! Estimate requests: from a form or a row that was sent to a row that is saved.
//!
//! [`ValidEstimate`] runs the rules, [`Intake`] scores and submits, [`LeadWriter`] saves. The rules
//! themselves live in [`validator_wasm`], which the browser runs too.

pub(crate) mod audit;
mod cooldowns;
pub(crate) mod delivery_notifier;
mod error;
pub mod idempotency;
mod intake;
pub mod lead_records;
pub mod lead_writer;
pub(crate) mod sent_texts;
pub(crate) mod site_forms;
pub mod spam;
mod valid_estimate;

pub(crate) use self::error::LeadError;
pub use self::error::SaveError;
pub(crate) use self::intake::{Intake, LeadRequest, Saved};
pub(crate) use self::lead_writer::LeadWriter;
pub use self::valid_estimate::ValidEstimate;
pub use crate::forms::form_token::FormTokens;
pub use crate::photos::token::{PhotoGrant, PhotoTokens};
