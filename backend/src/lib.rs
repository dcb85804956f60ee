//! The site's server: takes estimate requests, keeps them in Postgres, tells the owner by
//! e-mail and serves the pages.
//!
//! | module | knows |
//! | --- | --- |
//! | [`config`] | every setting, its default and what is wrong with it |
//! | [`startup`] | how the parts become a running server |
//! | [`routes`] | which path is answered by what |
//! | [`postgrest`] | the wire of `/rest/v1/*`: what supabase-js sends and understands |
//! | [`api`] | the wire of `/api/*` |
//! | [`body`] | reading a request's JSON or form within limits |
//! | [`intake`] | a request's way through the rules into the table |
//! | [`openapi`] | the description of the public paths, made of the code |
//! | [`secret`] | the site's one secret, and the keys that derive from it |
//! | [`form_token`] | the signed time token: when a page's form was opened |
//! | [`visitor`] | who is asking, as far as they let us know |
//! | [`store`] | the database |
//! | [`mail`] | the owner's mail |
//! | [`site`] | the built pages |
//! | [`contact_page`] | the contact page as an answer to its form |
//! | [`hexadecimal`] | bytes as text |
//! | [`error`] | what can go wrong |
//! | [`telemetry`] | the log |
//!
//! The rules themselves live in [`validator_wasm`], which the browser runs too.

pub mod api;
pub mod body;
pub mod config;
pub mod contact_page;
pub mod error;
pub mod form_token;
pub mod hexadecimal;
pub mod intake;
pub mod mail;
pub mod openapi;
pub mod postgrest;
pub mod routes;
pub mod secret;
pub mod site;
pub mod startup;
pub mod store;
pub mod telemetry;
pub mod visitor;
