//! `POST /api/incrementPhoneClickCount`: a call button was clicked.

use actix_web::{HttpRequest, HttpResponse, web};

use crate::{
    database::Store,
    observability::metrics::Metrics,
    visitors::{RateLimitScope, RequestCounts, TrackingInput, VisitorIdentifier, phone_clicks},
    web::{api::Success, body, description::VISITORS, error::RequestError},
};

/// Count a click on a call button
#[utoipa::path(
    post,
    path = "/api/incrementPhoneClickCount",
    operation_id = "countPhoneClick",
    tag = VISITORS,
    request_body = TrackingInput,
    responses(
        (status = 200, description = "It is counted.", body = Success),
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
    let tracking: TrackingInput = body::fields(&body::json(&request, payload.into_inner()).await?)?;
    let visitor = visitors.visitor(&request, tracking)?;
    let limit = visitors.rate_limit(&request, RateLimitScope::Clicks);
    if !counts.admit(&limit, 1) {
        return Err(RequestError::rate_limited());
    }
    phone_clicks::insert(&store, &visitor).await?;
    metrics.phone_clicks.inc();
    Ok(Success::response())
}
