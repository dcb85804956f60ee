//! Signs push messages for push services (VAPID, RFC 8292). A subscription accepts only messages
//! that are signed with the key that it was created for.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use hmac::Mac;
use p256::{
    SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer},
    elliptic_curve::sec1::ToSec1Point,
};
use serde_json::json;
use url::Url;

use crate::config::secret::Secret;

/// The validity of a token. Push services accept at most a day (RFC 8292, section 2).
const TOKEN_SECONDS: i64 = 12 * 60 * 60;

/// The signing key. It is derived from the site's secret, so all processes have the same key, and a
/// new secret ends all subscriptions.
pub struct VapidKey {
    signing: SigningKey,
    /// The public key: an uncompressed point, in base64url.
    pub public: String,
}

impl VapidKey {
    /// Derives the site's key.
    #[expect(
        clippy::expect_used,
        reason = "one hash in 2^32 is not a key; 256 in a row cannot happen"
    )]
    pub fn new(secret: &Secret) -> Self {
        let key = (0..=u8::MAX)
            .find_map(|number| {
                let hash = secret.mac("vapid").chain_update([number]).finalize();
                SecretKey::from_slice(&hash.into_bytes()).ok()
            })
            .expect("a key");
        let public = key.public_key().to_sec1_point(false);
        Self {
            signing: SigningKey::from(&key),
            public: BASE64_URL_SAFE_NO_PAD.encode(public.as_bytes()),
        }
    }

    /// Returns the `Authorization` header of a request to an endpoint. `contact` is the sender's
    /// page or mailbox, an `https:` or `mailto:` URL.
    pub fn authorization(
        &self,
        endpoint: &Url,
        contact: Option<&str>,
        time: DateTime<Utc>,
    ) -> String {
        let mut claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": time.timestamp() + TOKEN_SECONDS,
        });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        // A JSON Web Token (RFC 7519), signed with ES256 (RFC 7518, section 3.4).
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let [header, claims] =
            [header, claims].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
        let signature: Signature = self.signing.sign(format!("{header}.{claims}").as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={header}.{claims}.{signature}, k={}", self.public)
    }
}

#[cfg(test)]
mod tests {
    use super::VapidKey;
    use crate::config::secret::Secret;

    #[test]
    fn each_secret_has_a_key_of_its_own() {
        let key = |secret| VapidKey::new(&Secret::of(secret)).public;
        assert_eq!(key("one"), key("one"));
        assert_ne!(key("one"), key("other"));
    }
}
