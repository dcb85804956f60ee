//! The ways in which a visitor sends a request.

mod confirmation;
pub mod contact;
mod estimates;
mod form_token;
mod send_email;
mod site_forms;
