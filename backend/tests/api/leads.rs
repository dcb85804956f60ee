//! Validation, scoring and saving of leads.

mod cases;
mod cooldown;
mod form_token;
mod idempotency;
mod lead_writer;
mod rate_limits;
mod spam;
