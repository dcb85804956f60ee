//! The table `phone_clicks`: one row for each click on a call button.

use chrono::{DateTime, Utc};
use diesel::{insert_into, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use uuid::Uuid;

use super::Visitor;
use crate::database::{
    error::StoreError, pool::Store, postgrest_time::as_postgrest_writes_it, schema::phone_clicks,
};

/// A saved click. `schema.sql` documents the columns.
#[derive(Clone, Debug, HasQuery, Serialize)]
#[diesel(table_name = phone_clicks, check_for_backend(diesel::pg::Pg))]
pub struct PhoneClick {
    pub id: Uuid,
    #[serde(serialize_with = "as_postgrest_writes_it")]
    pub created_at: DateTime<Utc>,
    pub visitor_id: Option<String>,
    pub session_id: Option<String>,
    pub ip_hash: Option<String>,
    pub ua: Option<String>,
    pub referrer: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub country: Option<String>,
}

/// Reads clicks, the earliest first.
pub async fn read(
    connection: &mut AsyncPgConnection,
    ids: &[Uuid],
) -> QueryResult<Vec<PhoneClick>> {
    PhoneClick::query()
        .filter(phone_clicks::id.eq_any(ids))
        .order((phone_clicks::created_at, phone_clicks::id))
        .load(connection)
        .await
}

/// Saves a click.
pub async fn insert(store: &Store, visitor: &Visitor) -> Result<(), StoreError> {
    let click = (
        phone_clicks::id.eq(Uuid::now_v7()),
        phone_clicks::visitor_id.eq(&visitor.visitor_id),
        phone_clicks::session_id.eq(visitor.stored_session()),
        phone_clicks::ip_hash.eq(&visitor.ip_hash),
        phone_clicks::ua.eq(&visitor.ua),
        phone_clicks::referrer.eq(&visitor.referrer),
        phone_clicks::city.eq(&visitor.geolocation.city),
        phone_clicks::state.eq(&visitor.geolocation.state),
        phone_clicks::country.eq(&visitor.geolocation.country),
    );
    store
        .run(async |connection| {
            insert_into(phone_clicks::table)
                .values(click)
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
