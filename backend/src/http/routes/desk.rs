//! `/api/desk`: the owner's desk.

pub mod changes;
pub mod export;
pub mod figures;
pub mod leads;
pub mod links;
pub mod mails;
pub mod person;
pub mod push;
pub mod session;
pub mod webhooks;

use actix_web::{middleware::from_fn, web};

use super::unknown_api_path;
use crate::http::desk;

/// The paths. Other sites' pages may not call them, whatever `ALLOWED_ORIGINS` says.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::scope("/api/desk")
            .wrap(from_fn(desk::complete))
            .configure(links::configure)
            .configure(session::configure)
            .configure(export::configure)
            .configure(person::configure)
            .configure(leads::configure)
            .configure(changes::configure)
            .configure(mails::configure)
            .configure(figures::configure)
            .configure(webhooks::configure)
            .configure(push::configure)
            .default_service(web::to(unknown_api_path)),
    );
}
