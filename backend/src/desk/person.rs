//! The data that is kept about a lead's sender, for a privacy request.

use std::{collections::HashSet, sync::Arc};

use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName,
    result::Error as DieselError,
    sql_query,
    sql_types::{Array, Text, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lead_log::Act;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use thiserror::Error;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{Desk, tables::leads};
use crate::{
    database::Store,
    leads::{
        lead_records::{self, Position, listed_line},
        log::{self, DeskAct},
        site_forms::SiteForm,
        spam::explain,
    },
    privacy::{
        erasure::{self, ErasureError, Person, Plan, Selection, is_permitted},
        personal_data::PersonalDataMatcher,
    },
    web::error::RequestError,
};

/// How other requests of a lead's sender are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskPersonKey, example = "email")]
pub enum PersonKey {
    /// Its e-mail address and its telephone number: requests that have one of them.
    Both,
    /// Its e-mail address.
    Email,
    /// Its telephone number: a household may share it.
    Phone,
}

/// Which requests are a person's.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PersonQuery {
    /// How requests of the same sender are found. If it is left out, by the e-mail address, or by the number
    /// where there is no address.
    #[param(inline, required = false)]
    pub by: Option<PersonKey>,
    /// The ids of those that are the person's, comma-separated; all that are found if it is left out.
    #[serde(default, deserialize_with = "ids")]
    #[param(
        value_type = Option<String>,
        required = false,
        pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$",
        example = "01a20319-b113-7023-b0b5-e62792ba10f1"
    )]
    pub requests: Option<HashSet<Uuid>>,
}

fn ids<'de, D: Deserializer<'de>>(from: D) -> Result<Option<HashSet<Uuid>>, D::Error> {
    let ids = String::deserialize(from)?;
    let ids: Result<_, _> = ids.split(',').map(Uuid::try_parse).collect();
    ids.map(Some).map_err(D::Error::custom)
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
            request: Some(lead.id),
            only: self.requests.clone(),
        };
        (by, person)
    }
}

/// The data that is kept of a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPerson)]
pub struct PersonSummary {
    /// How the requests were found.
    by: PersonKey,
    /// Their requests, the earliest first.
    requests: Vec<DeskPersonsRequest>,
    /// Clicks on a call button, in browsers from which one of the requests came.
    clicks: usize,
    /// Mails about them to the owner, which are kept a month.
    mails: usize,
    /// Photographs of their trees.
    photos: usize,
    /// Texts by which repeated spam is known, which are kept a week.
    texts: usize,
    /// Mails that are files on the server, where no mail server is set.
    mail_files: usize,
    /// How many of the requests the owner has had no mail about.
    unannounced: usize,
    /// Whether this server may erase them: a role of the database that does not own its tables may not.
    may_erase: bool,
}

/// A request of a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
        let requests = plan.leads.iter().map(|lead| DeskPersonsRequest {
            id: lead.id,
            created_at: lead.created_at,
            name: listed_line(lead.full_name.clone()),
            email: listed_line(lead.email.clone()),
            phone: listed_line(lead.phone.clone()),
        });
        Self {
            by,
            requests: requests.collect(),
            clicks: plan.clicks.len(),
            mails: plan.mails.len(),
            photos: plan.photos.len(),
            texts: plan.texts.len(),
            mail_files: plan.files.len(),
            unannounced: plan.unannounced,
            may_erase,
        }
    }
}

/// A request, as JSON: its columns, with what was done with it. Parameters: its id; its spam signals in words.
const REQUEST: &str = "
    SELECT row_to_json(request, true)::text AS json FROM (
        SELECT id, created_at, full_name, email, phone, message, site_name, visitor_id, session_id,
            ip_hash, ua, referrer, city, state, country, source, as_typed, status, note, suspect,
            next_at, calls, taken_by, quoted, quoted_at, won, closed_at, visit_at, visit_by,
            lost_reason, $2 AS spam_signals,
            ARRAY(
                SELECT json_build_object('id', id, 'created_at', created_at, 'source', source,
                    'width', width, 'height', height)
                FROM lead_photos WHERE lead_id = $1 ORDER BY created_at, id) AS photos,
            ARRAY(
                SELECT jsonb_build_object('id', id, 'at', at, 'who', who, 'kind', kind) || data
                FROM desk_events WHERE lead_id = $1 ORDER BY at DESC, id DESC) AS events
        FROM site_forms WHERE id = $1
    ) AS request";

/// What is kept of a person besides their requests, as JSON. Parameters: the ids of their clicks, and of the mails.
const OTHER_DATA: &str = "
    SELECT row_to_json(data, true)::text AS json FROM (
        SELECT now() AS exported_at,
            ARRAY(
                SELECT row_to_json(click) FROM phone_clicks AS click
                WHERE id = ANY ($1) ORDER BY created_at, id) AS call_clicks,
            ARRAY(
                SELECT json_build_object('id', id, 'created_at', created_at, 'kind', kind,
                    'state', state, 'subject', subject, 'text', text)
                FROM outbox WHERE id = ANY ($2) ORDER BY created_at, id) AS mails
    ) AS data";

/// An object of JSON that Postgres wrote.
#[derive(QueryableByName)]
struct Object {
    #[diesel(sql_type = Text)]
    json: String,
}

/// Why a transaction is rolled back.
#[derive(Debug, Error)]
enum Failure {
    #[error(transparent)]
    Query(#[from] DieselError),
    #[error(transparent)]
    Refusal(#[from] RequestError),
}

impl From<ErasureError> for Failure {
    fn from(cause: ErasureError) -> Self {
        Self::Refusal(match cause {
            ErasureError::Query(cause) => return Self::Query(cause),
            ErasureError::NotPermitted => RequestError::new(
                StatusCode::FORBIDDEN,
                "This server has no permission to erase. Run `backend leads erase` with the DATABASE_URL of the tables' owner.",
            ),
            ErasureError::MailBeingSent { seconds } => RequestError::new(
                StatusCode::CONFLICT,
                format!(
                    "A mail about this is being sent right now: try again in {seconds} seconds. Nothing was erased."
                ),
            ),
            ErasureError::MailFolder(_) => RequestError {
                cause: Some(Arc::new(cause)),
                ..RequestError::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "The mails in the server's folder are out of reach, and its log says why. Nothing was erased from the database.",
                )
            },
        })
    }
}

impl Desk {
    /// Finds the data that is kept about a lead's sender.
    pub async fn person(
        &self,
        store: &Store,
        lead: Uuid,
        query: &PersonQuery,
    ) -> Result<PersonSummary, RequestError> {
        transaction(store, async |connection| {
            let (by, found) = self.find(connection, lead, query).await?;
            Ok(PersonSummary::of(
                by,
                &found,
                is_permitted(connection).await?,
            ))
        })
        .await
    }

    /// Reads what [`OTHER_DATA`] and [`requests`] return for a lead's sender. Records the export.
    pub async fn export_person(
        &self,
        store: &Store,
        who: &str,
        lead: Uuid,
        query: &PersonQuery,
    ) -> Result<(String, lead_records::Selection, RequestPage), RequestError> {
        transaction(store, async |connection| {
            let (_, plan) = self.find(connection, lead, query).await?;
            let selection = lead_records::Selection {
                ids: Some(plan.leads.iter().map(|lead| lead.id).collect()),
                ..lead_records::Selection::default()
            };
            let first = requests(connection, &selection, None).await?;
            log::record(connection, who, lead, Act::DataDownloaded).await?;
            let data: Object = sql_query(OTHER_DATA)
                .bind::<Array<SqlUuid>, _>(&plan.clicks)
                .bind::<Array<SqlUuid>, _>(&plan.mails)
                .get_result(connection)
                .await?;
            Ok((data.json, selection, first))
        })
        .await
    }

    /// Erases all data that is kept about a lead's sender. Returns what was erased.
    pub async fn erase_person(
        &self,
        store: &Store,
        who: &str,
        lead: Uuid,
        query: &PersonQuery,
    ) -> Result<PersonSummary, RequestError> {
        transaction(store, async |connection| {
            let (by, found) = self.find(connection, lead, query).await?;
            let leads = found.leads.len();
            erasure::erase(connection, &found).await?;
            log::record_at_desk(connection, who, DeskAct::Erase { leads }).await?;
            Ok(PersonSummary::of(by, &found, true))
        })
        .await
    }

    async fn find(
        &self,
        connection: &mut AsyncPgConnection,
        lead: Uuid,
        query: &PersonQuery,
    ) -> Result<(PersonKey, Plan), Failure> {
        let lead = leads::find(connection, lead).await?;
        let (by, person) = query.person(&lead.ok_or_else(RequestError::not_found)?.lead);
        let selection = Selection::Person(person);
        let found = erasure::find(connection, &selection, &self.mail_folder).await?;
        let is_changed = |chosen: &HashSet<Uuid>| chosen.len() != found.leads.len();
        if query.requests.as_ref().is_some_and(is_changed) {
            return Err(RequestError::new(
                StatusCode::CONFLICT,
                "One of these requests was changed or erased meanwhile: look again. Nothing was erased.",
            )
            .into());
        }
        Ok((by, found))
    }
}

/// Requests of a person, as JSON, and the position of the last one if there are more.
pub type RequestPage = (Vec<String>, Option<Position>);

/// Reads a page of a person's requests.
pub async fn requests(
    connection: &mut AsyncPgConnection,
    selection: &lead_records::Selection,
    after: Option<Position>,
) -> QueryResult<RequestPage> {
    let (records, next) = lead_records::page(connection, selection, after).await?;
    let mut requests = Vec::new();
    for record in records {
        let request: Object = sql_query(REQUEST)
            .bind::<SqlUuid, _>(record.lead.id)
            .bind::<Text, _>(explain(&record.signals))
            .get_result(connection)
            .await?;
        requests.push(request.json);
    }
    Ok((requests, next))
}

/// Runs work in one transaction, which is rolled back on any error.
async fn transaction<T>(
    store: &Store,
    mut work: impl AsyncFnMut(&mut AsyncPgConnection) -> Result<T, Failure>,
) -> Result<T, RequestError> {
    let mut refusal = None;
    let done = store
        .run(async |connection| {
            work(connection).await.map_err(|failure| match failure {
                Failure::Query(cause) => cause,
                Failure::Refusal(error) => {
                    refusal = Some(error);
                    DieselError::RollbackTransaction
                }
            })
        })
        .await;
    match refusal {
        Some(error) => Err(error),
        None => Ok(done?),
    }
}
