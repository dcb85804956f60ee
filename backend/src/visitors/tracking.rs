//! The tracking fields: the browser's input, and the stored fields.

use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::geolocation::Geolocation;
use crate::web::error::RequestError;

/// The most characters of a visitor's or a session's id: a UUID has 36, a fingerprint 32. The
/// column is indexed, and an index entry of Postgres has at most 2,704 bytes.
pub const MAX_ID_CHARS: usize = 200;

/// The most characters of a `User-Agent` header that are stored. Real headers have up to 500.
pub const MAX_UA_CHARS: usize = 1_024;

/// The most characters of a referrer that are stored. Browsers send only the origin of a longer URL
/// (W3C Referrer Policy, "Determine request's Referrer").
pub const MAX_REFERRER_CHARS: usize = 4_096;

/// The tracking fields that the browser sends.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct TrackingInput {
    /// A fingerprint's hash or a random UUID.
    #[schema(max_length = 200, example = "8f14e45fceea167a5a36dedd4bea2543")]
    pub visitor_id: Option<String>,
    /// A random UUID that lasts as long as the browser's tab.
    #[schema(max_length = 200)]
    pub session_id: Option<String>,
    /// The page that linked here, or empty.
    #[schema(example = "https://search.example/")]
    pub referrer: Option<String>,
}

/// The tracking fields that are stored (docs/product.md, section 3).
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Visitor {
    /// The visitor's id, as the browser sent it; empty under Global Privacy Control.
    #[schema(required)]
    pub visitor_id: Option<String>,
    /// The session's id, as the browser sent it. A session lasts as long as the browser's tab, and has
    /// one cooldown. The id is not stored under Global Privacy Control.
    #[schema(required)]
    pub session_id: Option<String>,
    /// Whether the visitor asks for Global Privacy Control.
    #[serde(skip)]
    pub is_private: bool,
    /// A keyed hash of the IP address; empty under Global Privacy Control.
    #[schema(required)]
    pub ip_hash: Option<String>,
    /// The `User-Agent` header, cut to 1,024 characters; empty under Global Privacy Control.
    #[schema(required)]
    pub ua: Option<String>,
    /// The referrer, as the browser sent it, cut to 4,096 characters.
    #[schema(required)]
    pub referrer: Option<String>,
    /// Geolocation of the IP address; empty under Global Privacy Control.
    #[serde(flatten)]
    pub geolocation: Geolocation,
}

impl Visitor {
    pub(crate) fn stored_session(&self) -> Option<&str> {
        self.session_id.as_deref().filter(|_| !self.is_private)
    }
}

/// Truncates a text. A long text is not refused: it is no reason to lose a lead.
pub(super) fn cut(mut text: String, max_chars: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(max_chars) {
        text.truncate(end);
    }
    text
}

/// Checks the length of an id. An empty id counts as missing.
pub(super) fn checked_id(field: &str, id: Option<String>) -> Result<Option<String>, RequestError> {
    match id.filter(|id| !id.is_empty()) {
        Some(id) if id.chars().count() > MAX_ID_CHARS => Err(RequestError {
            details: Some(format!("At most {MAX_ID_CHARS} characters are kept.").into()),
            ..RequestError::with_code(
                StatusCode::BAD_REQUEST,
                "22001",
                format!("{field} is longer than {MAX_ID_CHARS} characters."),
            )
        }),
        id => Ok(id),
    }
}
