//! The site's server: takes estimate requests, keeps them in Postgres, tells the owner by
//! e-mail and serves the pages.
//!
//! | module | knows |
//! | --- | --- |
//! | [`config`] | every setting, its default and what is wrong with it |
//! | [`startup`] | how the parts become a running server |
//! | [`listener`] | how many connections there may be |
//! | [`patience`] | how long a connection may keep the server waiting |
//! | [`routes`] | which path is answered by what |
//! | [`postgrest`] | the wire of `/rest/v1/*`: what supabase-js sends and understands |
//! | [`api`] | the wire of `/api/*` |
//! | [`cors`] | which other sites' pages may call |
//! | [`security_headers`] | what browsers may do with an answer |
//! | [`body`] | reading a request's JSON or form within limits |
//! | [`intake`] | a request's way through the rules into the table |
//! | [`openapi`] | the description of the public paths, made of the code |
//! | [`secret`] | the site's one secret, and the keys that derive from it |
//! | [`form_token`] | the signed time token: when a page's form was opened |
//! | [`spam`] | how much a lead looks like spam |
//! | [`visitor`] | who is asking, as far as they let us know |
//! | [`store`] | the database |
//! | [`mail`] | the owner's mail |
//! | [`site`] | the built pages |
//! | [`contact_page`] | the contact page as an answer to its form |
//! | [`hexadecimal`] | bytes as text |
//! | [`personal_data`] | finding what belongs to a person |
//! | [`error`] | what can go wrong |
//! | [`telemetry`] | the log |
//! | [`metrics`] | the figures for Prometheus |
//!
//! The rules themselves live in [`validator_wasm`], which the browser runs too.

pub mod api;
pub mod body;
pub mod config;
pub mod contact_page;
pub mod cors;
pub mod error;
pub mod form_token;
pub mod hexadecimal;
pub mod intake;
pub mod listener;
pub mod mail;
pub mod metrics;
pub mod openapi;
pub mod patience;
pub mod personal_data;
pub mod postgrest;
pub mod routes;
pub mod secret;
pub mod security_headers;
pub mod site;
pub mod spam;
pub mod startup;
pub mod store;
pub mod telemetry;
pub mod visitor;
