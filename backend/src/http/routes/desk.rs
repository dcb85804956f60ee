//! `/api/desk`: the owner's desk.

pub(crate) mod changes;
pub(crate) mod export;
pub(crate) mod figures;
pub(crate) mod leads;
pub(crate) mod links;
pub(crate) mod mails;
pub(crate) mod person;
pub(crate) mod photos;
pub(crate) mod push;
pub(crate) mod session;
pub(crate) mod webhooks;

use actix_web::{middleware::from_fn, web};

use super::unknown_api_path;
use crate::{http::desk, store::Store};

/// The paths, with connections to the database of their own: a search that takes long holds up no
/// visitor. Other sites' pages may not call them, whatever `ALLOWED_ORIGINS` says.
pub fn configure(config: &mut web::ServiceConfig, store: &web::Data<Store>) {
    config.service(
        web::scope("/api/desk")
            .app_data(store.clone())
            .wrap(from_fn(desk::complete))
            .configure(links::configure)
            .configure(session::configure)
            .configure(export::configure)
            .configure(person::configure)
            .configure(photos::configure)
            .configure(leads::configure)
            .configure(changes::configure)
            .configure(mails::configure)
            .configure(figures::configure)
            .configure(webhooks::configure)
            .configure(push::configure)
            .default_service(web::to(unknown_api_path)),
    );
}
