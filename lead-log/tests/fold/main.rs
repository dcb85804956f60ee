//! The tests of the one rule.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may stop")]

mod cases;
mod properties;
