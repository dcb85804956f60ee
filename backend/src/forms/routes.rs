//! The routes that visitors' requests come in by.

pub(crate) mod contact;
pub(crate) mod form_token;
pub(crate) mod send_email;
pub(crate) mod site_forms;
