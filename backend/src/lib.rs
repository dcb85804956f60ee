//! The site's server: accepts estimate requests, saves them in Postgres, notifies the owner by
//! e-mail and serves the pages.
//!
//! Each module is a layer, and imports only those below it: `ARCHITECTURE.md` has their order.
//!
//! The rules live in [`validator_wasm`], which the browser runs too.

pub mod cli;
pub mod config;
pub mod delivery;
mod desk;
mod erasure;
mod export;
pub mod http;
pub mod leads;
pub mod mail;
pub mod observability;
pub mod outbound;
mod push;
pub mod spam;
pub mod store;
pub mod visitor;
pub mod webhooks;
