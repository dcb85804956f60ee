//! `/api/desk/leads/{lead}/photos`: photos of the tree.

use actix_web::{HttpResponse, web};
use lead_log::Act;
use uuid::Uuid;

use crate::{
    desk::http::DeskRequest,
    leads::log,
    photos::{
        photo_records::{self, Photo, Size},
        service::{NewPhoto, PhotoService, file_response},
        source::PhotoSource,
        token::PhotoAccess,
    },
    web::error::RequestError,
};

const OWNER: PhotoSource = PhotoSource::Desk;

fn ids(request: &DeskRequest) -> Result<(Uuid, Uuid), RequestError> {
    Ok((request.id("lead")?, request.id("id")?))
}

/// See a photo
#[utoipa::path(
    get,
    path = "/api/desk/leads/{lead}/photos/{id}",
    operation_id = "getDeskPhoto",
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photo's id."),
    ),
    responses((status = 200, description = "The photo.", body = Vec<u8>, content_type = "image/jpeg")),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    file(&request, Size::Full).await
}

/// See a photo's thumbnail
#[utoipa::path(
    get,
    path = "/api/desk/leads/{lead}/photos/{id}/thumbnail",
    operation_id = "getDeskThumbnail",
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photo's id."),
    ),
    responses((status = 200, description = "The thumbnail.", body = Vec<u8>, content_type = "image/jpeg")),
)]
pub(crate) async fn thumbnail(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    file(&request, Size::Thumbnail).await
}

async fn file(request: &DeskRequest, size: Size) -> Result<HttpResponse, RequestError> {
    let (lead, id) = ids(request)?;
    let file = request
        .run(async |connection| photo_records::read(connection, lead, id, OWNER, size).await)
        .await?;
    file_response(file)
}

/// Add a photo to a lead
///
/// The body is the file, with an image's `Content-Type`: a JPEG, PNG, or WebP of at most 15 MB and
/// 40 megapixels. A lead has at most twelve photos.
#[utoipa::path(
    put,
    path = "/api/desk/leads/{lead}/photos/{id}",
    operation_id = "addDeskPhoto",
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photo's id, which the browser generates."),
    ),
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    responses(
        (status = 200, description = "The photo was already added.", body = Photo),
        (status = 201, description = "The photo was added.", body = Photo),
    ),
)]
pub(crate) async fn add(
    request: DeskRequest,
    service: web::Data<PhotoService>,
) -> Result<HttpResponse, RequestError> {
    let (lead, id) = ids(&request)?;
    let DeskRequest {
        session,
        store,
        request,
        payload,
        ..
    } = request;
    let new = NewPhoto {
        access: PhotoAccess {
            lead,
            source: OWNER,
        },
        id,
        who: Some(&session.address),
    };
    service.put(&request, payload, &store, new).await
}

/// Remove a photo from a lead
#[utoipa::path(
    delete,
    path = "/api/desk/leads/{lead}/photos/{id}",
    operation_id = "removeDeskPhoto",
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photo's id."),
    ),
    responses((status = 204, description = "The photo was removed.")),
)]
pub(crate) async fn remove(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let (lead, id) = ids(&request)?;
    let who = &request.session.address;
    request
        .run(async |connection| {
            if photo_records::remove(connection, lead, id, PhotoSource::ALL).await? {
                log::record(connection, who, lead, Act::PhotoRemoved).await?;
            }
            Ok(())
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
