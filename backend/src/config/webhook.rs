//! The webhook that announces new leads.

use base64::{Engine, prelude::BASE64_STANDARD};
use secrecy::{SecretSlice, SecretString};
use url::Url;

use super::reader::{Reader, list};

/// The prefix of a secret (Standard Webhooks, "Signature scheme").
const SECRET_PREFIX: &str = "whsec_";

/// The number of bytes in a secret (Standard Webhooks, "Signature scheme").
const SECRET_BYTES: std::ops::RangeInclusive<usize> = 24..=64;

#[derive(Clone, Debug)]
pub struct Webhook {
    /// `WEBHOOK_URL`. It is a secret, because some receivers accept every request to it.
    pub url: SecretString,
    /// `WEBHOOK_SECRET`: the keys that sign requests; at least one.
    pub keys: Vec<SecretSlice<u8>>,
    /// `WEBHOOK_ALLOW_PRIVATE`: whether the URL can be in the server's own network.
    pub allow_private: bool,
}

impl Webhook {
    /// Reads the settings. `None` if no `WEBHOOK_URL` is set, or a setting cannot be used.
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let allow_private = reader.switch("WEBHOOK_ALLOW_PRIVATE")?;
        let remedy = if allow_private {
            "set an address such as https://crm.example.com/hooks/1 or, in a private network, http://10.0.0.5/hooks/1, without a user name or a part after #."
        } else {
            "set an address such as https://crm.example.com/hooks/1, without a user name or a part after #. An http:// address needs WEBHOOK_ALLOW_PRIVATE=true, and works only in a private network."
        };
        let url = reader.optional("WEBHOOK_URL", remedy, |text| {
            is_usable(text, allow_private).then(|| SecretString::from(text))
        })?;
        let keys = reader.required(
            "WEBHOOK_SECRET",
            "set what `echo whsec_$(openssl rand -base64 32)` prints: whsec_ and 24 to 64 random bytes in base64. The receiver needs it too. Two secrets, separated by a comma, both sign.",
            |text| list(text, key),
        )?;
        Some(Self {
            url,
            keys,
            allow_private,
        })
    }
}

fn is_usable(text: &str, allow_http: bool) -> bool {
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    let is_scheme = url.scheme() == "https" || allow_http && url.scheme() == "http";
    is_scheme && url.username().is_empty() && url.password().is_none() && url.fragment().is_none()
}

fn key(text: &str) -> Option<SecretSlice<u8>> {
    let key = BASE64_STANDARD.decode(text.strip_prefix(SECRET_PREFIX)?);
    key.ok()
        .filter(|key| SECRET_BYTES.contains(&key.len()))
        .map(SecretSlice::from)
}
