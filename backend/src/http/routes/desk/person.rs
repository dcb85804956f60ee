//! `/api/desk/leads/{id}/person`: what is kept of a lead's sender, for a privacy request.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
    web,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::mails::Nothing;
use crate::{
    desk::{
        Desk,
        person::{By, Kept},
    },
    http::{
        desk::{self, DeskError, SignedIn},
        methods::{get_only, not_allowed},
        openapi::{DESK, failures},
    },
    store::Store,
};

/// The paths.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/leads/{id}/person")
                .route(web::get().to(show))
                .route(web::head().to(show))
                .route(web::delete().to(erase))
                .default_service(web::to(async || not_allowed("GET, HEAD, DELETE"))),
        )
        .service(get_only("/leads/{id}/person.json", || web::to(export)));
}

/// Whose data it is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Whose {
    /// What of the lead other requests of its sender are found by; `both` if it is left out.
    #[serde(default)]
    #[param(inline, required = false)]
    by: By,
}

/// See what is kept of a lead's sender
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person",
    operation_id = "getDeskPerson",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The lead's id."), Whose),
    responses(
        (status = 200, description = "What is kept.", body = Kept),
        failures::BadParameter,
        failures::SignedOut,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn show(
    request: HttpRequest,
    id: web::Path<String>,
    _: SignedIn,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let Whose { by } = desk::query(&request)?;
    Ok(HttpResponse::Ok().json(desk.person(&store, id, by).await?))
}

/// Download all that is kept of a lead's sender
///
/// The requests with all columns of the table, their history, call clicks, and mails to the owner. That
/// it was downloaded is recorded.
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person.json",
    operation_id = "exportDeskPerson",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The lead's id."), Whose),
    responses(
        (
            status = 200,
            description = "All of it, as a file.",
            body = inline(serde_json::Map<String, serde_json::Value>),
        ),
        failures::BadParameter,
        failures::SignedOut,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn export(
    request: HttpRequest,
    id: web::Path<String>,
    SignedIn(session): SignedIn,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let Whose { by } = desk::query(&request)?;
    let data = desk.export_person(&store, &session.address, id, by).await?;
    let mut text = serde_json::to_string_pretty(&data).unwrap_or_default();
    text.push('\n');
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(ContentDisposition {
            disposition: DispositionType::Attachment,
            parameters: vec![DispositionParam::Filename("personal-data.json".to_owned())],
        })
        .body(text))
}

/// Whose data is erased.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Erased {
    /// What of the lead other requests of its sender are found by; `both` if it is left out.
    #[serde(default)]
    #[param(inline, required = false)]
    by: By,
    /// How many requests were shown: if there are more or fewer by now, nothing is erased.
    #[param(required = false, minimum = 0, maximum = 4_294_967_295_u32)]
    requests: Option<u32>,
}

/// Erase all that is kept of a lead's sender
///
/// Mails in the owner's mailbox and on the mail server, files that were exported, and backups of the
/// database are out of reach.
#[utoipa::path(
    delete,
    path = "/api/desk/leads/{id}/person",
    operation_id = "eraseDeskPerson",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The lead's id."), Erased),
    request_body = Nothing,
    responses(
        (status = 200, description = "What was erased.", body = Kept),
        failures::UnusableBody,
        failures::SignedOut,
        failures::Foreign,
        failures::Unknown,
        failures::NotNow,
        failures::Fault,
    ),
)]
pub(crate) async fn erase(
    request: HttpRequest,
    id: web::Path<String>,
    SignedIn(session): SignedIn,
    payload: web::Payload,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let Erased { by, requests } = desk::query(&request)?;
    let Nothing {} = desk::fields(&request, payload).await?;
    let requests = requests.and_then(|shown| usize::try_from(shown).ok());
    let erased = desk
        .erase_person(&store, &session.address, id, by, requests)
        .await?;
    Ok(HttpResponse::Ok().json(erased))
}
