//! Signs webhooks (Standard Webhooks, "Signature scheme").

use base64::{Engine, prelude::BASE64_STANDARD};
use ring::hmac::{self, HMAC_SHA256};
use secrecy::{ExposeSecret, SecretSlice};
use uuid::Uuid;

/// The `webhook-signature` header of a request: a signature with each key. `timestamp` is the
/// attempt's, in seconds since 1970.
pub fn sign(keys: &[SecretSlice<u8>], id: Uuid, timestamp: i64, body: &str) -> String {
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
