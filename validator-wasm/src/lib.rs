//! The rules of an estimate request, once.
//!
//! The server links this crate natively; the browser loads it as WebAssembly. Both
//! check a request by [`validate`] and by [`cooldown::check`], so a visitor reads the
//! same words wherever a request is refused. The rules know no clock, no storage and
//! no HTTP: what they need is handed in, and what they answer is data.
//!
//! | module | knows |
//! | --- | --- |
//! | [`company`] | the company's facts, from `company.json` |
//! | [`estimate`] | what the visitor filled in |
//! | [`lead`] | the row that travels and is stored, and the way back to the form |
//! | [`lists`] | what an address and a message must not contain, from `rules/*.txt` |
//! | [`owner_email`] | the mail that tells the owner of a request |
//! | [`rejection`] | the words of docs/product.md, section 8 |
//! | [`rules`] | the four checks of docs/product.md, section 5, in order |
//! | [`phrases`] | finding any of many phrases in one pass |

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
pub use estimate::{Estimate, Field, Service, Urgency};
pub use lead::Lead;
pub use owner_email::{OwnerEmail, escaped_html};
pub use rejection::{Rejection, RejectionCode};
pub use rules::{cooldown, validate};
