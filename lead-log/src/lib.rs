//! The log of a lead: what happened, and what follows from it.
//!
//! The desk keeps [`Event`]s, which are never changed: somebody called, a visit was set, an order was won. What
//! a lead is now, its [`State`], is [`fold`]ed from them by one rule. The server links this crate natively
//! and stores the folded state for its lists and figures; the desk loads it as WebAssembly, and folds what the
//! server has with what is not sent yet. The rule knows no clock, no storage and no time zone: moments that a
//! person chose are in the events, and the company's hours are handed in, a [`Day`] each.
//!
//! | module | knows |
//! | --- | --- |
//! | [`event`] | what can happen to a lead |
//! | [`state`] | what a lead is, and how an event changes it |
//! | [`calendar`] | days, and when the company is open |
//! | [`names`] | the statuses, and why a lead is lost |

// In the browser without the standard library: its panics would be a sixth of what the desk loads.
#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod calendar;
pub mod event;
pub mod names;
pub mod state;

#[cfg(target_family = "wasm")]
mod wasm;

pub use calendar::{Calendar, Day};
pub use event::{Act, Correction, Event};
pub use names::{LostReason, Status};
pub use state::{Lead, State, fold};
