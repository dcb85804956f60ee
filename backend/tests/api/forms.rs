//! The ways in for a visitor.

mod confirmation;
pub mod contact;
mod form_token;
mod send_email;
mod site_forms;
