//! `/api/desk/leads`: leads, and what becomes of them.

use actix_web::{HttpResponse, http::StatusCode};
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator_wasm::{Estimate, Field};

use crate::{
    database::outbox_kind::Channel,
    desk::{
        http::{DeskRequest, unreadable},
        lead::{DeskLead, HistoryEntry},
        tables::leads::{self, Change, ChangeOutcome, Edit},
        values::{Time, given, whole},
        visit,
    },
    leads::{
        ValidEstimate, audit,
        lead_records::{self, Extent, List, Position, Selection},
    },
    web::error::RequestError,
};

/// The most leads on a page.
const MAX_PAGE: usize = 200;

const PAGE: usize = 50;

const MAX_SEARCH_CHARS: usize = 200;

/// The most characters of a note. The table has the same limit, also for the next two.
const MAX_NOTE_CHARS: usize = 5_000;

/// The most calls of a lead.
const MAX_CALLS: usize = 50;

/// The most characters of the name of who goes there.
const MAX_VISIT_BY_CHARS: usize = 100;

/// Which leads to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParameters {
    /// Those of this list, in its order; without one, all, the newest first.
    #[param(inline, required = false)]
    list: Option<List>,
    /// Those with each of these words in their name, address, details, e-mail address, telephone number
    /// or note, whatever their case and accents. First those that have them in their name or number; the
    /// newest first.
    #[param(required = false, max_length = 200)]
    search: Option<String>,
    /// Those after the last page: its `next`.
    #[param(required = false, pattern = "^[0-9]{1,16}\\.[0-9a-f]{32}$")]
    after: Option<String>,
    /// How many at most; 50 if it is left out.
    #[param(required = false, minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

/// A page of leads.
#[derive(Serialize, ToSchema)]
pub(crate) struct Page {
    /// The leads.
    leads: Vec<DeskLead>,
    /// For the next page, `after`; `null` on the last one.
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
    let after = parameters.after.as_deref().map(position).transpose()?;
    let search = search(parameters.search)?;
    let (leads, next) = request
        .store
        .run(async |connection| match (parameters.list, &search) {
            (Some(list), None) => lead_records::list_page(connection, list, after, limit).await,
            (list, search) => {
                let selection = Selection {
                    list,
                    search: search.clone(),
                    extent: Extent::List,
                    ..Selection::default()
                };
                if search.is_some() {
                    lead_records::search_page(connection, &selection, after, limit).await
                } else {
                    lead_records::newest_page(connection, &selection, after, limit).await
                }
            }
        })
        .await?;
    Ok(HttpResponse::Ok().json(Page {
        leads: leads.into_iter().map(DeskLead::from).collect(),
        next: next.map(cursor),
    }))
}

/// Reads the text to search for.
pub(super) fn search(text: Option<String>) -> Result<Option<String>, RequestError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > MAX_SEARCH_CHARS {
        return Err(unreadable());
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Formats the position of a lead: a time in microseconds since 1970, and its id. Nobody gains
/// anything by forging one: it only says where a page begins.
fn cursor(Position { at, id }: Position) -> String {
    format!("{}.{}", at.timestamp_micros(), id.simple())
}

fn position(cursor: &str) -> Result<Position, RequestError> {
    let read = || {
        let (micros, id) = cursor.split_once('.')?;
        let is_number =
            (1..=16).contains(&micros.len()) && micros.bytes().all(|byte| byte.is_ascii_digit());
        let is_id = id.len() == 32
            && id
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        (is_number && is_id).then_some(())?;
        Some(Position {
            at: DateTime::from_timestamp_micros(micros.parse().ok()?)?,
            id: Uuid::try_parse(id).ok()?,
        })
    };
    read().ok_or_else(unreadable)
}

/// A lead, and what was done to it.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeadAndHistory {
    /// The lead.
    lead: DeskLead,
    /// What was done to it, the latest first.
    history: Vec<HistoryEntry>,
    /// Others of the same telephone number or e-mail address, the newest first: at most ten, of the newest
    /// 10,000 leads.
    related: Vec<DeskLead>,
}

/// See a lead and its history
///
/// Who is the first to see it is recorded: its visitor is told.
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}",
    operation_id = "getDeskLead",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    responses((status = 200, description = "The lead.", body = LeadAndHistory)),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let found = request
        .store
        .run(async |connection| {
            let Some(lead) = leads::find(connection, id).await? else {
                return Ok(None);
            };
            audit::record_read(connection, &request.session.address, id).await?;
            let history = audit::of_lead(connection, id).await?;
            let related = leads::related(connection, &lead).await?;
            Ok(Some((lead, history, related)))
        })
        .await?;
    let (lead, history, related) = found.ok_or_else(RequestError::not_found)?;
    Ok(HttpResponse::Ok().json(LeadAndHistory {
        lead: lead.into(),
        history: history.into_iter().map(HistoryEntry::from).collect(),
        related: related.into_iter().map(DeskLead::from).collect(),
    }))
}

/// Get a lead's visit as a file for calendars
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/visit.ics",
    operation_id = "getDeskVisit",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    responses((
        status = 200,
        description = "The visit, as iCalendar (RFC 5545).",
        body = String,
        content_type = "text/calendar",
    )),
)]
pub(crate) async fn visit(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let lead = request
        .store
        .run(async |connection| leads::find(connection, id).await)
        .await?;
    let calendar = lead.as_ref().and_then(visit::calendar);
    Ok(HttpResponse::Ok()
        .content_type("text/calendar; charset=utf-8")
        .body(calendar.ok_or_else(RequestError::not_found)?))
}

/// Checks an edit: its lengths are those that the table allows. Its calls are sorted.
fn check(edit: &mut Edit) -> Result<(), RequestError> {
    let too_long = |what| Err(RequestError::malformed(what));
    if (edit.note.as_ref()).is_some_and(|note| note.chars().count() > MAX_NOTE_CHARS) {
        return too_long("A note has at most 5,000 characters.");
    }
    let visit_by = edit.visit_by.as_ref().and_then(Option::as_ref);
    if visit_by.is_some_and(|by| by.chars().count() > MAX_VISIT_BY_CHARS) {
        return too_long("Who goes there has at most 100 characters.");
    }
    if let Some(calls) = &mut edit.calls {
        if calls.len() > MAX_CALLS {
            return too_long("A request has at most 50 calls.");
        }
        calls.sort_unstable();
        calls.dedup();
    }
    Ok(())
}

/// The lead was changed meanwhile.
#[derive(Serialize, ToSchema)]
#[schema(as = DeskConflict)]
pub(crate) struct Conflict {
    /// That it was, in a sentence for people.
    error: &'static str,
    /// The lead as it is.
    lead: DeskLead,
}

/// Change a lead
///
/// Whatever is set can be set back by sending what was there before.
#[utoipa::path(
    patch,
    path = "/api/desk/leads/{id}",
    operation_id = "editDeskLead",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = Edit,
    responses(
        (status = 200, description = "The lead as it is now.", body = DeskLead),
        (status = 409, description = "The lead has another version: nothing was changed.", body = Conflict),
    ),
)]
pub(crate) async fn edit(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let mut edit: Edit = request.fields().await?;
    check(&mut edit)?;
    let version = edit.version;
    let change = Change::Edit(Box::new(edit));
    make(&request, id, version, &change).await
}

/// A lead of somebody who called.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EnteredLead {
    /// The lead's id, which the browser makes. Sent again, it is the same lead.
    #[schema(example = "01990000-0000-7000-8000-000000000001")]
    id: Uuid,
    /// First and last name.
    #[schema(example = "Jane Doe")]
    name: String,
    /// Telephone number in whatever form it is typed.
    #[schema(example = "404-555-0123")]
    phone: String,
    /// E-mail address.
    #[serde(default)]
    #[schema(example = "jane.doe@gmail.com")]
    email: String,
    /// Where the tree stands.
    #[serde(default)]
    #[schema(example = "12 Oak Street")]
    address: String,
    /// What is to be done: one of the form's services, or anything else.
    #[serde(default)]
    #[schema(example = "Tree Removal")]
    service: String,
    /// What the caller said.
    #[schema(example = "The big white oak leans over the garage.")]
    details: String,
    /// How soon: `routine`, `within-week`, `urgent`, `emergency`, or anything else; `routine` if it is left
    /// out.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, example = "within-week")]
    urgency: Option<String>,
    /// When it needs somebody next.
    #[schema(value_type = String, format = DateTime, example = "2026-11-24T13:00:00Z")]
    next_at: Time,
}

impl EnteredLead {
    /// Checks that the required fields are present.
    fn checked(self) -> Result<ValidEstimate, RequestError> {
        let name = self.name.trim();
        let (first_name, last_name) = name.rsplit_once(char::is_whitespace).unwrap_or((name, ""));
        let form = Estimate {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            phone: self.phone,
            email: self.email,
            address: self.address,
            service: self.service,
            urgency: self.urgency.unwrap_or(Estimate::default().urgency),
            message: self.details,
        };
        ValidEstimate::of_call(&form).map_err(|rejection| RequestError {
            field: rejection.field.map(entered_field),
            ..rejection.into()
        })
    }
}

/// The name of a form's field where the desk enters a lead.
const fn entered_field(field: Field) -> &'static str {
    match field {
        Field::FirstName | Field::LastName => "name",
        Field::Message => "details",
        field => field.as_str(),
    }
}

/// The rules refuse a lead that is entered by hand.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is described, and made as any error")]
pub(crate) struct DeskRefusal {
    /// Why, in a sentence for people.
    error: &'static str,
    /// The field in which the reason lies, if it lies in one.
    #[schema(required)]
    field: Option<&'static str>,
}

/// Enter the lead of somebody who called
///
/// Nobody is sent a mail about it.
#[utoipa::path(
    post,
    path = "/api/desk/leads",
    operation_id = "enterDeskLead",
    request_body = EnteredLead,
    responses(
        (status = 201, description = "The lead.", body = DeskLead),
        (status = 200, description = "The lead, which was there already.", body = DeskLead),
        (status = 422, description = "What the form requires is missing.", body = DeskRefusal),
    ),
)]
pub(crate) async fn enter(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let entered: EnteredLead = request.fields().await?;
    let (id, next_at) = (entered.id, entered.next_at.into());
    let (estimate, lead) = entered.checked()?.into_parts();
    let who = &request.session.address;
    let (is_new, lead) = request
        .store
        .run(async |connection| {
            let is_new = leads::enter(connection, who, id, &lead, &estimate, next_at).await?;
            Ok((is_new, leads::find(connection, id).await?))
        })
        .await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let lead = DeskLead::from(lead.ok_or_else(RequestError::not_found)?);
    Ok(HttpResponse::build(status).json(lead))
}

/// Whether a suspect lead is a customer's.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(example = "customer")]
pub(crate) enum Verdict {
    /// It is a customer's.
    Customer,
    /// It is spam.
    Spam,
    /// It may be spam, as when it came: undoes another verdict.
    Unsure,
}

/// A verdict about a lead.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Judgement {
    /// The version that is judged.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 0, maximum = 2_147_483_647, example = 0)]
    version: i32,
    /// The verdict.
    verdict: Verdict,
}

/// Say whether a lead is a customer's or spam
///
/// A customer's lead is new and not suspect any more, and its mail goes out at once. The mail of spam,
/// if it has not been sent, is neither sent nor listed in a digest. A lead of which it is not certain is
/// new and suspect, and its mail, if it has not been sent, is listed in the next digest.
#[utoipa::path(
    post,
    path = "/api/desk/leads/{id}/verdict",
    operation_id = "judgeDeskLead",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = Judgement,
    responses(
        (status = 200, description = "The lead as it is now.", body = DeskLead),
        (status = 409, description = "The lead has another version: nothing was changed.", body = Conflict),
    ),
)]
pub(crate) async fn judge(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let Judgement { version, verdict } = request.fields().await?;
    let change = match verdict {
        Verdict::Customer => Change::Customer,
        Verdict::Spam => Change::Spam,
        Verdict::Unsure => Change::Unsure,
    };
    let response = make(&request, id, version, &change).await?;
    if verdict == Verdict::Customer {
        request.desk.notifier.notify(Channel::Mails);
    }
    Ok(response)
}

async fn make(
    request: &DeskRequest,
    id: Uuid,
    version: i32,
    change: &Change,
) -> Result<HttpResponse, RequestError> {
    let change = async |connection: &mut _| {
        leads::change(connection, &request.session.address, id, version, change).await
    };
    match request.store.run(change).await? {
        ChangeOutcome::Done(lead) => Ok(HttpResponse::Ok().json(DeskLead::from(*lead))),
        ChangeOutcome::Conflict(lead) => Ok(HttpResponse::Conflict().json(Conflict {
            error: "Somebody else has changed this request meanwhile.",
            lead: DeskLead::from(*lead),
        })),
        ChangeOutcome::NotFound => Err(RequestError::not_found()),
    }
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn a_cursor_is_a_time_and_an_id() {
        let id = "01a20319b1137023b0b5e62792ba10f1";
        assert!(position(&format!("1795363200123456.{id}")).is_ok());
        for text in [
            String::new(),
            "1".to_owned(),
            format!(".{id}"),
            format!("-1.{id}"),
            format!("+1.{id}"),
            format!("99999999999999999.{id}"),
            format!("1.{}", id.to_uppercase()),
            format!("1.{id}0"),
            "1.{01a20319-b113-7023-b0b5-e62792ba10}".to_owned(),
        ] {
            assert!(position(&text).is_err(), "{text}");
        }
    }
}
