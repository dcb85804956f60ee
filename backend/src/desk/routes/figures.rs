//! `/api/desk/figures`: leads and call clicks in figures.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    desk::{figures, http::DeskRequest},
    web::error::RequestError,
};

/// The period that figures are of: this week and those before it.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub(crate) enum Weeks {
    #[serde(rename = "4")]
    Four = 4,
    #[serde(rename = "12")]
    Twelve = 12,
    #[serde(rename = "52")]
    FiftyTwo = 52,
}

impl Weeks {
    /// The number of weeks.
    pub(crate) fn count(self) -> u8 {
        self as u8
    }
}

/// Which figures to read.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Period {
    /// This week and those before it, so many in all.
    #[param(inline, example = "12")]
    weeks: Weeks,
}

/// Read the figures of some weeks
#[utoipa::path(
    get,
    path = "/api/desk/figures",
    operation_id = "getDeskFigures",
    params(Period),
    responses((status = 200, description = "The figures.", body = figures::DeskFigures)),
)]
pub(crate) async fn read(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let Period { weeks } = request.query()?;
    let figures = request
        .run(async |connection| {
            figures::read(connection, &request.desk.public_url, weeks.count()).await
        })
        .await?;
    Ok(HttpResponse::Ok().json(figures))
}
