//! The site's server: accepts estimate requests, saves them in Postgres, notifies the owner by
//! e-mail and serves the pages.
//!
//! Each module is a layer and imports only those below it:
//!
//! | layer | contents |
//! | --- | --- |
//! | [`http`] | the server: its start, limits, wire formats, routes, pages and metrics endpoint |
//! | [`desk`] | the owner's desk: sign-in, sessions, leads, figures, CSV, privacy requests |
//! | [`leads`] | validation, scoring and saving of estimate requests |
//! | [`mail`] | composition of the owner's mail; delivery of mails, webhooks and push messages |
//! | [`webhooks`] | the signed requests that announce leads to another program |
//! | [`push`] | the encrypted notifications that announce leads on phones |
//! | [`outbound`] | requests to other servers, and which addresses they may go to |
//! | [`store`] | the database |
//! | [`visitor`], [`spam`] | identification of visitors; the spam score |
//! | [`observability`] | log and metrics |
//! | [`config`] | the settings, their defaults and validation |
//!
//! Above them all are the commands (`cli`, in the program). The rules live in [`validator_wasm`],
//! which the browser runs too.

pub mod config;
pub mod desk;
pub mod http;
pub mod leads;
pub mod mail;
pub mod observability;
pub mod outbound;
pub mod push;
pub mod spam;
pub mod store;
pub mod visitor;
pub mod webhooks;
