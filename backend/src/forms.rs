//! The routes through which visitors send leads: rows in PostgREST's protocol, the form without
//! JavaScript, and the page that confirms a request.
//!
//! Each route reads the request and passes it to the [`LeadService`](lead_service::LeadService).

pub(crate) mod confirmation;
pub(crate) mod contact_page;
#[expect(dead_code, reason = "only the API's description uses them")]
pub(crate) mod description;
pub mod form_token;
pub(crate) mod lead_service;
pub(crate) mod log_fields;
pub(crate) mod postgrest;
mod resent;
pub(crate) mod routes;
