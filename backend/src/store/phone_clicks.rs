//! The table `phone_clicks`: one row a click on a call button.

use diesel::{Insertable, insert_into};
use diesel_async::RunQueryDsl;

use super::{Store, StoreError, schema::phone_clicks};
use crate::visitor::Visitor;

#[derive(Insertable)]
#[diesel(table_name = phone_clicks, treat_none_as_default_value = false)]
struct NewPhoneClick {
    visitor_id: Option<String>,
    session_id: Option<String>,
    ip_hash: Option<String>,
    ua: Option<String>,
    referrer: Option<String>,
    city: Option<String>,
    state: Option<String>,
    country: Option<String>,
}

/// Saves a click.
///
/// # Errors
/// [`StoreError`].
pub async fn insert(store: &Store, visitor: Visitor) -> Result<(), StoreError> {
    let click = NewPhoneClick {
        visitor_id: visitor.visitor_id,
        session_id: visitor.session_id,
        ip_hash: visitor.ip_hash,
        ua: visitor.ua,
        referrer: visitor.referrer,
        city: visitor.place.city,
        state: visitor.place.state,
        country: visitor.place.country,
    };
    store
        .run(async |connection| {
            insert_into(phone_clicks::table)
                .values(&click)
                .execute(connection)
                .await
        })
        .await
        .map(drop)
}
