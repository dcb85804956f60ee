//! What is kept of a lead's sender, for a privacy request.

use chrono::{DateTime, Utc};
use diesel::result::Error as DieselError;
use diesel_async::AsyncPgConnection;
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Desk,
    lead::{Change, iso_8601},
};
use crate::{
    erasure::{self, ErasureError, Findings},
    spam::explain,
    store::{
        Store, StoreError,
        desk::{
            audit::{self, Action},
            leads,
        },
        erasure::{self as store_erasure, KeptMail, Person, Selection, is_permitted},
        lead_records::{self, LeadRecord},
        phone_clicks::{self, PhoneClick},
        site_forms::SiteForm,
    },
};

/// What of a lead other requests of its sender are found by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Its e-mail address and its telephone number: requests that have one of them.
    #[default]
    Both,
    /// Its e-mail address.
    Email,
    /// Its telephone number: a household may share it.
    Phone,
}

impl By {
    fn person(self, lead: &SiteForm) -> Person {
        Person {
            email: lead.email.parse().ok().filter(|_| self != Self::Phone),
            phone: lead.phone.parse().ok().filter(|_| self != Self::Email),
            request: Some(lead.id),
        }
    }
}

/// What is kept of a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPerson)]
pub struct Kept {
    /// Their requests, the earliest first.
    requests: Vec<Request>,
    /// Clicks on a call button, in browsers from which one of the requests came.
    clicks: usize,
    /// Mails about them to the owner, which are kept a month.
    mails: usize,
    /// Texts by which repeated spam is known, which are kept a week.
    texts: usize,
    /// Mails that are files on the server, where no mail server is set.
    mail_files: usize,
    /// Of how many of the requests the owner has had no mail.
    untold: usize,
    /// Whether this server may erase them: a role of the database that does not own its tables may not.
    may_erase: bool,
}

/// A request of a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPersonsRequest)]
pub(crate) struct Request {
    id: Uuid,
    #[serde(serialize_with = "iso_8601")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
    name: String,
    email: String,
    phone: String,
}

impl Kept {
    fn of(Findings { plan, files }: &Findings, may_erase: bool) -> Self {
        let requests = plan.leads.iter().map(|lead| Request {
            id: lead.id,
            created_at: lead.created_at,
            name: lead.full_name.clone(),
            email: lead.email.clone(),
            phone: lead.phone.clone(),
        });
        Self {
            requests: requests.collect(),
            clicks: plan.clicks.len(),
            mails: plan.mails.len(),
            texts: plan.texts.len(),
            mail_files: files.len(),
            untold: plan.untold,
            may_erase,
        }
    }
}

/// All that is kept of a person, to be given to them. The names are the tables'.
#[derive(Clone, Debug, Serialize)]
pub struct PersonalData {
    #[serde(serialize_with = "iso_8601")]
    exported_at: DateTime<Utc>,
    requests: Vec<KeptRequest>,
    call_clicks: Vec<PhoneClick>,
    mails: Vec<KeptMail>,
}

/// A request, with what was made of it.
#[derive(Clone, Debug, Serialize)]
struct KeptRequest {
    #[serde(flatten)]
    request: SiteForm,
    status: String,
    note: String,
    suspect: bool,
    spam_signals: String,
    history: Vec<Change>,
}

/// Why a person's data was not read, or not erased.
#[derive(Debug, Error)]
pub enum PersonError {
    /// There is no such lead.
    #[error("there is no such lead")]
    NotFound,
    /// There is another number of requests than was shown.
    #[error("there is another number of requests than was shown")]
    Changed,
    /// It cannot be found or erased.
    #[error(transparent)]
    Erasure(#[from] ErasureError),
    /// The database is unavailable, or a query fails.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DieselError> for PersonError {
    fn from(cause: DieselError) -> Self {
        Self::Erasure(cause.into())
    }
}

impl Desk {
    /// Finds what is kept of a lead's sender.
    ///
    /// # Errors
    /// When there is no such lead, a query fails, or the folder of mails cannot be read.
    pub async fn person(&self, store: &Store, lead: Uuid, by: By) -> Result<Kept, PersonError> {
        transaction(store, async |connection| {
            let found = self.find(connection, lead, by).await?;
            Ok(Kept::of(&found, is_permitted(connection).await?))
        })
        .await
    }

    /// Reads all that is kept of a lead's sender, and records that somebody did.
    ///
    /// # Errors
    /// As [`person`](Self::person).
    pub async fn export_person(
        &self,
        store: &Store,
        who: &str,
        lead: Uuid,
        by: By,
    ) -> Result<PersonalData, PersonError> {
        transaction(store, async |connection| {
            let Findings { plan, .. } = self.find(connection, lead, by).await?;
            let selection = lead_records::Selection {
                ids: Some(plan.leads.iter().map(|lead| lead.id).collect()),
                ..lead_records::Selection::default()
            };
            let records: Vec<LeadRecord> = lead_records::newest_first(connection, selection)
                .try_collect()
                .await?;
            let mut requests = Vec::new();
            for record in records {
                let history = audit::of_lead(connection, record.lead.id).await?;
                requests.push(KeptRequest {
                    request: record.lead,
                    status: record.status,
                    note: record.note,
                    suspect: record.suspect,
                    spam_signals: explain(&record.signals),
                    history: history.into_iter().map(Change::from).collect(),
                });
            }
            audit::record(connection, who, Some(lead), Action::PersonExport).await?;
            Ok(PersonalData {
                exported_at: Utc::now(),
                requests,
                call_clicks: phone_clicks::read(connection, &plan.clicks).await?,
                mails: store_erasure::mails(connection, &plan.mails).await?,
            })
        })
        .await
    }

    /// Erases all that is kept of a lead's sender, if it is as many `requests` as the person who
    /// confirms it has seen. Returns what was erased.
    ///
    /// # Errors
    /// When there is no such lead, there are more or fewer requests, or it cannot be erased now.
    pub async fn erase_person(
        &self,
        store: &Store,
        who: &str,
        lead: Uuid,
        by: By,
        requests: Option<usize>,
    ) -> Result<Kept, PersonError> {
        transaction(store, async |connection| {
            let found = self.find(connection, lead, by).await?;
            let leads = found.plan.leads.len();
            if requests.is_some_and(|shown| shown != leads) {
                return Err(PersonError::Changed);
            }
            erasure::erase(connection, &found).await?;
            audit::record(connection, who, None, Action::Erase { leads }).await?;
            Ok(Kept::of(&found, true))
        })
        .await
    }

    async fn find(
        &self,
        connection: &mut AsyncPgConnection,
        lead: Uuid,
        by: By,
    ) -> Result<Findings, PersonError> {
        let lead = leads::find(connection, lead).await?;
        let person = by.person(&lead.ok_or(PersonError::NotFound)?.lead);
        let selection = Selection::Person(person);
        Ok(erasure::find(connection, &selection, &self.mail_folder).await?)
    }
}

/// Does work in one transaction, which every error of it rolls back.
async fn transaction<T>(
    store: &Store,
    work: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<T, PersonError>,
) -> Result<T, PersonError> {
    let mut failure = None;
    let done = store
        .run(async |connection| {
            work(connection).await.map_err(|cause| match cause {
                // The pool knows what it means for the connection.
                PersonError::Erasure(ErasureError::Query(cause)) => cause,
                cause => {
                    failure = Some(cause);
                    DieselError::RollbackTransaction
                }
            })
        })
        .await;
    match failure {
        Some(cause) => Err(cause),
        None => Ok(done?),
    }
}
