//! The rules of an estimate request.
//!
//! The server links this crate natively, and the browser loads it as WebAssembly. Both check a request
//! with [`validate`] and [`cooldown::check`]. The rules read no clock and no storage, and know no HTTP.

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod company;
pub mod estimate;
pub mod lead;
pub mod lists;
pub mod owner_email;
pub mod phrases;
pub mod rejection;
pub mod rules;

#[cfg(target_family = "wasm")]
mod wasm;

pub use company::{PLACEHOLDER_EMAIL, SITE_NAME};
pub use estimate::{Estimate, Field, Service, Urgency, is_invisible};
pub use lead::Lead;
pub use owner_email::{OwnerEmail, escaped_html, one_line};
pub use rejection::{Rejection, RejectionCode};
pub use rules::{cooldown, validate};
