//! The description of the public paths for developers and their tools: `OpenAPI`, made of the
//! handlers (`#[utoipa::path]` in [`routes`]) and of the types that travel.
//!
//! A path that has no description, or a description that has no path, fails a test
//! (`tests/api/openapi.rs`); that the server keeps what it says is tried by
//! `scripts/stress/api.mjs`.

pub mod failures;
pub mod requests;

use utoipa::{
    Modify, OpenApi,
    openapi::{
        RefOr, Schema,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::{api, postgrest, routes, store::site_forms::SiteForm};

/// The description. Its version is the program's.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Canopy Brothers Tree Care",
        description = INTRODUCTION,
    ),
    paths(
        routes::site_forms::insert,
        routes::estimate_requests::submit,
        routes::contact::page,
        routes::contact::submit,
        routes::send_email::send,
        routes::form_token::issue,
        routes::tracking_data::tracking_data,
        routes::phone_clicks::count,
        routes::health::alive,
        routes::health::ready,
        routes::openapi::document,
    ),
    // What the answers in `failures` hold is not found from the paths.
    components(schemas(api::ErrorBody, postgrest::ErrorBody, failures::TooMany)),
    tags(
        (name = LEADS, description = "The three ways of an estimate request, and what goes with it."),
        (name = VISITORS, description = "What is known of a visitor, and counted."),
        (name = OPERATION, description = "For those who run the server."),
    ),
    modifiers(&Key, &ChosenColumns),
)]
pub struct Description;

/// The paths by which estimate requests come.
pub const LEADS: &str = "Estimate requests";

/// The paths for tracking.
pub const VISITORS: &str = "Visitors";

/// The paths that no visitor needs.
pub const OPERATION: &str = "Operation";

const INTRODUCTION: &str = "\
The server of the company's website: takes estimate requests, keeps them, tells the owner.

- What the server refuses under `/api` it answers with `{\"error\": \"<a sentence to show>\"}`, \
under `/rest` in PostgREST's shape. A request that the form's rules refuse has PostgREST's shape on \
both.
- A body has at most 262,144 bytes and no NUL character. Keys that are `null` count as absent, and \
those that are not described are passed over (except under `/rest`).
- Of requests with the same `Idempotency-Key` (a UUID that the client makes up) only the first does \
something; the others are answered like it. It is safe to send a request again.
- How many estimate requests, mails and clicks may come from one address within an hour is limited: \
429, with `Retry-After`.
- `Sec-GPC: 1` (Global Privacy Control) is honoured: nothing is kept that could tell one visitor \
from another.
- Each answer has an `X-Request-Id`, which stands in the server's log lines too.";

struct Key;

impl Modify for Key {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let header = ApiKeyValue::with_description(
            "apikey",
            "The site's public key (`ANON_KEY`). The site's JavaScript contains it.",
        );
        components.add_security_scheme("apikey", SecurityScheme::ApiKey(ApiKey::Header(header)));
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "The same key, the other way that supabase-js sends it.",
            ));
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer.build()));
    }
}

/// Which columns of a saved row are answered is chosen by the client: none is always there.
struct ChosenColumns;

impl Modify for ChosenColumns {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let row = document.components.as_mut().and_then(|components| {
            components
                .schemas
                .get_mut(&*<SiteForm as utoipa::ToSchema>::name())
        });
        if let Some(RefOr::T(Schema::Object(row))) = row {
            row.required.clear();
        }
    }
}
