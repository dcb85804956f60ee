//! The table `phone_clicks`: one row a click on a call button.

use diesel::{ExpressionMethods, insert_into};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{error::StoreError, pool::Store, rate_limits, schema::phone_clicks};
use crate::visitor::{RateLimit, Visitor};

/// Saves a click, if it is within the limit. Returns whether it is.
///
/// # Errors
/// When the database is unavailable or a query fails.
pub async fn insert(
    store: &Store,
    visitor: &Visitor,
    limit: &RateLimit,
) -> Result<bool, StoreError> {
    let click = (
        phone_clicks::id.eq(Uuid::now_v7()),
        phone_clicks::visitor_id.eq(&visitor.visitor_id),
        phone_clicks::session_id.eq(&visitor.session_id),
        phone_clicks::ip_hash.eq(&visitor.ip_hash),
        phone_clicks::ua.eq(&visitor.ua),
        phone_clicks::referrer.eq(&visitor.referrer),
        phone_clicks::city.eq(&visitor.geolocation.city),
        phone_clicks::state.eq(&visitor.geolocation.state),
        phone_clicks::country.eq(&visitor.geolocation.country),
    );
    store
        .run(async |connection| {
            if !rate_limits::admit(connection, limit).await? {
                return Ok(false);
            }
            insert_into(phone_clicks::table)
                .values(click)
                .execute(connection)
                .await
                .map(|rows| rows > 0)
        })
        .await
}
