//! The table `phone_clicks`: one row for each click on a call button.

use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::Visitor;
use crate::database::{error::StoreError, pool::Store, schema::phone_clicks};

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
