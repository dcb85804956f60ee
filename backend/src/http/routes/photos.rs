//! `/contact/photos`: photographs of the tree, which a visitor adds to the lead that they sent.

use std::time::SystemTime;

use actix_multipart::{Field, Multipart};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    http::{
        contact_page::ADDRESS,
        error::RequestError,
        openapi::LEADS,
        photo_service::{NewPhoto, Photo, PhotoFailure, PhotoService, file_response},
        uploads::{self, PhotoRefusal},
    },
    store::{
        Store,
        photos::{self, PhotoSource, Size, room},
    },
};

const VISITOR: PhotoSource = PhotoSource::Visitor;

/// The path of the auto-reply's link, without its token.
pub const LINK_PATH: &str = "/contact/photos?link=";

/// A link's token.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Link {
    /// The token of the link in a mail: the answer sets the cookie, and leads to the page.
    #[param(required = false)]
    link: Option<String>,
}

/// The photographs that were added here.
#[derive(Serialize, ToSchema)]
pub(crate) struct Photos {
    /// The oldest first.
    photos: Vec<Photo>,
    /// How many more there may be.
    left: usize,
}

/// List the photographs that were added here
#[utoipa::path(
    get,
    path = "/contact/photos",
    operation_id = "listPhotos",
    tag = LEADS,
    security(("photos" = [])),
    params(Link),
    responses(
        (status = 200, description = "The photographs.", body = Photos),
        (status = 303, description = "The token of a link is in the cookie, or is none."),
    ),
)]
pub(crate) async fn list(
    request: HttpRequest,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, PhotoFailure> {
    let query = web::Query::<Link>::from_query(request.query_string());
    if let Some(token) = query.ok().and_then(|query| query.into_inner().link) {
        return Ok(follow(&service, token));
    }
    let lead = service.lead(&request)?;
    let all = store
        .run(async |connection| photos::of_lead(connection, lead).await)
        .await?;
    let left = room(&all, VISITOR);
    let own = all.into_iter().filter(|photo| photo.source == VISITOR);
    let photos = own.map(Photo::from).collect();
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Photos { photos, left }))
}

fn follow(service: &PhotoService, token: String) -> HttpResponse {
    if service.tokens.lead(&token, SystemTime::now()).is_none() {
        return back(Some(PhotoRefusal::Late));
    }
    let mut response = back(None);
    // It fails for a cookie that is no header alone, which this one is not.
    drop(response.add_cookie(&service.cookie_of(token)));
    response
}

/// See a photograph that was added here
#[utoipa::path(
    get,
    path = "/contact/photos/{id}",
    operation_id = "getPhoto",
    tag = LEADS,
    security(("photos" = [])),
    params(("id" = Uuid, Path, description = "The photograph's id.")),
    responses(
        (status = 200, description = "Its thumbnail.", body = Vec<u8>, content_type = "image/jpeg"),
    ),
)]
pub(crate) async fn show(
    request: HttpRequest,
    id: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, PhotoFailure> {
    let lead = service.lead(&request)?;
    let id = parsed(&id)?;
    let file = store
        .run(async |connection| photos::read(connection, lead, id, VISITOR, Size::Thumbnail).await)
        .await?;
    Ok(file_response(file)?)
}

/// Add a photograph to the request that this browser sent
///
/// The body is the file: a JPEG, PNG or WebP of at most 15 MB and 40 megapixels. It is written anew,
/// upright and without what else it holds, such as the place.
#[utoipa::path(
    put,
    path = "/contact/photos/{id}",
    operation_id = "addPhoto",
    tag = LEADS,
    security(("photos" = [])),
    params(("id" = Uuid, Path, description = "The photograph's id, which the browser chooses.")),
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    responses(
        (status = 200, description = "It was added before.", body = Photo),
        (status = 201, description = "It is added.", body = Photo),
    ),
)]
pub(crate) async fn add(
    request: HttpRequest,
    payload: web::Payload,
    id: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, PhotoFailure> {
    let new = NewPhoto {
        lead: service.lead(&request)?,
        id: parsed(&id)?,
        who: None,
    };
    let payload = payload.into_inner();
    service.put(&request, payload, &store, new).await
}

/// Remove a photograph that was added here
#[utoipa::path(
    delete,
    path = "/contact/photos/{id}",
    operation_id = "removePhoto",
    tag = LEADS,
    security(("photos" = [])),
    params(("id" = Uuid, Path, description = "The photograph's id.")),
    responses(
        (status = 204, description = "It is gone."),
    ),
)]
pub(crate) async fn remove(
    request: HttpRequest,
    id: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, PhotoFailure> {
    let lead = service.lead(&request)?;
    remove_own(&store, lead, parsed(&id)?).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn remove_own(store: &Store, lead: Uuid, id: Uuid) -> Result<(), PhotoFailure> {
    store
        .run(async |connection| photos::remove(connection, lead, id, Some(VISITOR)).await)
        .await?;
    Ok(())
}

/// The form that a browser without JavaScript sends.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is described, and never made")]
pub(crate) struct PhotoForm {
    /// Files, each as one of these fields.
    photo: Vec<Vec<u8>>,
    /// The id of a photograph to be removed.
    remove: Option<Uuid>,
}

/// Add or remove photographs without JavaScript
///
/// As a browser sends the page's form by itself. What can be added is, also if something else in the form
/// cannot.
#[utoipa::path(
    post,
    path = "/contact/photos",
    operation_id = "sendPhotos",
    tag = LEADS,
    security(("photos" = [])),
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses((
        status = 303,
        description = "The page, which shows the photographs, and what was refused.",
        headers(("Location" = String, description = "The page; `photos` in its query is the code of a refusal.")),
    )),
)]
pub(crate) async fn send(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, PhotoFailure> {
    let taken = async {
        let lead = service.lead(&request)?;
        let _place = service.place(&request, VISITOR)?;
        let deadline = uploads::deadline();
        let mut form = Multipart::new(request.headers(), payload);
        let mut refusal = None;
        while let Some(mut field) = uploads::next(&mut form, deadline).await? {
            let name = field.name().unwrap_or_default().to_owned();
            let taken = async {
                let value = uploads::read(&mut field, deadline).await;
                if value == Err(PhotoRefusal::Large) {
                    skip(&mut field, deadline).await?;
                }
                let value = value?;
                match &*name {
                    "remove" => match Uuid::try_parse_ascii(value.trim_ascii()) {
                        Ok(id) => remove_own(&store, lead, id).await,
                        Err(_) => Ok(()),
                    },
                    // A field without a file is sent empty.
                    "photo" if !value.is_empty() => {
                        take(&request, &service, &store, lead, value).await
                    }
                    _ => Ok(()),
                }
            };
            match taken.await {
                // One file may be too large, and the others not.
                Err(PhotoFailure::Refused(cause)) if cause != PhotoRefusal::Slow => {
                    refusal.get_or_insert(cause);
                }
                taken => taken?,
            }
        }
        Ok(refusal)
    };
    match taken.await {
        Ok(refusal) => Ok(back(refusal)),
        Err(PhotoFailure::Refused(refusal)) => Ok(back(Some(refusal))),
        Err(failure) => Err(failure),
    }
}

/// Reads what is left of a field.
async fn skip(field: &mut Field, deadline: Instant) -> Result<(), PhotoRefusal> {
    while uploads::next(field, deadline).await?.is_some() {}
    Ok(())
}

/// Adds a photograph of a form. Its id is a hash of the file, so that it is there once however often it is
/// sent.
async fn take(
    request: &HttpRequest,
    service: &PhotoService,
    store: &Store,
    lead: Uuid,
    file: Vec<u8>,
) -> Result<(), PhotoFailure> {
    let hash = Sha256::new()
        .chain_update(lead.as_bytes())
        .chain_update(&file)
        .finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    let new = NewPhoto {
        lead,
        id: Uuid::new_v8(bytes),
        who: None,
    };
    if service.admit(request, store, new).await?.is_none() {
        service.add(store, new, file).await?;
    }
    Ok(())
}

fn parsed(id: &str) -> Result<Uuid, PhotoFailure> {
    id.parse().map_err(|_| RequestError::NotFound.into())
}

/// Leads back to the page.
fn back(refusal: Option<PhotoRefusal>) -> HttpResponse {
    let refusal = refusal.map_or(String::new(), |it| format!("&photos={}", it.code()));
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("{ADDRESS}?sent{refusal}#photos")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}
