//! The reasons why a photo is refused.

use std::borrow::Cow;

use actix_web::http::StatusCode;
use photo_file::{FileRefusal, MAX_BYTES};
use serde::Deserialize;

use super::source::{MAX_OF_LEAD, MAX_OF_VISITORS, PhotoSource};
use crate::{company::PHONE, hour::seconds_left_of_the_hour, web::error::RequestError};

/// The delay before a retry of an upload that found no free place.
const RETRY_AFTER_SECONDS: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhotoRefusal {
    /// The file is not a JPEG, PNG, or WebP.
    Type,
    Heic,
    /// The file has too many bytes or pixels.
    Large,
    Broken,
    /// The upload sent nothing for too long, or took too long.
    Slow,
    /// The lead has the maximum number of photos.
    Full,
    Id,
    /// The address sent too many photos within the hour.
    Many,
    /// The token is missing or has expired, or its lead is gone.
    Late,
    Busy,
    Space,
    /// The database is unavailable, or the server has a fault.
    Failed,
    /// The same, when the customer answers to an appointment.
    Unanswered,
}

impl PhotoRefusal {
    /// Returns the error for this source: the desk's message differs from the visitors', and the
    /// desk has no token.
    pub(crate) fn for_source(self, source: PhotoSource) -> RequestError {
        match (self, source) {
            (Self::Full, PhotoSource::Desk) => RequestError {
                sentence: format!(
                    "There are {MAX_OF_LEAD} photos already. Remove one to add another."
                )
                .into(),
                ..self.into()
            },
            (Self::Late, PhotoSource::Desk) => RequestError::not_found(),
            _ => self.into(),
        }
    }
}

impl From<FileRefusal> for PhotoRefusal {
    fn from(refusal: FileRefusal) -> Self {
        match refusal {
            FileRefusal::Type => Self::Type,
            FileRefusal::Heic => Self::Heic,
            FileRefusal::Large => Self::Large,
            FileRefusal::Broken => Self::Broken,
        }
    }
}

impl From<PhotoRefusal> for RequestError {
    fn from(refusal: PhotoRefusal) -> Self {
        let (status, code, sentence): (_, _, Cow<_>) = match refusal {
            PhotoRefusal::Type => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", "This file is no photo that we can read. Please choose a JPEG, PNG or WebP.".into()),
            PhotoRefusal::Heic => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "heic", "This is an iPhone's HEIC file, which we cannot read. Please take a screenshot of it and send that, or choose Settings, Camera, Formats, Most Compatible and take it again.".into()),
            PhotoRefusal::Large => (StatusCode::PAYLOAD_TOO_LARGE, "large", format!("This photo is too large. Please choose one of at most {} MB and 40 megapixels.", MAX_BYTES / 1024 / 1024).into()),
            PhotoRefusal::Broken => (StatusCode::UNPROCESSABLE_ENTITY, "broken", "This photo is damaged, or did not arrive whole. Please send it again, or choose another.".into()),
            PhotoRefusal::Slow => (StatusCode::REQUEST_TIMEOUT, "slow", "The connection was too slow for this photo. Please send it again where reception is better.".into()),
            PhotoRefusal::Full => (StatusCode::CONFLICT, "full", format!("There are {MAX_OF_VISITORS} photos already, those from your other devices among them. Remove one to add another.").into()),
            PhotoRefusal::Id => (StatusCode::CONFLICT, "id", "This photo could not be added. Please choose it again.".into()),
            PhotoRefusal::Many => (StatusCode::TOO_MANY_REQUESTS, "many", "Too much came from your network just now. Please try again later.".into()),
            PhotoRefusal::Late => (StatusCode::UNAUTHORIZED, "late", format!("The time for adding photos here is over. Please send them by text message to {PHONE}.").into()),
            PhotoRefusal::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy", "Many photos are being sent at this moment. Please try again in a few seconds.".into()),
            PhotoRefusal::Failed => (StatusCode::SERVICE_UNAVAILABLE, "failed", format!("We could not save your photos just now. Please try again in a few minutes, or send them by text message to {PHONE}.").into()),
            PhotoRefusal::Unanswered => (StatusCode::SERVICE_UNAVAILABLE, "unanswered", format!("We could not save your answer just now. Please try again in a few minutes, or call {PHONE}.").into()),
            PhotoRefusal::Space => (StatusCode::INSUFFICIENT_STORAGE, "space", format!("We have no room for more photos here. Please send them by text message to {PHONE}.").into()),
        };
        Self {
            api_code: Some(code),
            retry_after_seconds: match refusal {
                PhotoRefusal::Busy => Some(RETRY_AFTER_SECONDS),
                PhotoRefusal::Many => Some(seconds_left_of_the_hour()),
                _ => None,
            },
            ..Self::new(status, sentence)
        }
    }
}
