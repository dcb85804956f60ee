//! Validation, scoring and saving of leads.

mod cases;
mod columns;
mod cooldown;
mod idempotency;
mod lead_writer;
mod long_texts;
mod rate_limits;
pub mod spam;
