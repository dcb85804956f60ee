//! The table `site_forms`: one row for each estimate request. The
//! [`lead_writer`](super::lead_writer) saves the rows.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;
use validator_wasm::{Estimate, Lead, SITE_NAME};

use crate::{
    database::{Store, StoreError, columns::columns, schema::site_forms},
    visitors::Visitor,
};

columns! {
    /// A saved row.
    #[derive(Clone, Debug, PartialEq, Eq, HasQuery, Serialize, ToSchema)]
    #[diesel(table_name = site_forms, check_for_backend(diesel::pg::Pg))]
    pub struct SiteForm {
        @read_only {
            /// The idempotency key of the request, or the server's own UUIDv7.
            pub id: Uuid,
            /// The time of saving.
            #[serde(serialize_with = "as_postgrest_writes_it")]
            pub created_at: DateTime<Utc>,
        }
        /// First and last name, separated by a space.
        #[schema(pattern = r"\S \S", example = "Jane Doe")]
        pub full_name: String,
        /// Email address. An address on the block list is refused (422).
        #[schema(example = "jane.doe@gmail.com")]
        pub email: String,
        /// Phone number, in any notation.
        #[schema(pattern = r"\S", example = "404-555-0123")]
        pub phone: String,
        /// Service, urgency, address, and details, in this order and with these labels. A line
        /// break in one of the first three is followed by two spaces.
        #[schema(
            pattern = r"^Service: \S.*\nUrgency: .*\nAddress: \S",
            example = "Service: Tree Removal\nUrgency: Within a week\nAddress: 12 Oak Street\nDetails:\nThe big white oak leans over the garage."
        )]
        pub message: String,
        /// The site that the row is from. Several sites can share the table.
        #[schema(default = json!(SITE_NAME))]
        pub site_name: String,
        /// A fingerprint's hash or a random UUID.
        #[schema(max_length = 200)]
        pub visitor_id: Option<String>,
        /// A random UUID that lasts as long as the browser's tab.
        #[schema(max_length = 200)]
        pub session_id: Option<String>,
        /// Keyed hash of the IP address. Ignored in a request: the server computes it.
        pub ip_hash: Option<String>,
        /// The `User-Agent` header. Ignored in a request.
        pub ua: Option<String>,
        /// The page that linked to the site, or empty.
        pub referrer: Option<String>,
        /// City of the IP address. Ignored in a request.
        pub city: Option<String>,
        /// State or region of the IP address. Ignored in a request.
        pub state: Option<String>,
        /// Country of the IP address. Ignored in a request.
        pub country: Option<String>,
    }
}

/// Rows that are committed to the database.
#[derive(Default)]
pub struct Saved {
    pub rows: Vec<SiteForm>,
    pub suspects: usize,
    /// Whether an earlier request with the same idempotency key saved them.
    pub repeated: bool,
    /// Whether the request may be somebody else's: the rows are an earlier one's, and this one only knows
    /// their key and words.
    pub of_stranger: bool,
    /// Whether this request gave them other words.
    pub changed: bool,
}

/// Serializes a time as PostgREST does: `2026-11-25T18:39:40.123456+00:00`.
fn as_postgrest_writes_it<S: Serializer>(
    time: &DateTime<Utc>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, false))
}

columns! {
    /// The parts of a row's message that statements read, or that the desk corrects, one column each.
    #[derive(Clone, Debug, PartialEq, Eq, Insertable)]
    #[diesel(table_name = site_forms)]
    pub struct EstimateColumns<'a> {
        pub service: &'a str,
        /// The urgency: the key of a choice, or the visitor's own words.
        pub urgency: &'a str,
        pub address: &'a str,
        pub details: &'a str,
        pub emergency: bool,
    }
}

impl<'a> EstimateColumns<'a> {
    pub fn of(estimate: &'a Estimate) -> Self {
        Self {
            service: &estimate.service,
            urgency: (estimate.chosen_urgency()).map_or(&*estimate.urgency, |it| it.key()),
            address: &estimate.address,
            details: &estimate.message,
            emergency: estimate.is_emergency(),
        }
    }
}

impl SiteForm {
    /// Creates a new row, with this machine's time until it is saved.
    pub fn new(id: Uuid, lead: Lead, visitor: Visitor) -> Self {
        Self {
            id,
            created_at: Utc::now(),
            full_name: lead.full_name,
            email: lead.email,
            phone: lead.phone,
            message: lead.message,
            site_name: lead.site_name,
            visitor_id: visitor.visitor_id,
            session_id: visitor.session_id.filter(|_| !visitor.is_private),
            ip_hash: visitor.ip_hash,
            ua: visitor.ua,
            referrer: visitor.referrer,
            city: visitor.geolocation.city,
            state: visitor.geolocation.state,
            country: visitor.geolocation.country,
        }
    }

    /// Returns what the visitor wrote: name, email address, phone number, and message.
    pub fn words(&self) -> [&str; 4] {
        [&self.full_name, &self.email, &self.phone, &self.message]
    }
}

/// Reads the row that was saved under an idempotency key, which is its id.
pub(crate) async fn under_key(store: &Store, key: Uuid) -> Result<Option<SiteForm>, StoreError> {
    let lead = SiteForm::query().filter(site_forms::id.eq(key));
    store
        .read_when_available(async |connection| lead.first(connection).await.optional())
        .await
}
