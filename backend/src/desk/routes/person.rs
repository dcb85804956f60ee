//! `/api/desk/leads/{id}/person`: the data that is stored about a lead's sender, for a privacy request.

use std::{collections::HashSet, sync::Arc};

use actix_web::{
    HttpResponse,
    http::{StatusCode, header::ContentDisposition},
};
use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;
use futures_util::{StreamExt, stream};
use lead_log::Act;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::export::pages;
use crate::{
    command_line::command_line,
    desk::{http::DeskRequest, lead_events},
    leads::{
        lead_records::{Selection, listed_line},
        log,
        site_forms::SiteForm,
    },
    privacy::{
        erasure::{self, ErasureError, ErasureScope, Found, Person, Plan, is_permitted},
        export,
        personal_data::PersonalDataMatcher,
    },
    web::{
        error::RequestError,
        transaction::{Rollback, transaction},
    },
};

/// The data by which other requests of a lead's sender are found.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskPersonKey, example = "email")]
pub(crate) enum PersonKey {
    /// The email address or the phone number.
    Both,
    /// The email address.
    Email,
    /// The phone number, which a household may share.
    Phone,
}

/// The requests of a person.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PersonQuery {
    /// The data by which requests of the same sender are found. If it is left out: the email
    /// address, or the number if there is no address.
    #[param(inline, required = false)]
    by: Option<PersonKey>,
    /// The comma-separated ids of the person's requests, also of those that only look alike; all requests
    /// that surely match if it is left out.
    #[serde(default, deserialize_with = "ids")]
    #[param(
        value_type = Option<String>,
        required = false,
        pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$",
        example = "01a20319-b113-7023-b0b5-e62792ba10f1"
    )]
    requests: Option<HashSet<Uuid>>,
}

fn ids<'de, D: Deserializer<'de>>(from: D) -> Result<Option<HashSet<Uuid>>, D::Error> {
    String::deserialize(from)?
        .split(',')
        .map(Uuid::try_parse)
        .collect::<Result<_, _>>()
        .map(Some)
        .map_err(D::Error::custom)
}

impl PersonQuery {
    fn person(&self, lead: &SiteForm) -> (PersonKey, Person) {
        let mut contacts = PersonalDataMatcher::default();
        contacts.add(&lead.email, &lead.phone);
        let by = self.by.unwrap_or(if contacts.emails.is_empty() {
            PersonKey::Phone
        } else {
            PersonKey::Email
        });
        match by {
            PersonKey::Email => contacts.phones.clear(),
            PersonKey::Phone => contacts.emails.clear(),
            PersonKey::Both => {}
        }
        let person = Person {
            contacts,
            requests: HashSet::from([lead.id]),
            only: self.requests.clone(),
        };
        (by, person)
    }
}

/// A summary of the data that is stored about a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPerson)]
pub(crate) struct PersonSummary {
    /// The data by which the requests were found.
    by: PersonKey,
    /// The person's requests, the earliest first.
    requests: Vec<DeskPersonsRequest>,
    /// Other requests that may be the person's: their addresses or numbers only look alike.
    alike: Vec<DeskPersonsRequest>,
    /// Clicks on a call button in browsers that sent one of the requests.
    clicks: usize,
    /// Emails to the owner about the requests, which are stored for a month.
    mails: usize,
    /// Photos of the person's trees.
    photos: usize,
    /// Email files on the server, which exist if no mail server is set.
    mail_files: usize,
    /// The number of requests that the owner has received no email about.
    unannounced: usize,
    /// Whether this server may erase the data. A database role that does not own the tables may not.
    may_erase: bool,
}

/// A request of a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeskPersonsRequest {
    id: Uuid,
    created_at: DateTime<Utc>,
    name: String,
    email: String,
    phone: String,
}

impl PersonSummary {
    fn of(by: PersonKey, plan: &Plan, may_erase: bool) -> Self {
        let listed = |lead: &Found| DeskPersonsRequest {
            id: lead.id,
            created_at: lead.created_at,
            name: listed_line(&lead.full_name),
            email: listed_line(&lead.email),
            phone: listed_line(&lead.phone),
        };
        Self {
            by,
            requests: plan.leads.iter().map(listed).collect(),
            alike: plan.alike.iter().map(listed).collect(),
            clicks: plan.clicks.len(),
            mails: plan.mails.len(),
            photos: plan.photos,
            mail_files: plan.files.len(),
            unannounced: plan.unannounced,
            may_erase,
        }
    }
}

impl From<ErasureError> for Rollback {
    fn from(cause: ErasureError) -> Self {
        Self::Refusal(match cause {
            ErasureError::Query(cause) => return Self::Query(cause),
            ErasureError::NotPermitted => RequestError::new(
                StatusCode::FORBIDDEN,
                format!(
                    "This server has no permission to erase. Run `{}` with the DATABASE_URL of the tables' owner.",
                    command_line("leads erase")
                ),
            ),
            ErasureError::MailBeingSent { seconds } => RequestError::new(
                StatusCode::CONFLICT,
                format!(
                    "An email about this is being sent right now: try again in {seconds} seconds. Nothing was erased."
                ),
            ),
            ErasureError::MailFolder(_) => RequestError {
                cause: Some(Arc::new(cause)),
                ..RequestError::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "The emails in the server's folder cannot be erased; its log says why. Nothing was erased from the database.",
                )
            },
        })
    }
}

async fn find(
    connection: &mut AsyncPgConnection,
    request: &DeskRequest,
    lead: Uuid,
    query: &PersonQuery,
) -> Result<(PersonKey, Plan), Rollback> {
    let (by, person) = query.person(&lead_events::find(connection, lead).await?.lead);
    let scope = ErasureScope::Person(person);
    let found = erasure::find(connection, &scope, &request.desk.mail_folder).await?;
    let chosen = query.requests.as_ref();
    if chosen.is_some_and(|it| it.len() != found.leads.len()) {
        return Err(RequestError::new(
            StatusCode::CONFLICT,
            "One of these requests was changed or erased meanwhile: look again. Nothing was erased.",
        )
        .into());
    }
    Ok((by, found))
}

/// See the data that is stored about a lead's sender
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person",
    operation_id = "getDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id."), PersonQuery),
    responses((status = 200, description = "The stored data.", body = PersonSummary)),
)]
pub(crate) async fn show(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let query = request.query()?;
    let summary = transaction(&request.store, async |connection| {
        let (by, found) = find(connection, &request, id, &query).await?;
        let may_erase = is_permitted(connection).await?;
        Ok(PersonSummary::of(by, &found, may_erase))
    });
    Ok(HttpResponse::Ok().json(summary.await?))
}

/// Download all data that is stored about a lead's sender
///
/// The requests with their history, call clicks, and emails to the owner. The download is recorded.
#[utoipa::path(
    get,
    path = "/api/desk/leads/{id}/person.json",
    operation_id = "exportDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id."), PersonQuery),
    responses((
        status = 200,
        description = "The stored data, as a file.",
        body = inline(serde_json::Map<String, serde_json::Value>),
    )),
)]
pub(crate) async fn export(request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let query = request.query()?;
    let (data, selection, (first, next)) = transaction(&request.store, async |connection| {
        let (_, found) = find(connection, &request, id, &query).await?;
        let selection = Selection {
            ids: Some(found.leads.iter().map(|lead| lead.id).collect()),
            ..Selection::default()
        };
        let first = export::requests(connection, &selection, None).await?;
        let who = &request.session.address;
        log::record(connection, who, id, Act::DataDownloaded).await?;
        let data = export::other_data(connection, &found).await?;
        Ok((data, selection, first))
    })
    .await?;
    let begun = format!("{{\n\"requests\": [\n{}", first.join(",\n")).into();
    let rest = pages(request.store, selection, next, export::requests, |page| {
        Ok(format!(",\n{}", page.join(",\n")).into())
    });
    // The other members of the object.
    let end = format!("\n],\n{}\n", data.trim_start_matches('{')).into();
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(ContentDisposition::attachment("personal-data.json"))
        .streaming(
            stream::iter([Ok(begun)])
                .chain(rest)
                .chain(stream::iter([Ok(end)])),
        ))
}

/// The requests to erase.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeskErasure {
    /// The data by which the requests were found.
    by: PersonKey,
    /// The ids of the person's requests. Nothing is erased if one of them is not found.
    #[schema(value_type = Vec<Uuid>, min_items = 1, example = json!(["01a20319-b113-7023-b0b5-e62792ba10f1"]))]
    requests: HashSet<Uuid>,
}

/// Erase requests of a lead's sender and the person's other data
///
/// Data with an address or a number that other requests also have is kept. Emails in the owner's
/// mailbox and on the mail server, exported files, and backups of the database cannot be erased.
#[utoipa::path(
    delete,
    path = "/api/desk/leads/{id}/person",
    operation_id = "eraseDeskPerson",
    params(("id" = Uuid, Path, description = "The lead's id.")),
    request_body = DeskErasure,
    responses((status = 200, description = "The erased data.", body = PersonSummary)),
)]
pub(crate) async fn erase(mut request: DeskRequest) -> Result<HttpResponse, RequestError> {
    let id = request.id("id")?;
    let DeskErasure { by, requests } = request.fields().await?;
    if requests.is_empty() {
        return Err(RequestError::malformed("Choose at least one request."));
    }
    let query = PersonQuery {
        by: Some(by),
        requests: Some(requests),
    };
    let erased = transaction(&request.store, async |connection| {
        let (by, found) = find(connection, &request, id, &query).await?;
        erasure::erase(connection, &found, &request.session.address).await?;
        Ok(PersonSummary::of(by, &found, true))
    });
    Ok(HttpResponse::Ok().json(erased.await?))
}
