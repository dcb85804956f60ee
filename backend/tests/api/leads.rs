//! Leads are validated, scored, and saved.

mod cases;
mod columns;
mod cooldown;
mod idempotency;
mod lead_writer;
mod long_texts;
mod rate_limits;
pub mod spam;
