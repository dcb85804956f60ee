//! `/api/desk/leads/{id}/person`: the data that is kept about a lead's sender, for a privacy request.

use std::collections::HashSet;

use actix_web::{HttpResponse, http::header::ContentDisposition};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::export::pages;
use crate::{
    desk::{
        http::DeskRequest,
        person::{self, PersonKey, PersonQuery, PersonSummary},
    },
    web::error::RequestError,
};

/// See what is kept of a lead's sender
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person",
    operation_id = "getDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id."), PersonQuery),
    responses(
        (status = 200, description = "What is kept.", body = PersonSummary),
    ),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let query = request.query()?;
    Ok(HttpResponse::Ok().json(request.desk.person(&request.store, id, &query).await?))
}

/// Download all that is kept of a lead's sender
///
/// The requests with their history, call clicks, and mails to the owner. The download is recorded.
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person.json",
    operation_id = "exportDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id."), PersonQuery),
    responses(
        (
            status = 200,
            description = "All of it, as a file.",
            body = inline(serde_json::Map<String, serde_json::Value>),
        ),
    ),
)]
pub(crate) async fn export(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let query = request.query()?;
    let (data, selection, (first, next)) = request
        .desk
        .export_person(&request.store, &request.session.address, id, &query)
        .await?;
    let begun = format!("{{\n\"requests\": [\n{}", first.join(",\n")).into();
    let rest = pages(request.store, selection, next, person::requests, |page| {
        Ok(format!(",\n{}", page.join(",\n")).into())
    });
    // The other members of the object.
    let end = format!("\n],\n{}\n", data.trim_start_matches('{')).into();
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(ContentDisposition::attachment("personal-data.json"))
        .streaming(
            stream::iter([Ok(begun)])
                .chain(rest)
                .chain(stream::iter([Ok(end)])),
        ))
}

/// Which requests are erased.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeskErasure {
    /// How the requests were found.
    by: PersonKey,
    /// The ids of those that are the person's. Nothing is erased if one of them is not found.
    #[schema(value_type = Vec<Uuid>, min_items = 1, example = json!(["01a20319-b113-7023-b0b5-e62792ba10f1"]))]
    requests: HashSet<Uuid>,
}

/// Erase requests of a lead's sender, and what else is kept of them
///
/// Data with an address or a number that requests of others have too is kept. Mails in the owner's mailbox and
/// on the mail server, exported files, and backups of the database are out of reach.
#[utoipa::path(
    delete,
    path = "/api/desk/leads/{id}/person",
    operation_id = "eraseDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = DeskErasure,
    responses(
        (status = 200, description = "What was erased.", body = PersonSummary),
    ),
)]
pub(crate) async fn erase(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let DeskErasure { by, requests } = request.fields().await?;
    if requests.is_empty() {
        return Err(RequestError::malformed("Choose at least one request."));
    }
    let query = PersonQuery {
        by: Some(by),
        requests: Some(requests),
    };
    let erased = request
        .desk
        .erase_person(&request.store, &request.session.address, id, &query)
        .await?;
    Ok(HttpResponse::Ok().json(erased))
}
