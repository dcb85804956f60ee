//! The idempotency key of a form that the browser sends without JavaScript.
//!
//! A form that is sent again by a reload, a second click, or a restored page is the same request, so
//! its key is a hash of its content and the day. The next day counts too, because of forms around
//! midnight. After that it is a new request, from a visitor who got no reply. The hash is keyed,
//! because it is the lead's id, which remains in records when the lead is erased.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, Mac};
use serde_json::json;
use sha2::{Sha256, digest::consts::U16};
use uuid::Uuid;
use validator_wasm::Estimate;

use super::site_forms;
use crate::{
    config::secret::Secret,
    database::{Store, StoreError},
};

const DAY: Duration = Duration::from_hours(24);

#[derive(Clone)]
pub struct FormKeys(Hmac<Sha256>);

impl FormKeys {
    pub fn new(secret: &Secret) -> Self {
        Self(secret.mac("form key"))
    }

    /// Returns the key of a form at the time `now`: yesterday's key if a row was saved under it,
    /// otherwise today's.
    pub async fn find(
        &self,
        store: &Store,
        estimate: &Estimate,
        session: Option<&str>,
        now: SystemTime,
    ) -> Result<Uuid, StoreError> {
        let yesterday = self.key(estimate, session, now - DAY);
        let saved_yesterday = site_forms::under_key(store, yesterday).await?;
        Ok(saved_yesterday.map_or_else(|| self.key(estimate, session, now), |_| yesterday))
    }

    /// Returns the key of a form on the day (UTC) of `time`. The key does not depend on the form's
    /// token, which differs each time.
    pub fn key(&self, estimate: &Estimate, session: Option<&str>, time: SystemTime) -> Uuid {
        let day = time
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs() / DAY.as_secs());
        let content = json!([day, session, estimate]).to_string();
        let hash = self.0.clone().chain_update(content).finalize();
        let (bytes, _) = hash.into_bytes().split::<U16>();
        Uuid::new_v8(bytes.into())
    }
}
