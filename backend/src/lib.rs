//! The site's server: accepts estimate requests, saves them in Postgres, notifies the owner by
//! e-mail and serves the pages.
//!
//! | module | contents |
//! | --- | --- |
//! | [`config`] | the settings, their defaults and validation |
//! | [`startup`] | wiring of the parts into a running server |
//! | [`listener`] | the HTTP server and its connection limits |
//! | [`timeout_stream`] | timeouts on a connection's reads and writes |
//! | [`routes`] | the handlers, by path |
//! | [`postgrest`] | the wire format of `/rest/v1/*`, for supabase-js |
//! | [`api`] | the wire format of `/api/*` |
//! | [`cors`] | calls from other origins |
//! | [`security_headers`] | response headers for browsers |
//! | [`body`] | reading a request's JSON or form within limits |
//! | [`intake`] | validation, scoring and saving of leads |
//! | [`openapi`] | the `OpenAPI` document, generated from the code |
//! | [`secret`] | the site's one secret, and the keys that derive from it |
//! | [`form_token`] | the signed timestamp of a form's opening |
//! | [`spam`] | the spam score |
//! | [`visitor`] | visitor identification: address, geolocation, rate limits |
//! | [`store`] | the database |
//! | [`mail`] | the owner's mail |
//! | [`site`] | the built pages |
//! | [`contact_page`] | the contact page as the response to its form |
//! | [`personal_data`] | matching of what belongs to a person |
//! | [`error`] | the errors that clients see |
//! | [`telemetry`] | the log |
//! | [`metrics`] | Prometheus metrics |
//!
//! The rules themselves live in [`validator_wasm`], which the browser runs too.

pub mod api;
pub mod body;
pub mod config;
pub mod contact_page;
pub mod cors;
pub mod error;
pub mod form_token;
pub mod intake;
pub mod listener;
pub mod mail;
pub mod metrics;
pub mod openapi;
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
pub mod timeout_stream;
pub mod visitor;
