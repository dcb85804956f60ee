//! `/api/desk/leads/{lead}/photos`: photographs of the tree.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        desk::{self, DeskError, SignedIn},
        error::RequestError,
        methods::{get_only, not_allowed},
        openapi::{DESK, failures},
        photo_service::{NewPhoto, PhotoFailure, PhotoService},
        uploads::{self, Refusal},
    },
    store::{
        Store,
        desk::audit::{self, Action},
        photos::{self, PhotoSource, Size},
    },
};

const OWNER: PhotoSource = PhotoSource::Desk;

/// A photograph never changes.
const CACHE_CONTROL: &str = "private, max-age=31536000, immutable";

/// The paths.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(get_only("/leads/{lead}/photos/{id}/thumbnail", || {
            web::to(thumbnail)
        }))
        .service(
            web::resource("/leads/{lead}/photos/{id}")
                .route(web::get().to(show))
                .route(web::head().to(show))
                .route(web::put().to(add))
                .route(web::delete().to(remove))
                .default_service(web::to(async || not_allowed("GET, HEAD, PUT, DELETE"))),
        );
}

/// A photograph.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskPhoto)]
pub(crate) struct Photo {
    /// Its id.
    id: Uuid,
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
}

/// A lead's id and a photograph's.
type Ids = web::Path<(String, String)>;

fn ids(path: &Ids) -> Result<(Uuid, Uuid), DeskError> {
    Ok((desk::id(&path.0)?, desk::id(&path.1)?))
}

/// See a photograph
#[utoipa::path(
    get,
    path = "/api/desk/leads/{lead}/photos/{id}",
    operation_id = "getDeskPhoto",
    tag = DESK,
    security(("desk" = [])),
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photograph's id."),
    ),
    responses(
        (status = 200, description = "The photograph.", body = Vec<u8>, content_type = "image/jpeg"),
        failures::SignedOut,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn show(
    path: Ids,
    _: SignedIn,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    file(&path, &store, Size::Full).await
}

/// See a photograph's thumbnail
#[utoipa::path(
    get,
    path = "/api/desk/leads/{lead}/photos/{id}/thumbnail",
    operation_id = "getDeskThumbnail",
    tag = DESK,
    security(("desk" = [])),
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photograph's id."),
    ),
    responses(
        (status = 200, description = "The thumbnail.", body = Vec<u8>, content_type = "image/jpeg"),
        failures::SignedOut,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn thumbnail(
    path: Ids,
    _: SignedIn,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    file(&path, &store, Size::Thumbnail).await
}

async fn file(path: &Ids, store: &Store, size: Size) -> Result<HttpResponse, DeskError> {
    let (lead, id) = ids(path)?;
    let file = store
        .run(async |connection| photos::read(connection, lead, id, OWNER, size).await)
        .await?;
    Ok(HttpResponse::Ok()
        .content_type(mime_guess::mime::IMAGE_JPEG)
        .insert_header((header::CACHE_CONTROL, CACHE_CONTROL))
        .body(file.ok_or(RequestError::NotFound)?))
}

/// Add a photograph to a lead
///
/// The body is the file, with an image's `Content-Type`: a JPEG, PNG or WebP of at most 15 MB and 40
/// megapixels. A lead has twelve at most.
#[utoipa::path(
    put,
    path = "/api/desk/leads/{lead}/photos/{id}",
    operation_id = "addDeskPhoto",
    tag = DESK,
    security(("desk" = [])),
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photograph's id, which the browser chooses."),
    ),
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    responses(
        (status = 200, description = "It was added before.", body = Photo),
        (status = 201, description = "It is added.", body = Photo),
        failures::Fault,
        failures::Photo,
        failures::SignedOut,
        failures::Foreign,
        failures::Unknown,
    ),
)]
pub(crate) async fn add(
    request: HttpRequest,
    payload: web::Payload,
    path: Ids,
    SignedIn(session): SignedIn,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let (lead, id) = ids(&path)?;
    let added = async {
        let new = NewPhoto {
            lead,
            id,
            who: Some(&session.address),
        };
        if uploads::is_announced_too_large(&request) {
            return Err(Refusal::Large.into());
        }
        let place = service.of_desk.admit(&request, None);
        let _place = place.ok_or(Refusal::Busy)?;
        let known = service.admit(&store, new).await?;
        let file = uploads::read(payload, uploads::deadline()).await?;
        if let Some(size) = known {
            return Ok((false, size));
        }
        service.add(&store, new, file).await
    };
    match added.await {
        Ok((is_new, (width, height))) => {
            let status = if is_new {
                StatusCode::CREATED
            } else {
                StatusCode::OK
            };
            Ok(HttpResponse::build(status).json(Photo { id, width, height }))
        }
        Err(PhotoFailure::Refused(refusal)) => Ok(refusal.response(OWNER)),
        Err(PhotoFailure::Failed(cause)) => Err(cause.into()),
    }
}

/// Remove a photograph from a lead
#[utoipa::path(
    delete,
    path = "/api/desk/leads/{lead}/photos/{id}",
    operation_id = "removeDeskPhoto",
    tag = DESK,
    security(("desk" = [])),
    params(
        ("lead" = Uuid, Path, description = "The lead's id."),
        ("id" = Uuid, Path, description = "The photograph's id."),
    ),
    responses(
        (status = 204, description = "It is gone."),
        failures::SignedOut,
        failures::Foreign,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn remove(
    path: Ids,
    SignedIn(session): SignedIn,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let (lead, id) = ids(&path)?;
    let who = &session.address;
    store
        .run(async |connection| {
            if photos::remove(connection, lead, id, None).await? {
                audit::record(connection, who, Some(lead), Action::PhotoRemoved).await?;
            }
            Ok(())
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
