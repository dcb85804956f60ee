//! `/api/desk/estimate-lines`: lines of earlier estimates.

use actix_web::HttpResponse;
use diesel::{
    QueryableByName, sql_query,
    sql_types::{Integer, Text},
};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{desk::http::DeskRequest, web::error::RequestError};

/// Lines of earlier estimates.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskEstimateLines {
    /// The lines with the latest price of each, the newest first: at most 50.
    lines: Vec<DeskEstimateLine>,
}

/// A line of an earlier estimate.
#[derive(QueryableByName, Serialize, ToSchema)]
pub(crate) struct DeskEstimateLine {
    /// What was done.
    #[diesel(sql_type = Text)]
    what: String,
    /// The price.
    #[diesel(sql_type = Integer)]
    cents: i32,
}

/// The newest lines among those of the newest events, which the index of their times has in order.
const NEWEST: &str = "
    SELECT what, cents
    FROM (
        SELECT DISTINCT ON (lower(line->>'what')) at, line->>'what' AS what,
            (line->>'cents')::integer AS cents
        FROM (SELECT at, kind, data FROM desk_events ORDER BY at DESC LIMIT 10000) AS event,
            jsonb_array_elements(CASE kind WHEN 'offered' THEN data->'lines' END) AS line
        ORDER BY lower(line->>'what'), at DESC
    ) AS latest
    ORDER BY at DESC, what
    LIMIT 50";

/// List lines of earlier estimates
#[utoipa::path(
    get,
    path = "/api/desk/estimate-lines",
    operation_id = "listDeskEstimateLines",
    responses((status = 200, description = "The lines.", body = DeskEstimateLines)),
)]
pub(crate) async fn list(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let lines = request
        .run(async |connection| sql_query(NEWEST).load(connection).await)
        .await?;
    Ok(HttpResponse::Ok().json(DeskEstimateLines { lines }))
}
