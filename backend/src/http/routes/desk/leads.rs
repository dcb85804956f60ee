//! `/api/desk/leads`: leads, and what becomes of them.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::DateTime;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    desk::{
        Desk,
        lead::{Change as Recorded, DeskLead},
    },
    http::{
        desk::{self, DeskError, SignedIn, unreadable},
        error::RequestError,
        methods::{get_only, not_allowed, post_only},
        openapi::{DESK, failures},
    },
    store::{
        Store,
        desk::{
            audit,
            leads::{self, Change, ChangeOutcome},
            status::Status,
        },
        lead_records::{self, Folder, Position, Selection},
        outbox::kind::Channel,
    },
};

/// The most leads of a page.
const MAX_PAGE: i64 = 200;

const PAGE: i64 = 50;

const MAX_SEARCH_CHARS: usize = 200;

/// The most characters of a note; the table has the same limit.
const MAX_NOTE_CHARS: usize = 5_000;

/// The paths.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(get_only("/leads", || web::to(list)))
        .service(
            web::resource("/leads/{id}")
                .route(web::get().to(show))
                .route(web::head().to(show))
                .route(web::patch().to(edit))
                .default_service(web::to(async || not_allowed("GET, HEAD, PATCH"))),
        )
        .service(post_only("/leads/{id}/verdict", web::post().to(judge)));
}

/// Which leads to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParameters {
    /// Those of this folder; without one, of all.
    #[param(inline, required = false)]
    folder: Option<Folder>,
    /// Those with this text in their name, address, details or e-mail address, or with this telephone
    /// number, written in any way.
    #[param(required = false, max_length = 200)]
    search: Option<String>,
    /// Those after the last page: its `next`.
    #[param(required = false, pattern = "^[0-9]{1,16}\\.[0-9a-f]{32}$")]
    after: Option<String>,
    /// How many at most; 50 if it is left out.
    #[param(required = false, minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// A page of leads.
#[derive(Serialize, ToSchema)]
pub(crate) struct Page {
    /// The leads, the newest first.
    leads: Vec<DeskLead>,
    /// For the next page, `after`; `null` on the last one.
    #[schema(required)]
    next: Option<String>,
}

/// List leads, the newest first
#[utoipa::path(
    get,
    path = "/api/desk/leads",
    operation_id = "listDeskLeads",
    tag = DESK,
    security(("desk" = [])),
    params(ListParameters),
    responses(
        (status = 200, description = "A page of leads.", body = Page),
        failures::BadParameter,
        failures::SignedOut,
        failures::Fault,
    ),
)]
pub(crate) async fn list(
    request: HttpRequest,
    _: SignedIn,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let parameters: ListParameters = desk::query(&request)?;
    let limit = parameters.limit.unwrap_or(PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(unreadable());
    }
    let after = parameters.after.as_deref().map(position).transpose()?;
    let selection = Selection {
        folder: parameters.folder,
        search: search(parameters.search)?,
        ..Selection::default()
    };
    let mut leads = store
        .run(async |connection| {
            // One more shows whether there is another page.
            lead_records::read(connection, &selection, after, limit + 1).await
        })
        .await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let next = (leads.len() > most)
        .then(|| leads.get(most - 1).map(|lead| cursor(lead.position())))
        .flatten();
    leads.truncate(most);
    Ok(HttpResponse::Ok().json(Page {
        leads: leads.into_iter().map(DeskLead::from).collect(),
        next,
    }))
}

/// Reads what to search for.
///
/// # Errors
/// When it is too long.
pub(super) fn search(text: Option<String>) -> Result<Option<String>, DeskError> {
    let text = text.unwrap_or_default();
    if text.chars().count() > MAX_SEARCH_CHARS {
        return Err(unreadable());
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Writes the place of a lead: microseconds since 1970 and its id. Nobody gains by forging one: it only
/// says where a page begins.
fn cursor(Position { created_at, id }: Position) -> String {
    format!("{}.{}", created_at.timestamp_micros(), id.simple())
}

fn position(cursor: &str) -> Result<Position, DeskError> {
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
            created_at: DateTime::from_timestamp_micros(micros.parse().ok()?)?,
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
    history: Vec<Recorded>,
}

/// See a lead and its history
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}",
    operation_id = "getDeskLead",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The lead's id.")),
    responses(
        (status = 200, description = "The lead.", body = LeadAndHistory),
        failures::SignedOut,
        failures::Unknown,
        failures::Fault,
    ),
)]
pub(crate) async fn show(
    id: web::Path<String>,
    _: SignedIn,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let (lead, history) = store
        .run(async |connection| {
            Ok((
                leads::find(connection, id).await?,
                audit::of_lead(connection, id).await?,
            ))
        })
        .await?;
    let lead = lead.ok_or(RequestError::NotFound)?;
    Ok(HttpResponse::Ok().json(LeadAndHistory {
        lead: lead.into(),
        history: history.into_iter().map(Recorded::from).collect(),
    }))
}

/// Reads a version. To JSON, `1.0` is a whole number too.
fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number.fract() != 0.0 || !(0.0..=f64::from(i32::MAX)).contains(&number) {
        return Err(D::Error::custom("no version"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and in range")]
    Ok(number as i32)
}

/// Another status, another note, or both.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Edit {
    /// The version that is changed.
    #[serde(deserialize_with = "version")]
    #[schema(minimum = 0, maximum = 2_147_483_647, example = 0)]
    version: i32,
    /// The status, if it is to be set.
    #[schema(example = "called")]
    status: Option<Status>,
    /// The note, if it is to be set.
    #[schema(max_length = 5_000, example = "Comes on Tuesday.")]
    note: Option<String>,
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

/// Change a lead's status or note
#[utoipa::path(
    patch,
    path = "/api/desk/leads/{id}",
    operation_id = "editDeskLead",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = Edit,
    responses(
        (status = 200, description = "The lead as it is now.", body = DeskLead),
        failures::UnusableBody,
        failures::SignedOut,
        failures::Foreign,
        failures::Unknown,
        (status = 409, description = "The lead has another version: nothing was changed.", body = Conflict),
        failures::Fault,
    ),
)]
pub(crate) async fn edit(
    request: HttpRequest,
    id: web::Path<String>,
    signed_in: SignedIn,
    payload: web::Payload,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let edit: Edit = desk::fields(&request, payload).await?;
    if let Some(note) = &edit.note
        && note.chars().count() > MAX_NOTE_CHARS
    {
        return Err(
            RequestError::MalformedBody("A note has at most 5,000 characters.".to_owned()).into(),
        );
    }
    let change = Change::Edit {
        status: edit.status,
        note: edit.note,
    };
    answer(changed(&store, &signed_in, id, edit.version, &change).await?)
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
}

/// A verdict about a lead.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Judgement {
    /// The version that is judged.
    #[serde(deserialize_with = "version")]
    #[schema(minimum = 0, maximum = 2_147_483_647, example = 0)]
    version: i32,
    /// The verdict.
    verdict: Verdict,
}

/// Say whether a lead is a customer's or spam
///
/// A customer's lead is new and not suspect any more, and its mail goes out at once. The mail of spam,
/// if it has not been sent, is neither sent nor listed in a digest.
#[utoipa::path(
    post,
    path = "/api/desk/leads/{id}/verdict",
    operation_id = "judgeDeskLead",
    tag = DESK,
    security(("desk" = [])),
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = Judgement,
    responses(
        (status = 200, description = "The lead as it is now.", body = DeskLead),
        failures::UnusableBody,
        failures::SignedOut,
        failures::Foreign,
        failures::Unknown,
        (status = 409, description = "The lead has another version: nothing was changed.", body = Conflict),
        failures::Fault,
    ),
)]
pub(crate) async fn judge(
    request: HttpRequest,
    id: web::Path<String>,
    signed_in: SignedIn,
    payload: web::Payload,
    desk: web::Data<Desk>,
    store: web::Data<Store>,
) -> Result<HttpResponse, DeskError> {
    let id = desk::id(&id)?;
    let Judgement { version, verdict } = desk::fields(&request, payload).await?;
    let change = match verdict {
        Verdict::Customer => Change::Customer,
        Verdict::Spam => Change::Spam,
    };
    let outcome = changed(&store, &signed_in, id, version, &change).await?;
    if verdict == Verdict::Customer {
        desk.notifier.notify(Channel::Mails);
    }
    answer(outcome)
}

async fn changed(
    store: &Store,
    SignedIn(session): &SignedIn,
    id: Uuid,
    version: i32,
    change: &Change,
) -> Result<ChangeOutcome, DeskError> {
    let change = async |connection: &mut _| {
        leads::change(connection, &session.address, id, version, change).await
    };
    Ok(store.run(change).await?)
}

fn answer(outcome: ChangeOutcome) -> Result<HttpResponse, DeskError> {
    match outcome {
        ChangeOutcome::Done(lead) => Ok(HttpResponse::Ok().json(DeskLead::from(*lead))),
        ChangeOutcome::Conflict(lead) => Ok(HttpResponse::Conflict().json(Conflict {
            error: "Somebody else has changed this request meanwhile.",
            lead: DeskLead::from(*lead),
        })),
        ChangeOutcome::NotFound => Err(RequestError::NotFound.into()),
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
