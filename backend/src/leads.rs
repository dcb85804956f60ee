//! Estimate requests: from a form or a row that was sent to a row that is saved.
//!
//! [`ValidEstimate`] runs the rules, [`Intake`] scores and submits, [`LeadWriter`] saves. The rules
//! themselves live in [`validator_wasm`], which the browser runs too.

mod cooldowns;
mod error;
pub(crate) mod form_token;
pub mod idempotency;
mod intake;
pub mod lead_writer;
pub mod photo;
pub mod photo_process;
pub mod photo_token;
mod signed_token;
mod valid_estimate;

pub(crate) use error::LeadError;
pub use error::SaveError;
pub use form_token::FormTokens;
pub(crate) use intake::{Intake, LeadRequest, Saved};
pub(crate) use lead_writer::LeadWriter;
pub use photo_token::{PhotoGrant, PhotoTokens};
pub use valid_estimate::ValidEstimate;
