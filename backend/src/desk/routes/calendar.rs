//! `/api/desk/calendar`: the visits, for calendar programs that subscribe to them.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use diesel::{delete, dsl::now, insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    database::{Store, schema::desk_calendars},
    desk::{
        Desk, Token,
        http::{DeskRequest, found},
        lead_events, visit,
    },
    web::{api::Success, error::RequestError, transaction::transaction},
};

/// The state of a person's calendar address.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskCalendar {
    /// The time at which the address was created; `null` if there is none.
    since: Option<DateTime<Utc>>,
}

/// See whether the visits have a private address
#[utoipa::path(
    get,
    path = "/api/desk/calendar",
    operation_id = "getDeskCalendar",
    responses((status = 200, description = "The time of the address's creation. The address itself is not shown again.", body = DeskCalendar)),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let since = request
        .run(async |connection| {
            desk_calendars::table
                .find(&request.session.address)
                .select(desk_calendars::created_at)
                .first(connection)
                .await
                .optional()
        })
        .await?;
    Ok(HttpResponse::Ok().json(DeskCalendar { since }))
}

/// A new address.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeskCalendarAddress {
    /// The URL at which a calendar program reads the visits. The URL is the only secret.
    #[schema(example = "https://www.example.com/api/desk/calendar/kfQfJ0Gm.ics")]
    url: String,
}

/// Create a private address for the visits
///
/// A calendar program that subscribes to the address shows the visits and keeps them up to date.
/// The address is valid until it is removed or replaced, or the person signs out everywhere.
#[utoipa::path(
    post,
    path = "/api/desk/calendar",
    operation_id = "makeDeskCalendar",
    responses((status = 200, description = "The address. It is not shown again.", body = DeskCalendarAddress)),
)]
pub(crate) async fn make(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let token = Token::generate();
    let hash = token.hash();
    request
        .run(async |connection| {
            let address = desk_calendars::address.eq(&request.session.address);
            let token_hash = desk_calendars::token_hash.eq(&hash[..]);
            insert_into(desk_calendars::table)
                .values((address, token_hash))
                .on_conflict(desk_calendars::address)
                .do_update()
                .set((token_hash, desk_calendars::created_at.eq(now)))
                .execute(connection)
                .await
        })
        .await?;
    let site = &request.desk.public_url;
    let url = format!("{site}/api/desk/calendar/{}.ics", token.text());
    Ok(HttpResponse::Ok().json(DeskCalendarAddress { url }))
}

/// Remove the private address of the visits
#[utoipa::path(
    delete,
    path = "/api/desk/calendar",
    operation_id = "removeDeskCalendar",
    responses((status = 200, description = "The address is no longer valid.", body = Success)),
)]
pub(crate) async fn remove(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    request
        .run(async |connection| {
            let own = desk_calendars::table.find(&request.session.address);
            delete(own).execute(connection).await
        })
        .await?;
    Ok(Success::response())
}

/// Read the visits as a calendar
///
/// For calendar programs, which send no cookie. The token in the address is the key. An entry has the service, the
/// first name, the address, and who goes there, but no phone number, message, or note.
#[utoipa::path(
    get,
    path = "/api/desk/calendar/{token}.ics",
    operation_id = "readDeskCalendar",
    params(("token" = String, Path, description = "The token of the address.")),
    responses((
        status = 200,
        description = "The visits of the last month and all future visits, as iCalendar (RFC 5545).",
        body = String,
        content_type = "text/calendar",
    )),
)]
pub(crate) async fn read(
    request: HttpRequest,
    path: web::Path<String>,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, RequestError> {
    let token = Token::sent(&path).hash();
    let read = transaction(&store, async |connection| {
        let owner: Option<String> = desk_calendars::table
            .filter(desk_calendars::token_hash.eq(&token[..]))
            .select(desk_calendars::address)
            .first(connection)
            .await
            .optional()?;
        if owner.is_none_or(|address| desk.people.person(&address).is_none()) {
            return Ok(None);
        }
        Ok(Some(lead_events::in_calendar(connection).await?))
    });
    let mut visits = (found(&request, read).await?).ok_or_else(RequestError::not_found)?;
    // Calendar programs keep copies, and the address is the only secret.
    for lead in &mut visits {
        lead.estimate.phone.clear();
        lead.estimate.message.clear();
        lead.state.note.clear();
    }
    Ok(HttpResponse::Ok()
        .content_type(visit::MEDIA_TYPE)
        .body(visit::calendar(&visits)))
}
