//! What the routes for photographs share.

use std::{sync::Arc, time::SystemTime};

use actix_web::{
    HttpRequest,
    cookie::{Cookie, SameSite, time},
};
use uuid::Uuid;

use super::{
    contact_page::ADDRESS,
    error::RequestError,
    uploads::{Refusal, Uploads},
};
use crate::{
    config::{Photos, is_https},
    leads::{
        PhotoTokens,
        photo::{PhotoError, PhotoReader},
        photo_token::BROWSER_TIMEOUT,
    },
    store::{
        Store, StoreError,
        desk::audit::{self, Action},
        photos::{self, Admission, Image, PhotoSource},
    },
};

/// The cookie with the token of the lead that the browser sent last.
const COOKIE: &str = "photo_token";

/// Takes photographs.
pub struct PhotoService {
    /// Issues and verifies tokens.
    pub tokens: PhotoTokens,
    /// Reads the files.
    pub reader: PhotoReader,
    /// The places for visitors' uploads.
    pub of_visitors: Arc<Uploads>,
    /// The places for the desk's.
    pub of_desk: Arc<Uploads>,
    /// How much they may take.
    pub limits: Photos,
    /// Whether visitors use HTTPS.
    is_secure: bool,
}

/// Why a photograph was not added.
pub enum PhotoFailure {
    /// It is refused.
    Refused(Refusal),
    /// The lead is none that the desk shows, or the database is unavailable.
    Failed(RequestError),
}

impl PhotoFailure {
    /// There is nothing at the path.
    pub const NOT_FOUND: Self = Self::Failed(RequestError::NotFound);
}

impl From<Refusal> for PhotoFailure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<PhotoError> for PhotoFailure {
    fn from(error: PhotoError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<StoreError> for PhotoFailure {
    fn from(cause: StoreError) -> Self {
        Self::Failed(cause.into())
    }
}

/// A photograph that is to be added.
#[derive(Clone, Copy)]
pub struct NewPhoto<'a> {
    /// Its lead.
    pub lead: Uuid,
    /// Its id.
    pub id: Uuid,
    /// The address of who adds it at the desk. `None` is its visitor.
    pub who: Option<&'a str>,
}

impl NewPhoto<'_> {
    /// Who adds it.
    pub const fn source(&self) -> PhotoSource {
        match self.who {
            Some(_) => PhotoSource::Desk,
            None => PhotoSource::Visitor,
        }
    }
}

/// The size of a photograph, in pixels.
pub type PixelSize = (u32, u32);

impl PhotoService {
    /// A service of a site at this address (`PUBLIC_URL`).
    pub fn new(tokens: PhotoTokens, reader: PhotoReader, limits: Photos, public_url: &str) -> Self {
        Self {
            tokens,
            reader,
            of_visitors: Uploads::of_visitors(),
            of_desk: Uploads::of_desk(),
            limits,
            is_secure: is_https(public_url),
        }
    }

    /// The cookie that lets a browser add photographs to the lead that it has just sent.
    pub fn cookie(&self, lead: Uuid) -> Cookie<'static> {
        self.cookie_of(self.tokens.issue(lead, SystemTime::now() + BROWSER_TIMEOUT))
    }

    /// The cookie of a token.
    pub fn cookie_of(&self, token: String) -> Cookie<'static> {
        Cookie::build(COOKIE, token)
            .path(ADDRESS)
            .http_only(true)
            .secure(self.is_secure)
            .same_site(SameSite::Lax)
            .max_age(time::Duration::seconds_f64(BROWSER_TIMEOUT.as_secs_f64()))
            .finish()
    }

    /// The lead whose photographs a request may see and change.
    ///
    /// # Errors
    /// When the token is missing, has expired, or is forged.
    pub fn lead(&self, request: &HttpRequest) -> Result<Uuid, Refusal> {
        request
            .cookie(COOKIE)
            .and_then(|cookie| self.tokens.lead(cookie.value(), SystemTime::now()))
            .ok_or(Refusal::Late)
    }

    /// Looks whether a photograph may be added. Returns its size if it was before.
    ///
    /// # Errors
    /// When it may not.
    pub async fn admit(
        &self,
        store: &Store,
        new: NewPhoto<'_>,
    ) -> Result<Option<PixelSize>, PhotoFailure> {
        let (lead, id, source) = (new.lead, new.id, new.source());
        let (admission, usage) = store
            .run(async |connection| {
                let admission = photos::admit(connection, lead, id, source).await?;
                Ok((admission, photos::usage(connection).await?))
            })
            .await?;
        let known = known(admission, source)?;
        let is_space = usage.total < self.limits.total_bytes
            && (source == PhotoSource::Desk || usage.day < self.limits.day_bytes);
        if known.is_none() && !is_space {
            return Err(Refusal::Space.into());
        }
        Ok(known)
    }

    /// Reads a file, and adds it. Returns whether it is new, and its size.
    ///
    /// # Errors
    /// When it cannot be read, or may not be added after all.
    pub async fn add(
        &self,
        store: &Store,
        new: NewPhoto<'_>,
        file: Vec<u8>,
    ) -> Result<(bool, PixelSize), PhotoFailure> {
        let image: Image = self.reader.read(file).await?;
        let (lead, id, source) = (new.lead, new.id, new.source());
        let admission = store
            .run(async |connection| {
                let admission = photos::insert(connection, lead, id, source, &image).await?;
                if let (Admission::New, Some(who)) = (&admission, new.who) {
                    audit::record(connection, who, Some(lead), Action::Photo).await?;
                }
                Ok(admission)
            })
            .await?;
        let known = known(admission, source)?;
        Ok((
            known.is_none(),
            known.unwrap_or((image.width, image.height)),
        ))
    }
}

fn known(admission: Admission, source: PhotoSource) -> Result<Option<PixelSize>, PhotoFailure> {
    match admission {
        Admission::New => Ok(None),
        Admission::Known(photo) => Ok(Some((
            photo.width.unsigned_abs(),
            photo.height.unsigned_abs(),
        ))),
        Admission::Foreign => Err(Refusal::Id.into()),
        Admission::Full => Err(Refusal::Full.into()),
        Admission::NoLead => Err(match source {
            PhotoSource::Visitor => Refusal::Late.into(),
            PhotoSource::Desk => PhotoFailure::NOT_FOUND,
        }),
    }
}
