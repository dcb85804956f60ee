//! Signs push messages for push services (VAPID, RFC 8292). A subscription accepts only messages
//! that are signed with the key that it was created for.

use std::sync::Arc;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    insert_into,
    pg::{Pg, PgValue},
    prelude::*,
    result::Error as DieselError,
    sql_types::Binary,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use ring::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING as ALGORITHM, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;
use url::Url;

use crate::database::schema::desk_push_key;

/// The validity of a token. Push services accept at most a day (RFC 8292, section 2).
const TOKEN_SECONDS: i64 = 12 * 60 * 60;

/// The signing key. The database stores it, so all servers of a database have the same key.
#[derive(Clone, Debug, FromSqlRow)]
pub struct VapidKey(Arc<EcdsaKeyPair>);

impl FromSql<Binary, Pg> for VapidKey {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        EcdsaKeyPair::from_pkcs8(&ALGORITHM, value.as_bytes(), &SystemRandom::new())
            .map(|key| Self(Arc::new(key)))
            .map_err(|cause| cause.to_string().into())
    }
}

impl VapidKey {
    /// Loads the key, which the first call generates.
    pub async fn load(connection: &mut AsyncPgConnection) -> QueryResult<Self> {
        let stored = desk_push_key::table.select(desk_push_key::pkcs8);
        if let Some(key) = stored.first(connection).await.optional()? {
            return Ok(key);
        }
        let generated = EcdsaKeyPair::generate_pkcs8(&ALGORITHM, &SystemRandom::new())
            .map_err(|cause| DieselError::SerializationError(cause.to_string().into()))?;
        insert_into(desk_push_key::table)
            .values(desk_push_key::pkcs8.eq(generated.as_ref()))
            // Another server may have stored its key meanwhile.
            .on_conflict_do_nothing()
            .execute(connection)
            .await?;
        stored.first(connection).await
    }

    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the `Authorization` header of a request to an endpoint. `contact` is the sender's
    /// page or mailbox, an `https:` or `mailto:` URL.
    pub fn authorization(
        &self,
        endpoint: &Url,
        contact: Option<&str>,
        time: DateTime<Utc>,
    ) -> Result<String, Unspecified> {
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
        let text = format!("{header}.{claims}");
        let signature =
            BASE64_URL_SAFE_NO_PAD.encode(self.0.sign(&SystemRandom::new(), text.as_bytes())?);
        Ok(format!("vapid t={text}.{signature}, k={}", self.public()))
    }
}
