//! The site's server: accepts estimate requests, saves them in Postgres, notifies the owner by
//! email, and serves the pages.
//!
//! Each module is one capability, and imports only the modules below it. `ARCHITECTURE.md` has their order.
//!
//! The rules are in [`validator_wasm`], which the browser runs too.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "only this workspace uses it: comments say what names and types do not"
)]

pub mod cli;
mod command_line;
pub mod company;
pub mod config;
pub mod database;
mod desk;
pub mod forms;
mod hour;
pub mod leads;
pub mod message_kind;
pub mod observability;
pub mod outbox;
pub mod photos;
pub mod privacy;
pub mod server;
mod site;
mod tls;
pub mod visitors;
pub mod web;
