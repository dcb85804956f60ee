//! Signs webhooks (Standard Webhooks, "Signature scheme").

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac, digest::InvalidLength};
use secrecy::{ExposeSecret, SecretSlice};
use sha2::Sha256;
use uuid::Uuid;

/// The `webhook-signature` header of a request: a signature with each key. `timestamp` is the
/// attempt's, in seconds since 1970.
///
/// # Errors
/// None: HMAC takes keys of any length.
pub fn sign(
    keys: &[SecretSlice<u8>],
    id: Uuid,
    timestamp: i64,
    body: &str,
) -> Result<String, InvalidLength> {
    let signatures = keys
        .iter()
        .map(|key| {
            let mac = Hmac::<Sha256>::new_from_slice(key.expose_secret())?
                .chain_update(format!("{id}.{timestamp}."))
                .chain_update(body);
            let signature = BASE64_STANDARD.encode(mac.finalize().into_bytes());
            Ok(format!("v1,{signature}"))
        })
        .collect::<Result<Vec<_>, InvalidLength>>()?;
    Ok(signatures.join(" "))
}
