//! The route table. Each room adds its own routes.

pub(crate) mod health;
pub mod openapi;

use actix_web::{
    middleware::{Condition, from_fn},
    web,
};

use crate::{
    database::Store,
    desk, forms, photos, site, visitors,
    web::{
        api::unknown_path,
        methods::{get, only},
        middleware::cors,
    },
};

/// Adds all routes, including the desk's if it has a store. Pages of `allowed_origins` can call
/// `/rest` and `/api`.
pub fn configure(
    config: &mut web::ServiceConfig,
    allowed_origins: &[String],
    desk_store: Option<&web::Data<Store>>,
) {
    let cors = || Condition::new(!allowed_origins.is_empty(), cors::allowing(allowed_origins));
    // This comes before `/api`, which handles all other paths.
    if let Some(store) = desk_store {
        config.configure(|config| desk::routes::configure(config, store));
    }
    config
        .service(only("GET, HEAD", "/healthz").route(get().to(health::alive)))
        .service(only("GET, HEAD", "/readyz").route(get().to(health::ready)))
        .service(
            web::scope("/rest")
                .wrap(from_fn(forms::postgrest::with_errors))
                .wrap(cors())
                .configure(forms::routes::configure_rest),
        )
        .service(
            web::scope("/api")
                .wrap(cors())
                .configure(forms::routes::configure_api)
                .configure(visitors::routes::configure)
                .service(only("GET, HEAD", "/openapi.json").route(get().to(openapi::document)))
                .default_service(web::to(unknown_path)),
        );
    for path in forms::routes::OTHER_SERVICES {
        let service = web::scope(path).wrap(cors());
        config.service(service.default_service(web::to(forms::routes::unsupported_service)));
    }
    config
        .configure(forms::routes::contact::configure)
        .configure(photos::routes::configure)
        .configure(site::routes::configure);
}
