//! The site's server: accepts estimate requests, saves them in Postgres, notifies the owner by
//! e-mail and serves the pages.
//!
//! Each module is a layer and imports only those below it:
//!
//! | layer | contents |
//! | --- | --- |
//! | [`cli`] | the commands of the program |
//! | [`http`] | the server: its start, limits, wire formats, routes, pages and metrics endpoint |
//! | [`desk`] | the owner's desk: sign-in, sessions, leads, figures, privacy requests |
//! | [`leads`] | validation, scoring and saving of estimate requests |
//! | [`export`], [`erasure`] | leads as a CSV file; erasure of a person's data |
//! | [`delivery`] | sending of what waits in the outbox: mails, webhooks and push messages |
//! | [`mail`] | composition and sending of mails |
//! | [`push`] | the encrypted notifications that announce leads on phones |
//! | [`webhooks`] | the signed requests that announce leads to another program |
//! | [`outbound`] | requests to other servers, and which addresses they may go to |
//! | [`store`] | the database |
//! | [`visitor`], [`spam`] | identification of visitors; the spam score |
//! | [`observability`] | log and metrics |
//! | [`config`] | the settings, their defaults and validation |
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
