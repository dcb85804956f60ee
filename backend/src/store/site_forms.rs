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
use validator_wasm::{Estimate, Lead, SITE_NAME};

use super::{
    columns::columns,
    error::StoreError,
    pool::Store,
    schema::{idempotency_keys, site_forms},
};
use crate::visitor::Visitor;

columns! {
    /// A saved row.
    #[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Serialize, ToSchema)]
    #[diesel(table_name = site_forms, check_for_backend(diesel::pg::Pg))]
    pub struct SiteForm {
        @read_only {
            /// UUIDv7: in time order.
            pub id: Uuid,
            /// When it was saved.
            #[serde(serialize_with = "as_postgrest_writes_it")]
            #[schema(value_type = String, format = DateTime)]
            pub created_at: DateTime<Utc>,
        }
        /// First and last name, divided by a space.
        #[schema(pattern = r"\S \S", example = "Jane Doe")]
        pub full_name: String,
        /// E-mail address. One on the block list is refused (422).
        #[schema(example = "jane.doe@gmail.com")]
        pub email: String,
        /// Telephone number in whatever form it was typed.
        #[schema(pattern = r"\S", example = "404-555-0123")]
        pub phone: String,
        /// Service, urgency, address and the visitor's own words, in this order and with these
        /// labels. A line break in one of the first three is followed by two spaces.
        #[schema(
            pattern = r"^Service: \S.*\nUrgency: .*\nAddress: \S",
            example = "Service: Tree Removal\nUrgency: Within a week\nAddress: 12 Oak Street\nDetails:\nThe big white oak leans over the garage."
        )]
        pub message: String,
        /// Which site the row is from, where several share the table.
        #[schema(default = json!(SITE_NAME))]
        pub site_name: String,
        /// A fingerprint's hash or a random UUID.
        #[schema(max_length = 200)]
        pub visitor_id: Option<String>,
        /// A random UUID, kept as long as the browser's tab.
        #[schema(max_length = 200)]
        pub session_id: Option<String>,
        /// Keyed hash of the address. Ignored in a request: the server determines it itself.
        pub ip_hash: Option<String>,
        /// The `User-Agent` header. Ignored in a request.
        pub ua: Option<String>,
        /// The page that led to the site, or empty.
        pub referrer: Option<String>,
        /// City of the address. Ignored in a request.
        pub city: Option<String>,
        /// State or region. Ignored in a request.
        pub state: Option<String>,
        /// Country. Ignored in a request.
        pub country: Option<String>,
    }
}

impl SiteForm {
    /// Makes a new row. It has this machine's time until it is saved.
    #[must_use]
    pub fn new(lead: Lead, visitor: Visitor) -> Self {
        Self {
            id: Uuid::now_v7(),
            created_at: Utc::now(),
            full_name: lead.full_name,
            email: lead.email,
            phone: lead.phone,
            message: lead.message,
            site_name: lead.site_name,
            visitor_id: visitor.visitor_id,
            session_id: visitor.session_id,
            ip_hash: visitor.ip_hash,
            ua: visitor.ua,
            referrer: visitor.referrer,
            city: visitor.geolocation.city,
            state: visitor.geolocation.state,
            country: visitor.geolocation.country,
        }
    }

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
