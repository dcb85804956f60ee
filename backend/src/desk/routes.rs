//! `/api/desk`: the owner's desk. `/contact/appointments`, `/contact/estimate`: what customers answer to it.

pub(crate) mod answers;
pub(crate) mod calendar;
pub(crate) mod changes;
pub(crate) mod estimate_lines;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod figures;
pub(crate) mod leads;
pub(crate) mod outbox;
pub(crate) mod person;
pub(crate) mod photos;
pub(crate) mod push;
pub(crate) mod session;

use actix_web::{middleware::from_fn, web};

use super::http;
use crate::{
    database::Store,
    web::{
        api::unknown_path,
        methods::{get, only},
    },
};

/// Registers the routes, with their own database connections, so that a slow search delays no
/// visitor. Pages of other sites may not call the routes, whatever `ALLOWED_ORIGINS` says.
pub fn configure(config: &mut web::ServiceConfig, store: &web::Data<Store>) {
    config.service(only("POST", "/contact/appointments").post(answers::answer));
    config.service(only("POST", "/contact/estimate").post(answers::decide));
    config.service(
        web::scope("/api/desk")
            .app_data(store.clone())
            .wrap(from_fn(http::complete))
            .service(only("POST", "/links").post(session::request_link))
            .service(
                only("GET, HEAD, POST, DELETE", "/session")
                    .route(get().to(session::show))
                    .post(session::sign_in)
                    .delete(session::sign_out),
            )
            .service(
                only("GET, HEAD, POST", "/leads")
                    .route(get().to(leads::list))
                    .post(leads::enter),
            )
            .service(only("GET, HEAD", "/leads.csv").route(get().to(export::export)))
            .service(only("GET, HEAD", "/leads/{id}").route(get().to(leads::show)))
            .service(only("POST", "/leads/{id}/events").post(events::record))
            .service(only("GET, HEAD", "/leads/{id}/visit.ics").route(get().to(leads::visit)))
            .service(
                only("GET, HEAD, DELETE", "/leads/{id}/person")
                    .route(get().to(person::show))
                    .delete(person::erase),
            )
            .service(only("GET, HEAD", "/leads/{id}/person.json").route(get().to(person::export)))
            .service(
                only("GET, HEAD, PUT, DELETE", "/leads/{lead}/photos/{id}")
                    .route(get().to(photos::show))
                    .put(photos::add)
                    .delete(photos::remove),
            )
            .service(
                only("GET, HEAD", "/leads/{lead}/photos/{id}/thumbnail")
                    .route(get().to(photos::thumbnail)),
            )
            .service(
                only("GET, HEAD, POST, DELETE", "/calendar")
                    .route(get().to(calendar::show))
                    .post(calendar::make)
                    .delete(calendar::remove),
            )
            .service(only("GET, HEAD", "/calendar/{token}.ics").route(get().to(calendar::read)))
            .service(only("GET, HEAD", "/changes").route(get().to(changes::read)))
            .service(only("GET, HEAD", "/estimate-lines").route(get().to(estimate_lines::list)))
            .service(only("GET, HEAD", "/figures").route(get().to(figures::read)))
            .service(only("GET, HEAD", "/mails").route(get().to(outbox::list_mails)))
            .service(only("POST", "/mails/{id}/retry").post(outbox::retry_mail))
            .service(only("GET, HEAD", "/webhooks").route(get().to(outbox::list_webhooks)))
            .service(only("POST", "/webhooks/{id}/replay").post(outbox::replay_webhook))
            .service(
                only("GET, HEAD, PUT, DELETE", "/push")
                    .route(get().to(push::show))
                    .put(push::subscribe)
                    .delete(push::unsubscribe),
            )
            .default_service(web::to(unknown_path)),
    );
}
