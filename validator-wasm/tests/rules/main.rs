//! Tests of the rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod cases;
mod cooldown;
mod generated;
mod lists;
mod owner_email;
mod phrases;
mod properties;
