//! `GET /api/openapi.json`: the description of the public paths for developers and their tools, in
//! `OpenAPI`, generated from the handlers (`#[utoipa::path]`) and from the types of their bodies.
//!
//! `tests/api/server/openapi.rs` compares it with the paths, and `stress/proofs/api.ts` with a running server.

use std::sync::LazyLock;

use actix_web::{HttpResponse, http::header};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, Response, Schema,
        security::{
            ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
        },
    },
};
use validator_wasm::company::NAME;

use super::health;
use crate::{
    desk::routes as desk,
    forms::{
        postgrest,
        routes::{contact, form_token, send_email, site_forms},
    },
    photos::routes as photos,
    visitors::routes::{phone_clicks, tracking_data},
    web::{
        api,
        description::{DESK, LEADS, OPERATION, VISITORS},
    },
};

/// This description.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "getDescription",
    tag = OPERATION,
    responses((
        status = 200,
        description = "The description, as OpenAPI 3.1.",
        body = inline(serde_json::Map<String, serde_json::Value>),
    )),
)]
pub(crate) async fn document() -> HttpResponse {
    static DESCRIPTION: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(Description::openapi);
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .json(&*DESCRIPTION)
}

/// The description. Its version is the program's version.
#[derive(OpenApi)]
#[openapi(
    info(
        title = NAME,
        description = INTRODUCTION,
    ),
    paths(
        site_forms::insert,
        contact::page,
        contact::submit,
        photos::list,
        photos::open,
        photos::send,
        photos::show,
        photos::add,
        photos::remove,
        photos::choose,
        desk::answers::answer,
        desk::answers::decide,
        send_email::send,
        form_token::issue,
        tracking_data::tracking_data,
        phone_clicks::count,
        desk::session::request_link,
        desk::session::show,
        desk::session::sign_in,
        desk::session::sign_out,
        desk::leads::list,
        desk::leads::show,
        desk::leads::enter,
        desk::leads::visit,
        desk::events::record,
        desk::photos::show,
        desk::photos::thumbnail,
        desk::photos::add,
        desk::photos::remove,
        desk::calendar::show,
        desk::calendar::make,
        desk::calendar::remove,
        desk::calendar::read,
        desk::changes::read,
        desk::outbox::list_mails,
        desk::outbox::retry_mail,
        desk::estimate_lines::list,
        desk::figures::read,
        desk::export::export,
        desk::person::show,
        desk::person::export,
        desk::person::erase,
        desk::push::show,
        desk::push::subscribe,
        desk::push::unsubscribe,
        desk::outbox::list_webhooks,
        desk::outbox::replay_webhook,
        health::alive,
        health::ready,
        document,
    ),
    // No path references these schemas, but `Shared` does.
    components(schemas(api::ErrorBody, postgrest::ErrorBody)),
    tags(
        (name = LEADS, description = "Estimate requests (by two routes), and their form tokens and emails."),
        (name = VISITORS, description = "Tracking fields and call clicks."),
        (name = DESK, description = "The owner's desk. It exists only if `DESK_EMAILS` is set. What changes something has the `Content-Type` `application/json`, also without a body."),
        (name = OPERATION, description = "Operation of the server."),
    ),
    modifiers(&Key, &Shared),
)]
pub struct Description;

const INTRODUCTION: &str = "\
The server of the company's website: accepts estimate requests, saves them, and notifies the owner.

- Errors under `/api` are `{\"error\": \"<a sentence to show>\"}`, under `/rest` they have \
PostgREST's shape.
- A body has at most 262,144 bytes and no NUL character. Keys that are `null` count as absent, and \
unknown ones are ignored (except under `/rest`).
- Only the first of the requests with the same `Idempotency-Key` (a UUID that the client generates) \
has an effect; the others get the same response. So it is safe to retry a request.
- The number of estimate requests, emails, and clicks from one address or network within an hour is \
limited: 429, with `Retry-After`.
- `Sec-GPC: 1` (Global Privacy Control) is honored: nothing is stored that distinguishes one \
visitor from another.
- Each response has an `X-Request-Id`, which is also in the server's log lines.";

struct Key;

impl Modify for Key {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let header = ApiKey::Header(ApiKeyValue::with_description(
            "apikey",
            "The site's public key (`ANON_KEY`). The site's JavaScript contains it.",
        ));
        let session = ApiKey::Cookie(ApiKeyValue::with_description(
            "__Host-desk",
            "A session of the desk. The cookie's name is `desk` where `PUBLIC_URL` is not https.",
        ));
        let photos = ApiKey::Cookie(ApiKeyValue::with_description(
            "photo_token",
            "Set by the response to a saved request. It is valid for 24 hours, for that request's photos only.",
        ));
        for (name, key) in [("apikey", header), ("desk", session), ("photos", photos)] {
            components.add_security_scheme(name, SecurityScheme::ApiKey(key));
        }
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "The same key, which supabase-js sends in this header too.",
            ));
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer.build()));
    }
}

const WITHOUT_SESSION: [&str; 3] = ["requestDeskLink", "signInToDesk", "readDeskCalendar"];

/// Adds to each operation what it shares with others: its failures, as the default response; on the desk,
/// the tag and the session. The desk's objects always have all of their fields, possibly as `null`.
struct Shared;

impl Modify for Shared {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let schemas = &mut document.components.get_or_insert_default().schemas;
        for (_, schema) in schemas
            .iter_mut()
            .filter(|(name, _)| name.starts_with("Desk"))
        {
            let parts = match schema {
                RefOr::T(Schema::AllOf(all)) => &mut all.items[..],
                schema => std::slice::from_mut(schema),
            };
            for part in parts {
                if let RefOr::T(Schema::Object(object)) = part {
                    object.required = object.properties.keys().cloned().collect();
                }
            }
        }
        for (path, item) in &mut document.paths.paths {
            let schema = match &**path {
                path if path.starts_with("/api/") => Some("ApiError"),
                path if path.starts_with("/rest/") => Some("PostgrestError"),
                _ => None,
            };
            let body = schema.map(|name| Content::new(Some(Ref::from_schema_name(name))).into());
            let mut failure = Response::new(
                "The request is refused or fails. The response says why, in a sentence for people.",
            );
            (failure.content).extend(body.map(|body| ("application/json".to_owned(), body)));
            let get = [&mut item.get];
            let others = [
                &mut item.put,
                &mut item.post,
                &mut item.delete,
                &mut item.patch,
            ];
            for operation in get.into_iter().chain(others).flatten() {
                let responses = &mut operation.responses.responses;
                responses.insert("default".to_owned(), failure.clone().into());
                if !path.starts_with("/api/desk/") {
                    continue;
                }
                operation.tags = Some(vec![DESK.to_owned()]);
                let id = operation.operation_id.as_deref().unwrap_or_default();
                if !WITHOUT_SESSION.contains(&id) {
                    operation.security = Some(vec![SecurityRequirement::new("desk", [""; 0])]);
                }
            }
        }
    }
}
