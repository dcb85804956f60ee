//! Sends push messages.

use std::time::Duration;

use chrono::Utc;
use hyper::{
    StatusCode,
    header::{self, HeaderMap, HeaderName, HeaderValue},
};
use url::Url;
use uuid::Uuid;

use super::{Notification, VapidKey, encryption::encrypt};
use crate::{
    outbound::{OutboundClient, OutboundError},
    store::desk::push_subscriptions::PushSubscription,
};

/// How long a push service keeps a message for a phone that is off: a night.
const TTL: Duration = Duration::from_hours(12);

/// Sends push messages.
pub struct PushClient {
    key: VapidKey,
    contact: Option<String>,
    outbound: OutboundClient,
}

impl PushClient {
    /// A client with the server's key. `public_url` tells push services whom to turn to, where it is one
    /// that they take.
    ///
    /// # Errors
    /// When the system has no certificates to check push services by.
    pub fn new(
        key: VapidKey,
        public_url: &str,
        allow_private: bool,
    ) -> Result<Self, OutboundError> {
        Ok(Self {
            key,
            contact: Some(public_url)
                .filter(|url| url.starts_with("https:"))
                .map(str::to_owned),
            outbound: OutboundClient::new("PUSH_ALLOW_PRIVATE", allow_private)?,
        })
    }

    /// The server's public key, as browsers are given it.
    pub fn public_key(&self) -> &str {
        self.key.public()
    }

    /// Sends a notification. `id` is the same at each attempt: a push service that still has the message
    /// replaces it. Returns the status of success.
    ///
    /// # Errors
    /// When the push service did not take it, as far as is known.
    pub async fn send(
        &self,
        id: Uuid,
        subscription: &PushSubscription,
        notification: &Notification,
    ) -> Result<StatusCode, OutboundError> {
        let endpoint = Url::parse(&subscription.endpoint).map_err(|_| OutboundError::Url)?;
        let message = serde_json::to_vec(notification).map_err(|_| OutboundError::Unwritable)?;
        let body = encrypt(&message, &subscription.key, &subscription.auth)
            .map_err(|_| OutboundError::Unwritable)?;
        let headers = self.headers(id, &endpoint)?;
        self.outbound.post(&endpoint, headers, body).await
    }

    fn headers(&self, id: Uuid, endpoint: &Url) -> Result<HeaderMap, OutboundError> {
        let contact = self.contact.as_deref();
        let authorization = self.key.authorization(endpoint, contact, Utc::now());
        let value =
            |text: String| HeaderValue::try_from(text).map_err(|_| OutboundError::Unwritable);
        Ok(HeaderMap::from_iter([
            (header::AUTHORIZATION, value(authorization)?),
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/octet-stream"),
            ),
            (
                header::CONTENT_ENCODING,
                HeaderValue::from_static("aes128gcm"),
            ),
            // RFC 8030, section 5.
            (HeaderName::from_static("ttl"), TTL.as_secs().into()),
            (
                HeaderName::from_static("urgency"),
                HeaderValue::from_static("high"),
            ),
            (
                HeaderName::from_static("topic"),
                value(id.simple().to_string())?,
            ),
        ]))
    }
}
