//! The routes, by path.

pub(crate) mod health;
pub mod openapi;

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, http::Method, middleware::Condition, web};
use serde_json::{Value, json};

use crate::{
    database::Store,
    desk::routes as desk,
    forms::{
        postgrest::{AnonKey, PostgrestError},
        routes::{contact, form_token, send_email, site_forms},
    },
    photos::routes as photos,
    site::routes as site,
    visitors::routes::{phone_clicks, tracking_data},
    web::{
        api::unknown_path,
        body,
        error::RequestError,
        methods::{get, only},
        middleware::cors,
    },
};

/// Supabase's services that this server does not have, besides the data service under `/rest`.
const OTHER_SERVICES: [&str; 4] = ["/auth/v1", "/storage/v1", "/functions/v1", "/realtime/v1"];

/// Adds all routes, and those of the desk if it has a store. Pages of `allowed_origins` may call
/// `/rest` and `/api`.
pub fn configure(
    config: &mut web::ServiceConfig,
    allowed_origins: &[String],
    desk_store: Option<&web::Data<Store>>,
) {
    let cors = || Condition::new(!allowed_origins.is_empty(), cors::allowing(allowed_origins));
    // Before `/api`, which handles all other paths.
    if let Some(store) = desk_store {
        config.configure(|config| desk::configure(config, store));
    }
    config
        .service(only("GET, HEAD", "/healthz").route(get().to(health::alive)))
        .service(only("GET, HEAD", "/readyz").route(get().to(health::ready)))
        .service(
            web::scope("/rest")
                .wrap(cors())
                .service(
                    web::resource("/v1/site_forms")
                        .post(site_forms::insert)
                        .default_service(web::to(only_insert)),
                )
                .default_service(web::to(unknown_rest_path)),
        )
        .service(
            web::scope("/api")
                .wrap(cors())
                .service(only("GET, HEAD", "/form-token").route(get().to(form_token::issue)))
                .service(only("POST", "/get-tracking-data").post(tracking_data::tracking_data))
                .service(only("POST", "/send-email").post(send_email::send))
                .service(only("POST", "/incrementPhoneClickCount").post(phone_clicks::count))
                .service(only("GET, HEAD", "/openapi.json").route(get().to(openapi::document)))
                .default_service(web::to(unknown_path)),
        )
        .configure(|config| {
            for path in OTHER_SERVICES {
                let service = web::scope(path).wrap(cors());
                config.service(service.default_service(web::to(unsupported_service)));
            }
        })
        .configure(contact::configure)
        .service(
            only("GET, HEAD, POST", "/contact/photos")
                .route(get().to(photos::list))
                .post(photos::send),
        )
        .service(only("POST", "/contact/photos/link").post(photos::choose))
        .service(
            only("GET, HEAD, PUT, DELETE", "/contact/photos/{id}")
                .route(get().to(photos::show))
                .put(photos::add)
                .delete(photos::remove),
        )
        .configure(site::configure);
}

async fn only_insert() -> Result<String, PostgrestError> {
    Err(RequestError::MethodNotAllowed { allowed: "POST" }.into())
}

async fn unknown_rest_path(
    request: HttpRequest,
    payload: web::Payload,
    key: web::Data<AnonKey>,
) -> Result<String, PostgrestError> {
    let path = request.path().strip_prefix("/rest/v1/").unwrap_or_default();
    let (table, rest) = path.split_once('/').unwrap_or((path, ""));
    if table.is_empty() {
        return Err(RequestError::NotFound.into());
    }
    key.check(&request)?;
    if table != "rpc" || rest.is_empty() {
        return Err(PostgrestError::UnknownTable(table.to_owned()));
    }
    let by_post = request.method() == Method::POST;
    let arguments = if by_post {
        // A body that cannot be read has no arguments.
        body::json(&request, payload.into_inner()).await.ok()
    } else {
        let query = request.query_string();
        web::Query::<BTreeMap<String, Value>>::from_query(query)
            .ok()
            .map(|it| json!(it.0))
    };
    let arguments = arguments.as_ref().and_then(Value::as_object);
    let mut arguments: Vec<_> = arguments
        .into_iter()
        .flat_map(|it| it.keys().cloned())
        .collect();
    arguments.sort_unstable();
    Err(PostgrestError::unknown_function(rest, &arguments, by_post))
}

/// Responds in the shape that the service's client reads.
async fn unsupported_service(request: HttpRequest) -> HttpResponse {
    let text = "This server only takes rows of site_forms: it has no accounts, files, functions or channels.";
    HttpResponse::NotFound().json(match request.path().split('/').nth(1) {
        Some("auth") => json!({ "code": 404, "error_code": "not_found", "msg": text }),
        Some("storage") => json!({ "statusCode": "404", "error": "not_found", "message": text }),
        _ => json!({ "code": "NOT_FOUND", "message": text }),
    })
}
