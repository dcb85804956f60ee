//! The routes by which requests come in.

pub(crate) mod contact;
pub(crate) mod form_token;
pub(crate) mod send_email;
pub(crate) mod site_forms;
