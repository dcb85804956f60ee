//! The routes for visitors' requests.

pub(crate) mod contact;
pub(crate) mod form_token;
pub(crate) mod send_email;
pub(crate) mod site_forms;

use std::collections::BTreeMap;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, StatusCode},
    web,
};
use serde_json::{Value, json};

use super::postgrest::AnonKey;
use crate::web::{
    body,
    error::RequestError,
    limits::SMALL_BODY_BYTES,
    methods::{get, only},
};

/// Supabase's services that this server does not have. It has only the data service, `/rest`.
pub const OTHER_SERVICES: [&str; 4] = ["/auth/v1", "/storage/v1", "/functions/v1", "/realtime/v1"];

pub fn configure_rest(config: &mut web::ServiceConfig) {
    config
        .service(only("POST", "/v1/site_forms").post(site_forms::insert))
        .default_service(web::to(unknown_rest_path));
}

pub fn configure_api(config: &mut web::ServiceConfig) {
    config
        .service(only("GET, HEAD", "/form-token").route(get().to(form_token::issue)))
        .service(only("POST", "/send-email").post(send_email::send));
}

async fn unknown_rest_path(
    request: HttpRequest,
    payload: web::Payload,
    key: web::Data<AnonKey>,
) -> Result<String, RequestError> {
    let path = request.path().strip_prefix("/rest/v1/").unwrap_or_default();
    let (table, rest) = path.split_once('/').unwrap_or((path, ""));
    if table.is_empty() {
        return Err(RequestError::not_found());
    }
    key.check(&request)?;
    if table != "rpc" || rest.is_empty() {
        return Err(RequestError::with_code(
            StatusCode::NOT_FOUND,
            "PGRST205",
            format!("Could not find the table 'public.{table}' in the schema cache"),
        ));
    }
    let by_post = request.method() == Method::POST;
    let given = if by_post {
        body::object(&request, payload.into_inner(), SMALL_BODY_BYTES)
            .await
            .ok()
    } else {
        let query = web::Query::from_query(request.query_string());
        query.ok().map(web::Query::into_inner)
    };
    // What is unreadable has no arguments.
    let given: BTreeMap<String, Value> = given.unwrap_or_default();
    let arguments: Vec<_> = given.into_keys().collect();
    Err(unknown_function(rest, &arguments, by_post))
}

/// Returns the error for an unknown function, called with these arguments by `POST` or `GET`.
fn unknown_function(name: &str, arguments: &[String], by_post: bool) -> RequestError {
    let names = arguments.join(", ");
    let with = match arguments.len() {
        0 => "without parameters".to_owned(),
        1 => format!("with parameter {names}"),
        _ => format!("with parameters {names}"),
    };
    let call = if arguments.is_empty() {
        format!("{name} {with}")
    } else {
        format!("{name}({names})")
    };
    let or_one = if by_post {
        " or with a single unnamed json/jsonb parameter"
    } else {
        ""
    };
    let details = format!(
        "Searched for the function public.{name} {with}{or_one}, but no matches were found in the schema cache."
    );
    RequestError {
        details: Some(details.into()),
        ..RequestError::with_code(
            StatusCode::NOT_FOUND,
            "PGRST202",
            format!("Could not find the function public.{call} in the schema cache"),
        )
    }
}

/// Responds in the shape that the service's client reads.
pub async fn unsupported_service(request: HttpRequest) -> HttpResponse {
    let text = "This server only accepts rows of site_forms: it has no accounts, files, functions, or channels.";
    HttpResponse::NotFound().json(match request.path().split('/').nth(1) {
        Some("auth") => json!({ "code": 404, "error_code": "not_found", "msg": text }),
        Some("storage") => json!({ "statusCode": "404", "error": "not_found", "message": text }),
        _ => json!({ "code": "NOT_FOUND", "message": text }),
    })
}
