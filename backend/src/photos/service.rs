//! Accepts photos from visitors and the desk.

use std::{
    mem,
    sync::Arc,
    time::{Duration, SystemTime},
};

use actix_web::{
    HttpRequest, HttpResponse,
    body::BoxBody,
    cookie::Cookie,
    dev::Payload,
    http::{StatusCode, header},
    web,
};
use lead_log::Act;
use photo_file::{MAX_KEPT_BYTES, format};
use tracing::error;
use uuid::Uuid;

use super::{
    link,
    photo_records::{self, Photo},
    process::{ATTEMPTS, PhotoDecoder},
    refusal::PhotoRefusal,
    source::{MAX_OF_VISITORS, PhotoSource},
    token::{BROWSER_TIMEOUT, PhotoAccess, PhotoToken, PhotoTokens},
    turns::Turns,
    uploads::{self, MAX_OF_ADDRESS, MAX_OF_ALL, MAX_OF_DESK, UploadPlace, Uploads},
};
use crate::{
    config::{Config, Photos, is_https, secret::Secret},
    database::Store,
    leads::log,
    observability::error_chain::chain,
    site::{CONTACT_PAGE, contact_cookies},
    visitors::{RateLimit, RateLimitScope, RequestCounts, VisitorIdentifier},
    web::{error::RequestError, middleware::security_headers::NOINDEX, transaction::transaction},
};

/// The cookie with the token of the lead that the browser sent last, or of the link that it followed since.
const COOKIE: &str = "photo_token";

/// The cookie with the token of a link that was followed while the browser had another lead's
/// token. It is set until the visitor has chosen.
const LINK_COOKIE: &str = "photo_link";

/// The number of photos that are decoded at once, so that a slow photo does not delay the others.
const DECODERS: usize = 2;

/// The divisor of the day's storage for one network: eight networks fill it.
const SHARE_OF_DAY: i64 = 8;

/// The most bytes of a network that is within its share, while the day's storage is used up: all
/// photos of one lead. This room is never somebody else's.
const RESERVED_BYTES: usize = MAX_OF_VISITORS * MAX_KEPT_BYTES;

/// The most bytes that visitors may add to a lead in a day: all of its photos, twice.
const MAX_BYTES_OF_LEAD: usize = 2 * MAX_OF_VISITORS * MAX_KEPT_BYTES;

const CHOICE_TIMEOUT: Duration = Duration::from_mins(10);

pub struct PhotoService {
    pub tokens: PhotoTokens,
    decoder: PhotoDecoder,
    pub turns: Arc<Turns>,
    visitors: web::Data<VisitorIdentifier>,
    counts: web::Data<RequestCounts>,
    of_visitors: Arc<Uploads>,
    of_desk: Arc<Uploads>,
    limits: Photos,
    pub is_secure: bool,
}

/// Redirects to the photos of the confirmation, with the code of a refusal.
pub fn to_page(refusal: Option<RequestError>) -> HttpResponse {
    to_section("photos", "", refusal)
}

/// Redirects to a section of the confirmation, with the code of a refusal. `rest` is appended to the query.
pub fn to_section(section: &str, rest: &str, refusal: Option<RequestError>) -> HttpResponse {
    let Some(error) = refusal else {
        return to_confirmation(&format!("{rest}#{section}"));
    };
    let mut page = match error.api_code.unwrap_or("failed") {
        // Without a valid token, the heading says what is the matter.
        "late" => to_confirmation("&photos=late"),
        code => to_confirmation(&format!("&{section}={code}{rest}#{section}")),
    };
    // The log reads the error from the response.
    let mut response = HttpResponse::from_error(error).set_body(BoxBody::new(()));
    mem::swap(response.head_mut(), page.head_mut());
    response
}

/// Redirects to the confirmation. `rest` is appended to its URL.
pub fn to_confirmation(rest: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("{CONTACT_PAGE}?sent{rest}")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header(NOINDEX)
        .finish()
}

#[derive(Clone, Copy)]
pub struct NewPhoto<'a> {
    pub access: PhotoAccess,
    pub id: Uuid,
    /// The address of the person at the desk who adds the photo.
    pub who: Option<&'a str>,
}

impl PhotoService {
    pub fn new(
        secret: &Secret,
        config: &Config,
        visitors: &web::Data<VisitorIdentifier>,
        counts: &web::Data<RequestCounts>,
        decoder: PhotoDecoder,
    ) -> Self {
        Self {
            tokens: PhotoTokens::new(secret),
            decoder,
            turns: Turns::new(DECODERS),
            visitors: visitors.clone(),
            counts: counts.clone(),
            of_visitors: Uploads::new(MAX_OF_ALL, MAX_OF_ADDRESS, &config.deadlines),
            of_desk: Uploads::new(MAX_OF_DESK, MAX_OF_DESK, &config.deadlines),
            limits: config.photos,
            is_secure: is_https(&config.server.public_url),
        }
    }

    /// Builds the cookie that lets a browser add photos to the lead that it has just sent.
    pub fn cookie(&self, lead: Uuid) -> Cookie<'static> {
        let expires = SystemTime::now() + BROWSER_TIMEOUT;
        self.cookie_of(self.tokens.issue(lead, expires))
    }

    pub fn cookie_of(&self, token: String) -> Cookie<'static> {
        contact_cookies::cookie(COOKIE, token, BROWSER_TIMEOUT, self.is_secure)
    }

    /// Builds the cookie with a link's token, for the time until the visitor has chosen between it
    /// and the browser's own token. Without a token, the cookie is removed.
    pub fn link_cookie(&self, token: Option<String>) -> Cookie<'static> {
        let kept = token.as_ref().map_or(Duration::ZERO, |_| CHOICE_TIMEOUT);
        let token = token.unwrap_or_default();
        contact_cookies::cookie(LINK_COOKIE, token, kept, self.is_secure)
    }

    /// Returns the request's token. A link's token may be invalid: see [`link::is_valid`].
    pub fn token(&self, request: &HttpRequest) -> Option<PhotoToken> {
        let cookie = request.cookie(COOKIE)?;
        self.tokens.read(cookie.value(), SystemTime::now())
    }

    /// Returns the rights that the request's token gives.
    pub async fn access(
        &self,
        request: &HttpRequest,
        store: &Store,
    ) -> Result<PhotoAccess, RequestError> {
        valid(store, self.token(request)).await
    }

    /// Returns the rights that a link gives, unless its network has tried too many that give none.
    pub async fn follow(
        &self,
        request: &HttpRequest,
        store: &Store,
        token: &str,
    ) -> Result<PhotoAccess, RequestError> {
        let limit = (self.visitors).rate_limit(request, RateLimitScope::UnknownSecrets);
        if !self.counts.admit(&limit, 1) {
            return Err(PhotoRefusal::Many.into());
        }
        let access = valid(store, self.link(token)).await;
        if access.is_ok() {
            self.counts.take_back(&limit, 1);
        }
        access
    }

    fn link(&self, token: &str) -> Option<PhotoToken> {
        let token = self.tokens.read(token, SystemTime::now());
        token.filter(|it| it.link_made_at.is_some())
    }

    /// Returns the token of the link that the visitor may choose instead of the browser's own token.
    pub fn offered_link(&self, request: &HttpRequest) -> Option<String> {
        let token = request.cookie(LINK_COOKIE)?.value().to_owned();
        self.link(&token).map(|_| token)
    }

    /// Counts an upload from a visitor or the desk, and reserves a place for it, if one is free.
    pub fn place(
        &self,
        request: &HttpRequest,
        source: PhotoSource,
    ) -> Result<UploadPlace, PhotoRefusal> {
        match source {
            PhotoSource::Visitor | PhotoSource::Link => {
                self.count(request)?;
                let address = self.visitors.addresses.find(request);
                let place = self.of_visitors.admit(request, address);
                place.inspect_err(|_| self.counts.take_back(&self.rate_limit(request), 1))
            }
            PhotoSource::Desk => self.of_desk.admit(request, None),
        }
    }

    pub async fn put(
        &self,
        request: &HttpRequest,
        payload: Payload,
        store: &Store,
        new: NewPhoto<'_>,
    ) -> Result<HttpResponse, RequestError> {
        if uploads::is_announced_too_large(request) {
            return Err(PhotoRefusal::Large.into());
        }
        let place = self.place(request, new.access.source)?;
        let known = self.admit(request, store, new).await?;
        // Known photos are read, too: a browser that is still sending would not read the response.
        let file = place.read(payload).await?;
        if let Some(known) = known {
            return Ok(HttpResponse::Ok().json(known));
        }
        let (status, photo) = self.add(request, store, &place, new, file).await?;
        Ok(HttpResponse::build(status).json(photo))
    }

    fn rate_limit(&self, request: &HttpRequest) -> RateLimit {
        self.visitors.rate_limit(request, RateLimitScope::Photos)
    }

    pub fn count(&self, request: &HttpRequest) -> Result<(), PhotoRefusal> {
        if !self.counts.admit(&self.rate_limit(request), 1) {
            return Err(PhotoRefusal::Many);
        }
        Ok(())
    }

    /// Refuses a photo if it may not be added. Returns it if it was added before.
    pub async fn admit(
        &self,
        request: &HttpRequest,
        store: &Store,
        new: NewPhoto<'_>,
    ) -> Result<Option<Photo>, RequestError> {
        let PhotoAccess { lead, source } = new.access;
        let (known, usage) = transaction(store, async |connection| {
            let known = photo_records::admit(connection, lead, new.id, source).await?;
            Ok((known, photo_records::usage(connection).await?))
        })
        .await?;
        let limits = self.limits;
        // What networks have added beyond a lead's photos gives way to a network that has added less.
        let most = if usage.day < limits.day_bytes {
            usize::MAX
        } else {
            RESERVED_BYTES
        };
        let has_share = self.counts.admit(&self.shares(request, lead, most), 0);
        let is_space = usage.total < limits.total_bytes
            && (source == PhotoSource::Desk || limits.day_bytes > 0 && has_share);
        if known.is_none() && !is_space {
            return Err(PhotoRefusal::Space.into());
        }
        Ok(known)
    }

    /// Returns the shares of a lead and a request's networks in the day's storage, in kilobytes. A
    /// network's share is at most `most` bytes.
    fn shares(&self, request: &HttpRequest, lead: Uuid, most: usize) -> RateLimit {
        let of_lead = i32::try_from(MAX_BYTES_OF_LEAD / 1024).unwrap_or(i32::MAX);
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let bytes = most.min(self.limits.day_bytes / SHARE_OF_DAY);
        let share = i32::try_from(bytes / 1024).unwrap_or(i32::MAX);
        self.visitors.photo_shares(request, lead, of_lead, share)
    }

    /// Decodes a file, and adds it if that is still allowed. Returns the photo and the response's
    /// status, which reports whether the photo is new.
    pub async fn add(
        &self,
        request: &HttpRequest,
        store: &Store,
        place: &UploadPlace,
        new: NewPhoto<'_>,
        file: Vec<u8>,
    ) -> Result<(StatusCode, Photo), RequestError> {
        format(&file).map_err(PhotoRefusal::from)?;
        let mut decoded = None;
        for (attempt, limits) in ATTEMPTS.into_iter().enumerate() {
            let turn = self.turns.wait(place.networks(), attempt).await;
            let _turn = turn.ok_or(PhotoRefusal::Busy)?;
            let time = store.deadlines.decoding;
            decoded = (self.decoder.decode(&file, time, limits).await).map_err(|cause| {
                error!(cause = chain(&cause), "a photo could not be decoded");
                PhotoRefusal::Failed
            })?;
            if decoded.is_some() {
                break;
            }
        }
        drop(file);
        let image = decoded
            .ok_or(PhotoRefusal::Broken)?
            .map_err(PhotoRefusal::from)?;
        let PhotoAccess { lead, source } = new.access;
        let bytes = image.jpeg.len() + image.thumbnail.len();
        // A photo that is removed later still counts.
        let kilobytes = i32::try_from(bytes.div_ceil(1024)).unwrap_or(i32::MAX);
        let shares = self.shares(request, lead, usize::MAX);
        if source != PhotoSource::Desk && !self.counts.admit(&shares, kilobytes) {
            return Err(PhotoRefusal::Space.into());
        }
        let added = transaction(store, async |connection| {
            let (is_new, photo) =
                photo_records::insert(connection, lead, new.id, source, &image).await?;
            if let (true, Some(who)) = (is_new, new.who) {
                log::record(connection, who, lead, Act::PhotoAdded).await?;
            }
            let status = if is_new {
                StatusCode::CREATED
            } else {
                StatusCode::OK
            };
            Ok((status, photo))
        })
        .await?;
        place.deliver();
        Ok(added)
    }
}

async fn valid(store: &Store, token: Option<PhotoToken>) -> Result<PhotoAccess, RequestError> {
    let token = token.ok_or(PhotoRefusal::Late)?;
    let is_valid = token.link_made_at.is_none()
        || store
            .run(async |connection| link::is_valid(connection, token).await)
            .await?;
    if !is_valid {
        return Err(PhotoRefusal::Late.into());
    }
    Ok(token.access)
}

/// Builds the response with a photo's file, if there is one. Browsers do not cache it, because
/// signing out would not clear their cache.
pub fn file_response(file: Option<Vec<u8>>) -> Result<HttpResponse, RequestError> {
    Ok(HttpResponse::Ok()
        .content_type(mime_guess::mime::IMAGE_JPEG)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(file.ok_or_else(RequestError::not_found)?))
}
