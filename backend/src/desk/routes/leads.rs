//! `/api/desk/leads`: leads, and what becomes of them.

use std::borrow::Cow;

use actix_web::{HttpResponse, http::StatusCode};
use chrono::{DateTime, Datelike, Utc};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator_wasm::{Estimate, Field};

use crate::{
    database::{
        desk_status::{LostReason, Status},
        outbox_kind::Channel,
    },
    desk::{
        http::{DeskRequest, unreadable},
        lead::{DeskLead, HistoryEntry},
        tables::leads::{self, Change, ChangeOutcome},
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

/// Reads a whole number that is not negative. In JSON, `1.0` is one too.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number.fract() != 0.0 || !(0.0..=f64::from(i32::MAX)).contains(&number) {
        return Err(D::Error::custom("no whole number"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and in range")]
    Ok(number as i32)
}

/// Reads a value to set: `null` removes the current one.
#[expect(clippy::option_option, reason = "left out, null, and a value")]
fn setting<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Reads a value that may be left out, but is not `null`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An amount in whole dollars.
#[derive(Deserialize)]
struct Dollars(#[serde(deserialize_with = "whole")] i32);

/// A time between 2000 and 2100: no other is meant, and every list can order these.
#[derive(Clone, Copy)]
struct Time(DateTime<Utc>);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        DateTime::parse_from_rfc3339(&text)
            .ok()
            .filter(|time| (2000..2100).contains(&time.year()))
            .map(|time| Self(time.to_utc()))
            .ok_or_else(|| D::Error::custom("no time"))
    }
}

/// What of a lead is to be set. What is left out stays as it is; `null` removes it.
#[expect(clippy::option_option, reason = "left out, null, and a value")]
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Edit {
    /// The version that is changed.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 0, maximum = 2_147_483_647, example = 0)]
    version: i32,
    /// The status. Lost and spam need nobody any more: there is no `nextAt` then.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, example = "quoted")]
    status: Option<Status>,
    /// When it needs somebody next; `null` when the work is done.
    #[serde(default, deserialize_with = "setting")]
    #[schema(value_type = Option<DateTime<Utc>>, example = "2026-11-27T13:00:00Z")]
    next_at: Option<Option<Time>>,
    /// The note.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, max_length = 5_000, example = "Comes on Tuesday.")]
    note: Option<String>,
    /// When somebody of the company called: all calls.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Vec<DateTime<Utc>>>, nullable = false, max_items = 50, example = json!(["2026-11-24T13:00:00Z"]))]
    calls: Option<Vec<Time>>,
    /// `true`: who asks for it takes care of it. `false`: nobody does.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    taken_by: Option<bool>,
    /// The amount of the estimate, in whole dollars.
    #[serde(default, deserialize_with = "setting")]
    #[schema(value_type = Option<i32>, minimum = 0, example = 1850)]
    quoted: Option<Option<Dollars>>,
    /// The amount of the order, in whole dollars.
    #[serde(default, deserialize_with = "setting")]
    #[schema(value_type = Option<i32>, minimum = 0, example = 1850)]
    won: Option<Option<Dollars>>,
    /// When somebody goes there.
    #[serde(default, deserialize_with = "setting")]
    #[schema(value_type = Option<DateTime<Utc>>, example = "2026-11-25T14:00:00Z")]
    visit_at: Option<Option<Time>>,
    /// Who goes there.
    #[serde(default, deserialize_with = "setting")]
    #[schema(value_type = Option<String>, max_length = 100, example = "Ben")]
    visit_by: Option<Option<String>>,
    /// Why it was lost. There is none without the status.
    #[serde(default, deserialize_with = "setting")]
    #[schema(value_type = Option<LostReason>)]
    lost_reason: Option<Option<LostReason>>,
}

impl Edit {
    /// The checked edit.
    fn checked(self) -> Result<leads::Edit, RequestError> {
        if (self.note.as_ref()).is_some_and(|note| note.chars().count() > MAX_NOTE_CHARS) {
            return Err(RequestError::malformed(
                "A note has at most 5,000 characters.",
            ));
        }
        let visit_by = self.visit_by.as_ref().and_then(Option::as_ref);
        if visit_by.is_some_and(|by| by.chars().count() > MAX_VISIT_BY_CHARS) {
            return Err(RequestError::malformed(
                "Who goes there has at most 100 characters.",
            ));
        }
        if (self.calls.as_ref()).is_some_and(|calls| calls.len() > MAX_CALLS) {
            return Err(RequestError::malformed("A request has at most 50 calls."));
        }
        let time = |Time(time): Time| time;
        let dollars = |Dollars(dollars): Dollars| dollars;
        Ok(leads::Edit {
            status: self.status,
            note: self.note,
            next_at: self.next_at.map(|at| at.map(time)),
            calls: self.calls.map(|calls| {
                let mut calls: Vec<_> = calls.into_iter().map(time).collect();
                calls.sort_unstable();
                calls.dedup();
                calls
            }),
            taken: self.taken_by,
            quoted: self.quoted.map(|amount| amount.map(dollars)),
            won: self.won.map(|amount| amount.map(dollars)),
            visit_at: self.visit_at.map(|at| at.map(time)),
            visit_by: self.visit_by,
            lost_reason: self.lost_reason,
        })
    }
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
    let edit: Edit = request.fields().await?;
    let version = edit.version;
    let change = Change::Edit(Box::new(edit.checked()?));
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
    #[schema(value_type = DateTime<Utc>, example = "2026-11-24T13:00:00Z")]
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
    let (id, Time(next_at)) = (entered.id, entered.next_at);
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
