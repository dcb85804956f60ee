//! Announces new leads to another program with signed HTTP requests, as Standard Webhooks defines
//! them (<https://github.com/standard-webhooks/standard-webhooks>, version 1.0.0).

pub(crate) mod event;

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::Utc;
use ring::hmac::{self, HMAC_SHA256};
use secrecy::{ExposeSecret, SecretSlice};
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;

use crate::{
    config::{Deadlines, Webhook},
    outbox::outbound::{OutboundClient, OutboundError},
};

pub struct WebhookClient {
    url: Url,
    keys: Vec<SecretSlice<u8>>,
    outbound: OutboundClient,
}

impl WebhookClient {
    pub fn new(config: &Webhook, deadlines: &Deadlines) -> Result<Self, OutboundError> {
        Ok(Self {
            url: Url::parse(config.url.expose_secret()).map_err(|_| OutboundError::Url)?,
            keys: config.keys.clone(),
            outbound: OutboundClient::new(
                "WEBHOOK_ALLOW_PRIVATE",
                config.allow_private,
                deadlines,
            )?,
        })
    }

    /// Returns the receiver's host, without the path, which may be a secret.
    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Returns a hash of the receiver's URL, which its webhooks in the outbox have.
    pub(crate) fn receiver(&self) -> Vec<u8> {
        Sha256::digest(self.url.as_str()).to_vec()
    }

    /// Checks that the receiver accepts a connection. Sends nothing.
    pub async fn reach(&self) -> Result<(), OutboundError> {
        self.outbound.reach(&self.url).await
    }

    /// Sends an event. `id` is the same for each attempt. Returns the status if it is a success.
    ///
    /// # Errors
    /// When the event was not delivered, as far as is known.
    pub async fn send(&self, id: Uuid, event: &Value) -> Result<u16, OutboundError> {
        let body = event.to_string();
        let timestamp = Utc::now().timestamp();
        let signature = sign(&self.keys, id, timestamp, &body);
        let headers = [
            ("content-type", "application/json"),
            ("webhook-id", &*id.to_string()),
            ("webhook-timestamp", &timestamp.to_string()),
            ("webhook-signature", &signature),
        ];
        self.outbound.post(&self.url, &headers, body).await
    }
}

/// Returns the `webhook-signature` header of a request (Standard Webhooks, "Signature scheme"): a
/// signature with each key. `timestamp` is the time of the attempt, in seconds since 1970.
fn sign(keys: &[SecretSlice<u8>], id: Uuid, timestamp: i64, body: &str) -> String {
    let signed = format!("{id}.{timestamp}.{body}");
    let signatures: Vec<_> = keys
        .iter()
        .map(|key| {
            let key = hmac::Key::new(HMAC_SHA256, key.expose_secret());
            let signature = hmac::sign(&key, signed.as_bytes());
            format!("v1,{}", BASE64_STANDARD.encode(signature))
        })
        .collect();
    signatures.join(" ")
}
