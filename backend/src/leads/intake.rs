//! Scores leads and submits them to the writer.

use std::{sync::Arc, time::Instant};

use actix_web::http::StatusCode;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{
    cooldowns::Cooldowns,
    delivery_notifier::DeliveryNotifier,
    lead_writer::{LeadWriter, NewLead},
    site_forms::{self, SiteForm},
    spam::{self, RequestSignals},
    valid_estimate::ValidEstimate,
};
use crate::{
    database::{Store, outbox_kind::Channel},
    visitors::{RateLimit, RequestCounts, Visitor},
    web::{error::RequestError, lead_outcome::LeadOutcome},
};

/// Rows that are safe in the database.
#[derive(Default)]
pub struct Saved {
    /// The rows.
    pub rows: Vec<SiteForm>,
    /// How many of them look like spam.
    pub suspects: usize,
    /// Whether an earlier request with the same idempotency key saved them.
    pub repeated: bool,
}

/// The leads of a request, and its properties.
pub struct LeadRequest {
    /// The estimates and their visitors. Each becomes a row.
    pub leads: Vec<(ValidEstimate, Visitor)>,
    /// The id of the row: a request with the same key and the same lead is the same request.
    pub idempotency_key: Option<Uuid>,
    /// The spam signals of the request.
    pub request_signals: RequestSignals,
    /// The rate limit of the request's address.
    pub rate_limit: RateLimit,
    /// The address's limit of auto-replies.
    pub auto_replies: RateLimit,
}

/// Saves the leads of all routes.
pub struct Intake {
    /// The database.
    pub store: Arc<Store>,
    /// Saves the leads.
    pub writer: LeadWriter,
    /// The sessions that sent a lead just now.
    pub cooldowns: Arc<Cooldowns>,
    /// Counts the leads of each address.
    pub counts: Arc<RequestCounts>,
    /// Wakes the delivery.
    pub notifier: Arc<DeliveryNotifier>,
}

impl Intake {
    /// Saves leads, each with the mail that notifies the owner. If they were saved before under the
    /// same idempotency key, returns those rows.
    ///
    /// # Errors
    /// When the cooldown or the rate limit refuses the leads, when the key belongs to other
    /// content, or when saving fails.
    pub async fn save(&self, request: LeadRequest) -> Result<Saved, RequestError> {
        let mut leads: Vec<NewLead> = request
            .leads
            .into_iter()
            .map(|(estimate, visitor)| {
                let signals = &request.request_signals;
                let score = spam::score(estimate.lead(), estimate.estimate(), signals);
                let id = request.idempotency_key.unwrap_or_else(Uuid::now_v7);
                NewLead::new(id, estimate, visitor, score)
            })
            .collect();
        if leads.is_empty() {
            return Ok(Saved::default());
        }
        let admission = match self.admit(&leads, &request.rate_limit) {
            Ok(admission) => admission,
            Err(refusal) if request.idempotency_key.is_none() => return Err(refusal),
            // A request that was saved before gets the same response again.
            Err(refusal) => return self.saved_before(&leads).await?.ok_or(refusal),
        };
        let replies = self.count_replies(&mut leads, &request.auto_replies);
        let saved = self.notifier.pass(self.writer.save(leads)).await;
        if !matches!(saved, Ok((_, Some(_)))) {
            self.counts.take_back(&request.rate_limit, admission.leads);
            self.counts.take_back(&request.auto_replies, replies);
        }
        if saved.is_err() {
            self.end_cooldowns(&admission);
        }
        match saved? {
            (leads, Some(saved_at)) => {
                self.notifier.notify(Channel::Mails);
                let saved = |lead: NewLead| SiteForm {
                    created_at: saved_at,
                    ..lead.row
                };
                Ok(Saved {
                    suspects: leads.iter().filter(|lead| lead.score.suspect).count(),
                    rows: leads.into_iter().map(saved).collect(),
                    repeated: false,
                })
            }
            (leads, None) => self.saved_before(&leads).await?.ok_or_else(key_used),
        }
    }

    /// Starts the cooldowns of the leads' sessions, which leads of one request share, and counts
    /// the leads: all or none.
    fn admit(&self, leads: &[NewLead], limit: &RateLimit) -> Result<Admission, RequestError> {
        let now = Instant::now();
        let mut admission = Admission {
            request: leads.first().map_or_else(Uuid::nil, |lead| lead.row.id),
            leads: i32::try_from(leads.len()).unwrap_or(i32::MAX),
            sessions: Vec::new(),
        };
        let admitted = leads
            .iter()
            .filter_map(|lead| lead.session.as_deref())
            .try_for_each(|session| {
                let session = self.cooldowns.start(session, admission.request, now)?;
                admission.sessions.push(session);
                Ok::<_, RequestError>(())
            })
            .and_then(|()| {
                let is_within = self.counts.admit(limit, admission.leads);
                is_within
                    .then_some(())
                    .ok_or_else(RequestError::rate_limited)
            });
        if let Err(refusal) = admitted {
            self.end_cooldowns(&admission);
            return Err(refusal);
        }
        Ok(admission)
    }

    /// Counts the leads whose visitors would get an auto-reply, while their network is within its limit.
    fn count_replies(&self, leads: &mut [NewLead], limit: &RateLimit) -> i32 {
        let mut replies = 0;
        for lead in leads {
            if lead.row.email != PLACEHOLDER_EMAIL && !lead.score.suspect {
                lead.may_reply = self.counts.admit(limit, 1);
                replies += i32::from(lead.may_reply);
            }
        }
        replies
    }

    fn end_cooldowns(&self, admission: &Admission) {
        for session in &admission.sessions {
            self.cooldowns.end(*session, admission.request);
        }
    }

    /// Returns the rows that were saved under the ids of leads, which are idempotency keys. `None` when
    /// a lead was not saved.
    async fn saved_before(&self, leads: &[NewLead]) -> Result<Option<Saved>, RequestError> {
        let mut rows = Vec::with_capacity(leads.len());
        for NewLead { row: lead, .. } in leads {
            let Some(row) = site_forms::under_key(&self.store, lead.id).await? else {
                return Ok(None);
            };
            let is_the_same = lead.full_name == row.full_name
                && lead.email == row.email
                && lead.phone == row.phone
                && lead.message == row.message;
            if !is_the_same {
                return Err(key_used());
            }
            rows.push(row);
        }
        Ok(Some(Saved {
            rows,
            suspects: 0,
            repeated: true,
        }))
    }
}

/// The idempotency key belongs to a request with other content.
fn key_used() -> RequestError {
    RequestError {
        details: Some("The request that was sent with this key had other content.".into()),
        lead_outcome: Some(LeadOutcome::KeyUsed),
        ..RequestError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Idempotency-Key already used",
        )
    }
}

/// The counts and cooldowns of leads that are not saved yet.
struct Admission {
    /// Identifies the request: the id of its first lead.
    request: Uuid,
    leads: i32,
    /// The hashes of the sessions whose cooldowns it started.
    sessions: Vec<u64>,
}
