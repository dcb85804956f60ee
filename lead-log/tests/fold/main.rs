//! Tests of the rule that computes a lead's state from its events.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod cases;
mod devices;
mod properties;
