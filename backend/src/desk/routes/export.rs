//! `/api/desk/leads.csv`: leads for a spreadsheet program.

use std::io;

use actix_web::{
    HttpResponse,
    http::header::ContentDisposition,
    web::{self, Bytes},
};
use chrono::Utc;
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use futures_util::{
    Stream, StreamExt,
    stream::{self, try_unfold},
};
use serde::Deserialize;
use tracing::warn;
use utoipa::IntoParams;

use super::leads::search;
use crate::{
    company::time_zone,
    database::Store,
    desk::http::DeskRequest,
    leads::{
        lead_records::{self, LeadRecord, Position, Selection},
        log::{self, DeskAct},
        spreadsheet::Spreadsheet,
    },
    observability::error_chain::chain,
    web::error::RequestError,
};

/// The leads to export.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportParameters {
    /// A text that the leads contain, as in the list of leads.
    #[param(required = false, max_length = 200)]
    search: Option<String>,
}

/// Download leads as a CSV file, the newest first
///
/// The file has the columns of `backend leads export`. The download is recorded.
#[utoipa::path(
    get,
    path = "/api/desk/leads.csv",
    operation_id = "exportDeskLeads",
    params(ExportParameters),
    responses((
        status = 200,
        description = "The file. If the export fails midway, the connection is closed.",
        body = String,
        content_type = "text/csv",
    )),
)]
pub(crate) async fn export(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let parameters: ExportParameters = request.query()?;
    let selection = Selection {
        search: search(parameters.search)?,
        ..Selection::default()
    };
    // An error on the first page gets a response of its own.
    let (first, next) = request
        .run(async |connection| {
            log::record_at_desk(connection, &request.session.address, DeskAct::Export).await?;
            lead_records::page(connection, &selection, None).await
        })
        .await?;
    let begun = Spreadsheet::begin(Vec::new()).and_then(|file| write(file, &first));
    let rest = pages(request.store, selection, next, lead_records::page, |page| {
        write(Spreadsheet::resume(Vec::new()), &page)
    });
    let name = format!("leads-{}.csv", time_zone::day(Utc::now()));
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(ContentDisposition::attachment(name))
        .streaming(stream::iter([begun]).chain(rest)))
}

/// Streams a file's pages after the first, one at a time, so that a slow reader holds neither
/// memory nor a database connection.
pub(super) fn pages<T>(
    store: web::Data<Store>,
    selection: Selection,
    next: Option<Position>,
    read: impl AsyncFn(
        &mut AsyncPgConnection,
        &Selection,
        Option<Position>,
    ) -> QueryResult<(Vec<T>, Option<Position>)>,
    write: impl Fn(Vec<T>) -> io::Result<Bytes>,
) -> impl Stream<Item = io::Result<Bytes>> {
    try_unfold(
        (store, selection, next, read, write),
        async |(store, selection, next, read, write)| {
            if next.is_none() {
                return Ok(None);
            }
            let (page, next) = store
                .run(async |connection| read(connection, &selection, next).await)
                .await
                .map_err(|cause| {
                    warn!(cause = chain(&cause), "an export of leads was interrupted");
                    io::Error::other(cause)
                })?;
            Ok(Some((write(page)?, (store, selection, next, read, write))))
        },
    )
}

fn write(mut file: Spreadsheet<Vec<u8>>, page: &[LeadRecord]) -> io::Result<Bytes> {
    for record in page {
        file.write(record)?;
    }
    file.finish().map(Bytes::from)
}
