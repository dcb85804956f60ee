//! The table `site_forms`: one row an estimate request. The
//! [`lead_writer`](crate::leads::lead_writer) saves them.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    ExpressionMethods, JoinOnDsl, QueryDsl, Queryable, Selectable, SelectableHelper,
    result::OptionalExtension,
};
use diesel_async::RunQueryDsl;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::{Estimate, Lead};

use super::{
    error::StoreError,
    pool::Store,
    schema::{idempotency_keys, site_forms},
};

/// A saved row.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = site_forms, check_for_backend(diesel::pg::Pg))]
#[expect(missing_docs, reason = "the columns are documented in schema.sql")]
pub struct SiteForm {
    pub id: Uuid,
    #[serde(serialize_with = "as_postgrest_writes_it")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: DateTime<Utc>,
    pub full_name: String,
    pub email: String,
    pub phone: String,
    pub message: String,
    pub site_name: String,
    pub visitor_id: Option<String>,
    pub session_id: Option<String>,
    pub ip_hash: Option<String>,
    pub ua: Option<String>,
    pub referrer: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub country: Option<String>,
}

impl SiteForm {
    /// Reads the form back; see [`Lead::parse`].
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        Lead {
            full_name: self.full_name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            message: self.message.clone(),
            site_name: self.site_name.clone(),
        }
        .parse()
    }
}

pub(super) fn as_postgrest_writes_it<S: Serializer>(
    time: &DateTime<Utc>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, false))
}

/// The row that was saved under an idempotency key.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn under_key(store: &Store, key: Uuid) -> Result<Option<SiteForm>, StoreError> {
    let lead = idempotency_keys::table
        .find(key)
        .inner_join(site_forms::table.on(site_forms::id.eq(idempotency_keys::lead_id)))
        .select(SiteForm::as_select());
    store
        .run(async |connection| lead.first(connection).await.optional())
        .await
}
