//! TODO

pub(crate) mod confirmation;
pub(crate) mod contact_page;
#[expect(dead_code, reason = "they are described, and never made")]
pub(crate) mod description;
pub(crate) mod form_token;
pub(crate) mod lead_log;
pub(crate) mod lead_service;
pub(crate) mod postgrest;
pub(crate) mod request_signals;
pub(crate) mod routes;
