//! `/api/desk/leads`: lists of leads, one lead, and entered leads.

use actix_web::{HttpResponse, http::StatusCode};
use chrono::{DateTime, Utc};
use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use lead_log::{Act, Event, check_time};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator_wasm::Estimate;

use super::events::LeadAndLog;
use crate::{
    database::schema::site_forms,
    desk::{
        http::{DeskRequest, unreadable},
        lead::DeskLead,
        lead_events,
        routes::events::refusal,
        visit,
    },
    leads::{
        ValidEstimate,
        lead_records::{self, Extent, LeadRecord, List, Position, Selection},
        log,
        site_forms::EstimateColumns,
    },
    message_kind::Channel,
    outbox::lead_messages,
    web::{error::RequestError, transaction::transaction},
};

const MAX_PAGE: usize = 200;

const PAGE: usize = 50;

const MAX_SEARCH_CHARS: usize = 200;

/// The leads to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParameters {
    /// A list, in its order; all leads, the newest first, if it is left out. A search is in all leads.
    #[param(inline, required = false)]
    list: Option<List>,
    /// Words that must all occur in the name, address, details, email address, phone number, or
    /// note, ignoring case and accents. Leads with the words in their name or number come first,
    /// then the others, each the newest first.
    #[param(required = false, max_length = 200)]
    search: Option<String>,
    /// The `next` of the last page.
    #[param(required = false, pattern = "^[0-9]{1,17}\\.[0-9a-f]{32}$")]
    after: Option<String>,
    /// The maximum number of leads; 50 if it is left out.
    #[param(required = false, minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

/// A page of leads.
#[derive(Serialize, ToSchema)]
pub(crate) struct Page {
    leads: Vec<DeskLead>,
    /// The `after` of the next page; `null` on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// List leads
#[utoipa::path(
    get,
    path = "/api/desk/leads",
    operation_id = "listDeskLeads",
    params(ListParameters),
    responses((status = 200, description = "A page of leads.", body = Page)),
)]
pub(crate) async fn list(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let parameters: ListParameters = request.query()?;
    let limit = parameters.limit.unwrap_or(PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(unreadable());
    }
    let after = match &parameters.after {
        Some(cursor) => Some(position(cursor).ok_or_else(unreadable)?),
        None => None,
    };
    let search = search(parameters.search)?;
    let (leads, next) = request
        .run(async |connection| {
            let selection = Selection {
                search: search.clone(),
                extent: Extent::List,
                ..Selection::default()
            };
            match parameters.list {
                _ if search.is_some() => {
                    lead_records::search_page(connection, &selection, after, limit).await
                }
                Some(list) => lead_records::list_page(connection, list, after, limit).await,
                None => lead_records::newest_page(connection, &selection, after, limit).await,
            }
        })
        .await?;
    Ok(HttpResponse::Ok().json(Page {
        leads: shown(&request, leads),
        next: next.map(cursor),
    }))
}

/// Returns leads as the desk shows them.
pub(super) fn shown(request: &DeskRequest, leads: Vec<LeadRecord>) -> Vec<DeskLead> {
    let links = &request.desk.senders.customer_links;
    leads
        .into_iter()
        .map(|it| DeskLead::new(it, links))
        .collect()
}

/// Checks the text to search for.
pub(super) fn search(text: Option<String>) -> Result<Option<String>, RequestError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > MAX_SEARCH_CHARS {
        return Err(unreadable());
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Formats a position: a time in microseconds since 1970, and an id. A forged position does no harm.
fn cursor(Position { at, id }: Position) -> String {
    format!("{}.{}", at.timestamp_micros(), id.simple())
}

fn position(cursor: &str) -> Option<Position> {
    let (micros, id) = cursor.split_once('.')?;
    let is_number =
        (1..=17).contains(&micros.len()) && micros.bytes().all(|byte| byte.is_ascii_digit());
    let is_id = id.len() == 32
        && (id.bytes()).all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if !is_number || !is_id {
        return None;
    }
    Some(Position {
        at: DateTime::from_timestamp_micros(micros.parse().ok()?)?,
        id: Uuid::try_parse(id).ok()?,
    })
}

/// A lead, its events, and other leads of the same person.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeadAndRelated {
    #[serde(flatten)]
    lead: LeadAndLog,
    /// Other leads with the same phone number or email address, the newest first: at most ten,
    /// among the newest 10,000 leads.
    related: Vec<DeskLead>,
}

/// See a lead and its events
///
/// The first person who sees a lead is recorded, and the visitor is told.
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}",
    operation_id = "getDeskLead",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    responses((status = 200, description = "The lead.", body = LeadAndRelated)),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let (lead, events, related) = transaction(&request.store, async |connection| {
        let lead = lead_events::find(connection, id).await?;
        log::record_read(connection, &request.session.address, id).await?;
        let events = log::of_lead(connection, id).await?;
        let related = lead_events::related(connection, &lead).await?;
        Ok((lead, events, related))
    })
    .await?;
    Ok(HttpResponse::Ok().json(LeadAndRelated {
        lead: LeadAndLog::new(lead, events, &request.desk),
        related: shown(&request, related),
    }))
}

/// Get a lead's appointments as a calendar file
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/visit.ics",
    operation_id = "getDeskVisit",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    responses((
        status = 200,
        description = "The appointments, as iCalendar (RFC 5545).",
        body = String,
        content_type = "text/calendar",
    )),
)]
pub(crate) async fn visit(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let lead = transaction(&request.store, async |connection| {
        lead_events::find(connection, id).await
    })
    .await?;
    if lead.appointments.is_empty() {
        return Err(RequestError::not_found());
    }
    Ok(HttpResponse::Ok()
        .content_type(visit::MEDIA_TYPE)
        .body(visit::calendar(&[lead])))
}

/// A lead of a person who called.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EnteredLead {
    /// The lead's id, generated by the browser. The same id is the same lead.
    #[schema(example = "01990000-0000-7000-8000-000000000001")]
    id: Uuid,
    /// The caller's name. Without a name, the phone number is used.
    #[serde(default)]
    #[schema(example = "Jane Doe")]
    name: String,
    /// The phone number, in any format.
    #[schema(example = "404-555-0123")]
    phone: String,
    #[serde(default)]
    #[schema(example = "jane.doe@gmail.com")]
    email: String,
    /// The address of the tree.
    #[serde(default)]
    #[schema(example = "12 Oak Street")]
    address: String,
    /// The requested service: one of the form's services, or any text.
    #[serde(default)]
    #[schema(example = "Tree Removal")]
    service: String,
    /// The caller's description of the work.
    #[serde(default)]
    #[schema(example = "The big white oak leans over the garage.")]
    details: String,
    /// The urgency: `routine` (the default), `within-week`, `urgent`, `emergency`, or any text.
    #[serde(default)]
    #[schema(example = "within-week")]
    urgency: Option<String>,
    /// The time of the call, if it is in the past.
    #[serde(default)]
    #[schema(example = "2026-11-24T13:00:00Z")]
    at: Option<DateTime<Utc>>,
}

impl EnteredLead {
    fn checked(self) -> Result<ValidEstimate, RequestError> {
        let name = match self.name.trim() {
            "" => self.phone.trim(),
            name => name,
        };
        let (first_name, last_name) = name.rsplit_once(char::is_whitespace).unwrap_or((name, ""));
        let mut form = Estimate {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            phone: self.phone.clone(),
            email: self.email,
            address: self.address,
            service: self.service,
            message: self.details,
            ..Estimate::default()
        };
        form.urgency = self.urgency.unwrap_or(form.urgency);
        Ok(ValidEstimate::of_call(&form)?)
    }
}

/// Enter the lead of a person who called
///
/// A phone number is enough. An emergency is announced like one from the form, and its caller
/// counts as not reached yet. No email is sent about any other lead.
#[utoipa::path(
    post,
    path = "/api/desk/leads",
    operation_id = "enterDeskLead",
    request_body = EnteredLead,
    responses(
        (status = 201, description = "The lead.", body = DeskLead),
        (status = 200, description = "The lead, which already existed.", body = DeskLead),
    ),
)]
pub(crate) async fn enter(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let entered: EnteredLead = request.fields().await?;
    let (id, at) = (entered.id, entered.at.unwrap_or_else(Utc::now));
    check_time(at).map_err(refusal)?;
    let (estimate, lead) = entered.checked()?.into_parts();
    let columns = EstimateColumns::of(&estimate);
    let (is_new, lead) = transaction(&request.store, async |connection| {
        let inserted = insert_into(site_forms::table)
            .values((
                site_forms::id.eq(id),
                site_forms::full_name.eq(&lead.full_name),
                site_forms::email.eq(&lead.email),
                site_forms::phone.eq(&lead.phone),
                site_forms::message.eq(&lead.message),
                site_forms::site_name.eq(&lead.site_name),
                site_forms::source.eq("call"),
                &columns,
            ))
            .on_conflict_do_nothing()
            .execute(connection)
            .await?;
        if inserted > 0 {
            let event = Event {
                id,
                at,
                seen: None,
                recorded_at: None,
                who: request.session.address.clone(),
                act: Act::Entered,
            };
            lead_events::append(connection, id, event).await?;
            // Only emergencies have an email: for all other leads, somebody has spoken with the caller.
            if columns.emergency {
                lead_messages::release(connection, id).await?;
            }
        }
        Ok((inserted > 0, lead_events::find(connection, id).await?))
    })
    .await?;
    request.desk.notifier.notify(Channel::Mails);
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(HttpResponse::build(status).json(DeskLead::new(lead, &request.desk.senders.customer_links)))
}
