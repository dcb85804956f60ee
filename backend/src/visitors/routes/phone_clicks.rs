//! `POST /api/incrementPhoneClickCount`: counts a click on a call button as a row of `phone_clicks`.

use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::{
    database::{Store, schema::phone_clicks},
    observability::metrics::Metrics,
    visitors::{RateLimitScope, RequestCounts, TrackingInput, VisitorIdentifier},
    web::{
        api::Success, body, description::VISITORS, error::RequestError, limits::SMALL_BODY_BYTES,
    },
};

/// Count a click on a call button
#[utoipa::path(
    post,
    path = "/api/incrementPhoneClickCount",
    operation_id = "countPhoneClick",
    tag = VISITORS,
    request_body = TrackingInput,
    responses(
        (status = 200, description = "The click is counted.", body = Success),
    ),
)]
pub(crate) async fn count(
    request: HttpRequest,
    payload: web::Payload,
    visitors: web::Data<VisitorIdentifier>,
    store: web::Data<Store>,
    counts: web::Data<RequestCounts>,
    metrics: web::Data<Metrics>,
) -> Result<HttpResponse, RequestError> {
    // A link's `ping` (HTML, section 4.6.7), where the page's script had not come: its body says nothing.
    let tracking = if request.content_type() == "text/ping" {
        TrackingInput::default()
    } else {
        body::object(&request, payload.into_inner(), SMALL_BODY_BYTES).await?
    };
    let visitor = visitors.visitor(&request, tracking)?;
    let limit = visitors.rate_limit(&request, RateLimitScope::Clicks);
    if !counts.admit(&limit, 1) {
        return Err(RequestError::rate_limited());
    }
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
        .await?;
    metrics.phone_clicks.inc();
    Ok(Success::response())
}
