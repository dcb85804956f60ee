//! The table `phone_clicks`: one row a click on a call button.

use diesel::{
    Insertable, IntoSql, QueryDsl, select,
    sql_types::{Nullable, Text},
};
use diesel_async::RunQueryDsl;

use super::{
    Store, StoreError,
    flood::{FloodLimit, within_flood_limit},
    schema::phone_clicks,
};
use crate::visitor::Visitor;

/// Saves a click. Answers whether it was within the limit.
///
/// # Errors
/// [`StoreError`].
pub async fn insert(
    store: &Store,
    visitor: &Visitor,
    limit: &FloodLimit,
) -> Result<bool, StoreError> {
    let click = select((
        visitor.visitor_id.as_deref().into_sql::<Nullable<Text>>(),
        visitor.session_id.as_deref().into_sql::<Nullable<Text>>(),
        visitor.ip_hash.as_deref().into_sql::<Nullable<Text>>(),
        visitor.ua.as_deref().into_sql::<Nullable<Text>>(),
        visitor.referrer.as_deref().into_sql::<Nullable<Text>>(),
        visitor.place.city.as_deref().into_sql::<Nullable<Text>>(),
        visitor.place.state.as_deref().into_sql::<Nullable<Text>>(),
        visitor
            .place
            .country
            .as_deref()
            .into_sql::<Nullable<Text>>(),
    ));
    let admitted = click
        .filter(within_flood_limit(limit.key.as_deref(), 1, limit.per_hour))
        .insert_into(phone_clicks::table)
        .into_columns((
            phone_clicks::visitor_id,
            phone_clicks::session_id,
            phone_clicks::ip_hash,
            phone_clicks::ua,
            phone_clicks::referrer,
            phone_clicks::city,
            phone_clicks::state,
            phone_clicks::country,
        ));
    store
        .run(async |connection| admitted.execute(connection).await)
        .await
        .map(|rows| rows > 0)
}
