//! `/contact/photos`: photos of the tree that visitors add to their lead.

use actix_multipart::Multipart;
use actix_web::{
    HttpRequest, HttpResponse,
    error::PayloadError,
    http::{StatusCode, header},
    web,
};
use futures_util::StreamExt;
use photo_file::MAX_BYTES;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256, digest::consts::U16};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    photo_records::{self, Photo, Size, room},
    refusal::PhotoRefusal,
    service::{NewPhoto, PhotoService, file_response, to_confirmation, to_page},
    source::{MAX_OF_VISITORS, PhotoSource},
    token::PhotoAccess,
    uploads::UploadPlace,
};
use crate::{
    database::Store,
    site::contact_cookies::with_cookies,
    web::{
        body,
        description::LEADS,
        error::RequestError,
        limits::SMALL_BODY_BYTES,
        methods::{get, only},
    },
};

/// The most parts of a form. A visitor may choose more photos than are accepted.
const MAX_PARTS: usize = 100;

/// The most bytes of a form: all photos of a lead, as large as they may be, and a megabyte for the rest.
const MAX_FORM_BYTES: usize = MAX_OF_VISITORS * MAX_BYTES + 1024 * 1024;

pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            only("GET, HEAD, POST", "/contact/photos")
                .route(get().to(list))
                .post(send),
        )
        .service(only("GET, HEAD", "/contact/link/{token:.*}").route(get().to(open)))
        .service(only("POST", "/contact/photos/link").post(choose))
        .service(
            only("GET, HEAD, PUT, DELETE", "/contact/photos/{id}")
                .route(get().to(show))
                .put(add)
                .delete(remove),
        );
}

/// A link's token.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Link {
    /// The token of a link in an email of version 1.0. The response is that to the customer's link.
    #[param(required = false)]
    link: Option<String>,
}

/// The photos that were added with this token.
#[derive(Serialize, ToSchema)]
pub(crate) struct Photos {
    /// The photos, the oldest first.
    photos: Vec<Photo>,
    /// The number of photos that can still be added.
    left: usize,
}

/// List the photos that were added with this token
#[utoipa::path(
    get,
    path = "/contact/photos",
    operation_id = "listPhotos",
    tag = LEADS,
    security(("photos" = [])),
    params(Link),
    responses(
        (status = 200, description = "The photos.", body = Photos),
        (status = 303, description = "The page, after a link was opened. The cookie contains the link's token if it was accepted."),
    ),
)]
pub(crate) async fn list(
    request: HttpRequest,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    let query = web::Query::<Link>::from_query(request.query_string());
    if let Some(token) = query.ok().and_then(|query| query.into_inner().link) {
        return Ok(follow(&request, &service, &store, token).await);
    }
    let access = service
        .access(&request, &store)
        .await
        .map_err(for_visitor)?;
    let all = store
        .run(async |connection| photo_records::of_leads(connection, &[access.lead]).await)
        .await
        .map_err(for_visitor)?;
    let left = room(&all, access.source);
    let own = all
        .into_iter()
        .filter(|photo| photo.source == access.source);
    let photos = own.collect();
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Photos { photos, left }))
}

/// Follow a customer's link
///
/// The link is in emails and in messages from the desk. Following it changes nothing about the request.
#[utoipa::path(
    get,
    path = "/contact/link/{token}",
    operation_id = "followLink",
    tag = LEADS,
    params(("token" = String, Path, description = "The link's token.")),
    responses((
        status = 303,
        description = "The page. If the link is valid, the response sets the cookie. If the browser has the token of another request, the page asks which of the two to use.",
    )),
)]
pub(crate) async fn open(
    request: HttpRequest,
    token: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> HttpResponse {
    // Programs for messages often take the punctuation after a link for a part of it.
    let token = token.trim_end_matches(|it: char| it.is_ascii_punctuation() && !"-_".contains(it));
    follow(&request, &service, &store, token.to_owned()).await
}

/// Stores a link's token in the cookie, and redirects to the confirmation of its lead. If the
/// browser has the token of another lead, the visitor has to choose. Otherwise the sender of a link
/// would get the visitor's photos.
async fn follow(
    request: &HttpRequest,
    service: &PhotoService,
    store: &Store,
    token: String,
) -> HttpResponse {
    let link = match service.follow(request, store, &token).await {
        Ok(link) => link,
        Err(refusal) => return to_page(Some(refusal)),
    };
    match service.access(request, store).await {
        Ok(own) if own.lead != link.lead => {
            with_cookies(to_page(None), [service.link_cookie(Some(token))])
        }
        // The link would not show the photos that this browser has added.
        Ok(own) if own.source != PhotoSource::Link => to_confirmation(""),
        _ => with_cookies(to_confirmation(""), [service.cookie_of(token)]),
    }
}

/// The request that photos are added to.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(example = "own")]
pub(crate) enum LinkChoice {
    /// The request of the link.
    Link,
    /// The request that the browser has a token for.
    Own,
}

/// The form with the visitor's choice.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkForm {
    choice: LinkChoice,
}

/// Choose between the request of a link and the browser's own
///
/// Pages of other sites cannot send a choice: the browser sends their requests without the site's
/// cookies (`SameSite`).
#[utoipa::path(
    post,
    path = "/contact/photos/link",
    operation_id = "chooseLink",
    tag = LEADS,
    request_body(content = LinkForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303, description = "The page, with the photos of the chosen request.")),
)]
pub(crate) async fn choose(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<PhotoService>,
) -> Result<HttpResponse, RequestError> {
    let form = body::read(&request, payload.into_inner(), body::FORM, SMALL_BODY_BYTES).await?;
    let form = body::form(&form)?;
    let LinkForm { choice } = body::fields(&form)?;
    let mut cookies = vec![service.link_cookie(None)];
    if let (LinkChoice::Link, Some(token)) = (choice, service.offered_link(&request)) {
        cookies.push(service.cookie_of(token));
    }
    Ok(with_cookies(to_page(None), cookies))
}

/// See a photo that was added with this token
#[utoipa::path(
    get,
    path = "/contact/photos/{id}",
    operation_id = "getPhoto",
    tag = LEADS,
    security(("photos" = [])),
    params(("id" = Uuid, Path, description = "The photo's id.")),
    responses((status = 200, description = "The photo's thumbnail.", body = Vec<u8>, content_type = "image/jpeg")),
)]
pub(crate) async fn show(
    request: HttpRequest,
    id: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    let access = service.access(&request, &store).await;
    let PhotoAccess { lead, source } = access.map_err(for_visitor)?;
    let id = parsed(&id)?;
    let file = store
        .run(async |connection| {
            photo_records::read(connection, lead, id, source, Size::Thumbnail).await
        })
        .await
        .map_err(for_visitor)?;
    file_response(file)
}

/// Add a photo to the request that this browser sent
///
/// The body is the file: a JPEG, PNG, or WebP of at most 15 MB and 40 megapixels. It is re-encoded,
/// upright and without its other data, such as the location.
#[utoipa::path(
    put,
    path = "/contact/photos/{id}",
    operation_id = "addPhoto",
    tag = LEADS,
    security(("photos" = [])),
    params(("id" = Uuid, Path, description = "The photo's id, which the browser generates.")),
    request_body(content = Vec<u8>, content_type = "image/jpeg"),
    responses(
        (status = 200, description = "The photo was already added.", body = Photo),
        (status = 201, description = "The photo was added.", body = Photo),
    ),
)]
pub(crate) async fn add(
    request: HttpRequest,
    payload: web::Payload,
    id: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    let new = NewPhoto {
        access: service
            .access(&request, &store)
            .await
            .map_err(for_visitor)?,
        id: parsed(&id)?,
        who: None,
    };
    let payload = payload.into_inner();
    let added = service.put(&request, payload, &store, new).await;
    added.map_err(for_visitor)
}

/// Remove a photo that was added with this token
#[utoipa::path(
    delete,
    path = "/contact/photos/{id}",
    operation_id = "removePhoto",
    tag = LEADS,
    security(("photos" = [])),
    params(("id" = Uuid, Path, description = "The photo's id.")),
    responses((status = 204, description = "The photo was removed.")),
)]
pub(crate) async fn remove(
    request: HttpRequest,
    id: web::Path<String>,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    service.count(&request)?;
    let access = service
        .access(&request, &store)
        .await
        .map_err(for_visitor)?;
    let removed = remove_own(&store, access, parsed(&id)?).await;
    removed.map_err(for_visitor)?;
    Ok(HttpResponse::NoContent().finish())
}

async fn remove_own(store: &Store, access: PhotoAccess, id: Uuid) -> Result<(), RequestError> {
    let PhotoAccess { lead, source } = access;
    store
        .run(async |connection| photo_records::remove(connection, lead, id, &[source]).await)
        .await?;
    Ok(())
}

/// The form that a browser without JavaScript sends.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only the API's description uses it")]
pub(crate) struct PhotoForm {
    /// The files, one per field.
    photo: Vec<Vec<u8>>,
    /// The id of a photo to remove.
    remove: Option<Uuid>,
}

/// Add or remove photos without JavaScript
///
/// Accepts the page's form as browsers submit it. Valid photos are added even if another part of
/// the form is refused.
#[utoipa::path(
    post,
    path = "/contact/photos",
    operation_id = "sendPhotos",
    tag = LEADS,
    security(("photos" = [])),
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses((
        status = 303,
        description = "The page, which shows the photos and what was rejected.",
        headers(("Location" = String, description = "The page. `photos` in its query is the code of a rejection.")),
    )),
)]
pub(crate) async fn send(
    request: HttpRequest,
    payload: web::Payload,
    service: web::Data<PhotoService>,
    store: web::Data<Store>,
) -> HttpResponse {
    let taken = async {
        let access = service.access(&request, &store).await?;
        let place = service.place(&request, access.source)?;
        let mut left = MAX_FORM_BYTES;
        let payload = payload.map(move |bytes| {
            let bytes = bytes?;
            left = left
                .checked_sub(bytes.len())
                .ok_or(PayloadError::Overflow)?;
            Ok(bytes)
        });
        let mut form = Multipart::new(request.headers(), payload);
        let mut refusal = None;
        let mut parts = 0;
        while let Some(mut field) = place.next(&mut form).await? {
            parts += 1;
            if parts > MAX_PARTS {
                return Err(PhotoRefusal::Many.into());
            }
            let name = field.name().unwrap_or_default().to_owned();
            let taken = async {
                let read = place.read(&mut field).await;
                if read == Err(PhotoRefusal::Large) {
                    while place.next(&mut field).await?.is_some() {}
                }
                let value = read?;
                match &*name {
                    "remove" => match Uuid::try_parse_ascii(value.trim_ascii()) {
                        Ok(id) => {
                            service.count(&request)?;
                            remove_own(&store, access, id).await
                        }
                        Err(_) => Ok(()),
                    },
                    // A browser sends a field without a file empty.
                    "photo" if !value.is_empty() => {
                        take(&request, &service, &store, &place, access, value).await
                    }
                    _ => Ok(()),
                }
            };
            match taken.await {
                // One file may be too large, but not the others.
                Err(error) if error.api_code.is_some_and(|code| code != "slow") => {
                    refusal.get_or_insert(error);
                }
                taken => taken?,
            }
        }
        Ok(refusal)
    };
    to_page(taken.await.unwrap_or_else(Some))
}

/// Converts an error for visitors: an outage becomes a refusal of the photo.
fn for_visitor(error: impl Into<RequestError>) -> RequestError {
    let error = error.into();
    if error.status != StatusCode::SERVICE_UNAVAILABLE || error.cause.is_none() {
        return error;
    }
    RequestError {
        cause: error.cause,
        ..PhotoRefusal::Failed.into()
    }
}

/// Adds a photo from a form. Its id is a hash of the file, so sending the file again adds nothing.
async fn take(
    request: &HttpRequest,
    service: &PhotoService,
    store: &Store,
    place: &UploadPlace,
    access: PhotoAccess,
    file: Vec<u8>,
) -> Result<(), RequestError> {
    let hash = Sha256::new()
        .chain_update(access.lead.as_bytes())
        .chain_update(access.source.name())
        .chain_update(&file)
        .finalize();
    let (id, _) = hash.split::<U16>();
    let new = NewPhoto {
        access,
        id: Uuid::new_v8(id.into()),
        who: None,
    };
    service.count(request)?;
    if service.admit(request, store, new).await?.is_none() {
        service.add(request, store, place, new, file).await?;
    }
    Ok(())
}

fn parsed(id: &str) -> Result<Uuid, RequestError> {
    id.parse().map_err(|_| RequestError::not_found())
}
