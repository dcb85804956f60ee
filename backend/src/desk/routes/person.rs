//! `/api/desk/leads/{id}/person`: the data that is kept about a lead's sender, for a privacy request.

use std::{collections::HashSet, io};

use actix_web::{HttpResponse, http::header::ContentDisposition};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::export::pages;
use crate::{
    desk::{
        http::{DeskRequest, unreadable},
        person::{self, By, Kept, KeptRequest, Whose},
    },
    web::error::RequestError,
};

/// Whose data it is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhoseParameters {
    /// What of the lead other requests of its sender are found by. If it is left out, its address; its
    /// number where it has none.
    #[param(inline, required = false)]
    by: Option<By>,
    /// The ids of those that are the person's, comma-separated; all that are found if it is left out.
    #[param(
        required = false,
        pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$",
        example = "01a20319-b113-7023-b0b5-e62792ba10f1"
    )]
    requests: Option<String>,
}

impl WhoseParameters {
    fn read(request: &DeskRequest) -> Result<Whose, RequestError> {
        let Self { by, requests } = request.query()?;
        let ids = |text: String| text.split(',').map(str::parse).collect::<Result<_, _>>();
        let requests = requests.map(ids).transpose().map_err(|_| unreadable())?;
        Ok(Whose { by, requests })
    }
}

/// See what is kept of a lead's sender
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person",
    operation_id = "getDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id."), WhoseParameters),
    responses(
        (status = 200, description = "What is kept.", body = Kept),
    ),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let whose = WhoseParameters::read(&request)?;
    Ok(HttpResponse::Ok().json(request.desk.person(&request.store, id, &whose).await?))
}

/// Download all that is kept of a lead's sender
///
/// The requests with all columns of the table, their history, call clicks, and mails to the owner. That
/// it was downloaded is recorded.
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person.json",
    operation_id = "exportDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id."), WhoseParameters),
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
    let whose = WhoseParameters::read(&request)?;
    let (data, selection, (first, next)) = request
        .desk
        .export_person(&request.store, &request.session.address, id, &whose)
        .await?;
    let end = serde_json::to_string_pretty(&data).unwrap_or_default();
    let begun = items(&first).map(|first| format!("{{\n\"requests\": [\n{first}").into());
    let rest = pages(request.store, selection, next, person::requests, |page| {
        Ok(format!(",\n{}", items(&page)?).into())
    });
    // The other members of the object.
    let end = format!("\n],{}\n", end.trim_start_matches('{')).into();
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(ContentDisposition::attachment("personal-data.json"))
        .streaming(
            stream::iter([begun])
                .chain(rest)
                .chain(stream::iter([Ok(end)])),
        ))
}

/// Formats requests as the items of an array.
fn items(requests: &[KeptRequest]) -> io::Result<String> {
    let items: Result<Vec<_>, _> = requests.iter().map(serde_json::to_string_pretty).collect();
    Ok(items?.join(",\n"))
}

/// Whose data is erased.
#[derive(Deserialize, ToSchema)]
#[schema(as = DeskErasure)]
pub(crate) struct Erasure {
    /// What of the lead the requests were found by.
    by: By,
    /// The ids of those that are the person's. Nothing is erased if one of them is not found.
    #[schema(value_type = Vec<Uuid>, min_items = 1, example = json!(["01a20319-b113-7023-b0b5-e62792ba10f1"]))]
    requests: HashSet<Uuid>,
}

/// Erase requests of a lead's sender, and what else is kept of them
///
/// What names an address or a number that requests of others have too is kept. Mails in the owner's mailbox and on the mail server, files that were exported, and backups of the
/// database are out of reach.
#[utoipa::path(
    delete,
    path = "/api/desk/leads/{id}/person",
    operation_id = "eraseDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = Erasure,
    responses(
        (status = 200, description = "What was erased.", body = Kept),
    ),
)]
pub(crate) async fn erase(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let Erasure { by, requests } = request.fields().await?;
    if requests.is_empty() {
        return Err(RequestError::malformed("Choose at least one request."));
    }
    let whose = Whose {
        by: Some(by),
        requests: Some(requests),
    };
    let erased = request
        .desk
        .erase_person(&request.store, &request.session.address, id, &whose)
        .await?;
    Ok(HttpResponse::Ok().json(erased))
}
