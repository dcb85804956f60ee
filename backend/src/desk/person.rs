//! The data that is kept about a lead's sender, for a privacy request.

use std::{collections::HashSet, sync::Arc};

use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::{QueryResult, result::Error as DieselError};
use diesel_async::AsyncPgConnection;
use lead_log::{Act, Event};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Desk, tables::leads};
use crate::{
    database::Store,
    leads::{
        lead_records::{self, LeadState, Position, listed_line},
        log::{self, DeskAct},
        site_forms::SiteForm,
        spam::explain,
    },
    photos::photo_records::{self, PhotoRecord},
    privacy::{
        erased_rows::{self as store_erasure, KeptMail, Person, Selection, is_permitted},
        erasure::{self, ErasureError, Findings},
        personal_data::PersonalDataMatcher,
    },
    visitors::phone_clicks::{self, PhoneClick},
    web::error::RequestError,
};

/// What of a lead other requests of its sender are found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskPersonKey, example = "email")]
pub enum By {
    /// Its e-mail address and its telephone number: requests that have one of them.
    Both,
    /// Its e-mail address.
    Email,
    /// Its telephone number: a household may share it.
    Phone,
}

/// Which requests are a person's.
#[derive(Clone, Debug, Default)]
pub struct Whose {
    /// How they are found. `None`: by the lead's address, or by its number if it has no address.
    pub by: Option<By>,
    /// The requests that are the person's, among those found. `None` for all.
    pub requests: Option<HashSet<Uuid>>,
}

impl Whose {
    fn person(&self, lead: &SiteForm) -> (By, Person) {
        let mut contacts = PersonalDataMatcher::default();
        contacts.add(&lead.email, &lead.phone);
        let by = self.by.unwrap_or(if contacts.emails.is_empty() {
            By::Phone
        } else {
            By::Email
        });
        match by {
            By::Email => contacts.phones.clear(),
            By::Phone => contacts.emails.clear(),
            By::Both => {}
        }
        let person = Person {
            contacts,
            request: Some(lead.id),
            only: self.requests.clone(),
        };
        (by, person)
    }
}

/// What is kept of a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPerson)]
pub struct Kept {
    /// What of the lead they were found by.
    by: By,
    /// Their requests, the earliest first.
    requests: Vec<Request>,
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
#[schema(as = DeskPersonsRequest)]
pub(crate) struct Request {
    id: Uuid,
    created_at: DateTime<Utc>,
    name: String,
    email: String,
    phone: String,
}

impl Kept {
    fn of(by: By, Findings { plan, files }: &Findings, may_erase: bool) -> Self {
        let requests = plan.leads.iter().map(|lead| Request {
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
            mail_files: files.len(),
            unannounced: plan.unannounced,
            may_erase,
        }
    }
}

/// The data that is kept about a person besides their requests, for the person to receive. The names are the tables'.
#[derive(Clone, Debug, Serialize)]
pub struct PersonalData {
    exported_at: DateTime<Utc>,
    call_clicks: Vec<PhoneClick>,
    mails: Vec<KeptMail>,
}

/// A request, with what was done with it.
#[derive(Clone, Debug, Serialize)]
pub struct KeptRequest {
    #[serde(flatten)]
    request: SiteForm,
    source: String,
    /// What was typed first of what was corrected.
    as_typed: Option<Value>,
    #[serde(flatten)]
    state: LeadState,
    spam_signals: String,
    /// The number of photos, and when each was added. The desk shows them.
    photos: Vec<PhotoRecord>,
    events: Vec<Event>,
}

/// What ends a transaction: a query that failed, of which the pool decides what it means for the connection, or a
/// refusal.
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
    ///
    /// # Errors
    /// When there is no such lead, one of the requests is not found, a query fails, or the folder of mails
    /// cannot be read.
    pub async fn person(
        &self,
        store: &Store,
        lead: Uuid,
        whose: &Whose,
    ) -> Result<Kept, RequestError> {
        transaction(store, async |connection| {
            let (by, found) = self.find(connection, lead, whose).await?;
            Ok(Kept::of(by, &found, is_permitted(connection).await?))
        })
        .await
    }

    /// Reads the data that is kept about a lead's sender, which requests are theirs, and the first
    /// page of these. Records the export.
    pub async fn export_person(
        &self,
        store: &Store,
        who: &str,
        lead: Uuid,
        whose: &Whose,
    ) -> Result<(PersonalData, lead_records::Selection, RequestPage), RequestError> {
        transaction(store, async |connection| {
            let (_, Findings { plan, .. }) = self.find(connection, lead, whose).await?;
            let selection = lead_records::Selection {
                ids: Some(plan.leads.iter().map(|lead| lead.id).collect()),
                ..lead_records::Selection::default()
            };
            let first = requests(connection, &selection, None).await?;
            log::record(connection, who, lead, Act::DataDownloaded).await?;
            let data = PersonalData {
                exported_at: Utc::now(),
                call_clicks: phone_clicks::read(connection, &plan.clicks).await?,
                mails: store_erasure::mails(connection, &plan.mails).await?,
            };
            Ok((data, selection, first))
        })
        .await
    }

    /// Erases all data that is kept about a lead's sender. Returns what was erased.
    ///
    /// # Errors
    /// When there is no such lead, one of the requests is not found, or it cannot be erased now.
    pub async fn erase_person(
        &self,
        store: &Store,
        who: &str,
        lead: Uuid,
        whose: &Whose,
    ) -> Result<Kept, RequestError> {
        transaction(store, async |connection| {
            let (by, found) = self.find(connection, lead, whose).await?;
            let leads = found.plan.leads.len();
            erasure::erase(connection, &found).await?;
            log::record_at_desk(connection, who, DeskAct::Erase { leads }).await?;
            Ok(Kept::of(by, &found, true))
        })
        .await
    }

    async fn find(
        &self,
        connection: &mut AsyncPgConnection,
        lead: Uuid,
        whose: &Whose,
    ) -> Result<(By, Findings), Failure> {
        let lead = leads::find(connection, lead).await?;
        let (by, person) = whose.person(&lead.ok_or_else(RequestError::not_found)?.lead);
        let selection = Selection::Person(person);
        let found = erasure::find(connection, &selection, &self.mail_folder).await?;
        let is_changed = |chosen: &HashSet<Uuid>| chosen.len() != found.plan.leads.len();
        if whose.requests.as_ref().is_some_and(is_changed) {
            return Err(RequestError::new(
                StatusCode::CONFLICT,
                "One of these requests was changed or erased meanwhile: look again. Nothing was erased.",
            )
            .into());
        }
        Ok((by, found))
    }
}

/// Requests of a person, and the position of the last one if there are more.
pub type RequestPage = (Vec<KeptRequest>, Option<Position>);

/// Reads a page of a person's requests.
pub async fn requests(
    connection: &mut AsyncPgConnection,
    selection: &lead_records::Selection,
    after: Option<Position>,
) -> QueryResult<RequestPage> {
    let (records, next) = lead_records::page(connection, selection, after).await?;
    let mut requests = Vec::new();
    for record in records {
        let as_typed = leads::as_typed(connection, record.lead.id).await?;
        let events = log::of_lead(connection, record.lead.id).await?;
        let photos = photo_records::of_leads(connection, &[record.lead.id]).await?;
        requests.push(KeptRequest {
            request: record.lead,
            source: record.source,
            as_typed: as_typed.and_then(|it| serde_json::from_str(&it).ok()),
            state: record.state,
            spam_signals: explain(&record.signals),
            photos,
            events,
        });
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
