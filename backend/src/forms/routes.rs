//! TODO

pub(crate) mod contact;
pub(crate) mod form_token;
pub(crate) mod site_forms;
