//! The log of a lead: its events, and the state that results from them.
//!
//! The desk stores [`Event`]s, which never change: somebody called, a visit was set, an order was
//! won. The [`LeadState`] of a lead is [`fold`]ed from them. The server links this crate natively and
//! stores the state for its lists and figures. The desk loads it as WebAssembly, and adds the
//! events that are not sent yet. The crate reads no clock and knows no time zone: the events have
//! their times, and the caller passes the company's [`Day`]s.

// The desk's module has no standard library, because its panics would be a sixth of the module.
#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod appointment;
pub mod calendar;
pub mod check;
#[cfg(not(target_family = "wasm"))]
pub mod clash;
pub mod estimate;
pub mod event;
pub mod names;
pub mod offer;
pub mod state;

#[cfg(target_family = "wasm")]
mod wasm;

pub use appointment::{Appointment, Told};
pub use calendar::{Calendar, Day};
pub use check::check_time;
#[cfg(not(target_family = "wasm"))]
pub use clash::{Clash, clashes};
pub use estimate::Estimate;
pub use event::{Act, Correction, Event};
pub use names::{Answer, Decision, End, LostReason, Means, Pick, Purpose, Status, Why};
pub use offer::{Line, Offer};
pub use state::{Lead, LeadState, PROMISE, fold};
