//! Saves the leads of all routes for estimate requests, and counts their outcomes.

use std::{sync::Arc, time::Instant};

use actix_web::{HttpMessage, HttpRequest, HttpResponse, http::StatusCode, rt, web};
use chrono::{TimeDelta, Utc};
use tracing::Instrument;
use uuid::Uuid;
use validator_wasm::PLACEHOLDER_EMAIL;

use super::{form_token::FormTokens, log_fields::LogFields, resent};
use crate::{
    database::Store,
    leads::{
        LeadWriter, ValidEstimate,
        cooldowns::Cooldowns,
        delivery_notifier::DeliveryNotifier,
        idempotency::FormKeys,
        lead_writer::NewLead,
        site_forms::{self, Saved, SiteForm},
        spam::{self, RequestSignals},
    },
    message_kind::Channel,
    observability::metrics::Metrics,
    photos::{service::PhotoService, source::PhotoSource},
    site::contact_cookies,
    visitors::{RateLimit, RateLimitScope, RequestCounts, Visitor, VisitorIdentifier},
    web::{
        error::RequestError, lead_outcome::LeadOutcome, limits::SMALL_BODY_BYTES,
        site_origin::is_cross_site,
    },
};

/// How long a request that is sent again under its key can have other words.
const CHANGEABLE: TimeDelta = TimeDelta::days(1);

pub struct LeadService {
    pub store: Arc<Store>,
    pub writer: LeadWriter,
    /// The sessions that sent a lead just now.
    pub cooldowns: Cooldowns,
    pub counts: web::Data<RequestCounts>,
    pub notifier: Arc<DeliveryNotifier>,
    pub visitors: web::Data<VisitorIdentifier>,
    pub form_tokens: web::Data<FormTokens>,
    pub form_keys: FormKeys,
    pub photos: web::Data<PhotoService>,
    pub metrics: web::Data<Metrics>,
}

impl LeadService {
    /// Handles a request in a task of its own and counts its outcome. actix drops the request's
    /// task with its connection, but a lead is saved even if the visitor closes the page.
    pub async fn complete(
        &self,
        handling: impl Future<Output = Result<Saved, RequestError>> + 'static,
    ) -> Result<Saved, RequestError> {
        let metrics = self.metrics.clone();
        let counted = async move {
            let outcome = handling.await;
            count(&metrics, &outcome);
            outcome
        };
        rt::spawn(counted.in_current_span()).await?
    }

    /// Saves the leads of a request, each with the email that notifies the owner. If they were
    /// saved before under the same idempotency key, returns those rows.
    ///
    /// # Errors
    /// When the cooldown or the rate limit refuses the leads, the key belongs to other content, or
    /// saving fails.
    pub async fn save(
        &self,
        request: &HttpRequest,
        leads: Vec<(ValidEstimate, Visitor)>,
        idempotency_key: Option<Uuid>,
        signals: RequestSignals,
    ) -> Result<Saved, RequestError> {
        let new = leads.into_iter().map(|(estimate, visitor)| {
            let id = idempotency_key.unwrap_or_else(Uuid::now_v7);
            NewLead::new(id, estimate, visitor)
        });
        let saved = self
            .save_new(request, new.collect(), idempotency_key.is_some(), &signals)
            .await?;
        request.extensions_mut().insert(LogFields::new(&saved));
        Ok(saved)
    }

    async fn save_new(
        &self,
        request: &HttpRequest,
        mut leads: Vec<NewLead>,
        may_be_repeated: bool,
        signals: &RequestSignals,
    ) -> Result<Saved, RequestError> {
        let Some(first) = leads.first().map(|lead| lead.row.id) else {
            return Ok(Saved::default());
        };
        let number = i32::try_from(leads.len()).unwrap_or(i32::MAX);
        let limit = self.visitors.rate_limit(request, RateLimitScope::Leads);
        let sessions = match self.admit(&leads, first, number, &limit) {
            Ok(sessions) => sessions,
            Err(refusal) if !may_be_repeated => return Err(refusal),
            // A request that was saved before gets the same response again.
            Err(refusal) => return self.saved_before(&leads, Some(refusal)).await,
        };
        for lead in &mut leads {
            lead.score = spam::score(&lead.row.full_name, &lead.estimate, signals);
        }
        let reply_limit = (self.visitors).rate_limit(request, RateLimitScope::AutoReplies);
        let replies = self.count_replies(&mut leads, &reply_limit);
        let saved = self.notifier.pass(self.writer.save(leads)).await;
        if !matches!(saved, Ok((_, Some(_)))) {
            self.counts.take_back(&reply_limit, replies);
        }
        if saved.is_err() {
            self.counts.take_back(&limit, number);
            self.end_cooldowns(&sessions, first);
        }
        match saved? {
            (leads, Some(saved_at)) => {
                self.cooldowns.saved(&sessions, first);
                self.notifier.notify(Channel::Mails);
                let saved = |lead: NewLead| SiteForm {
                    created_at: saved_at,
                    ..lead.row
                };
                Ok(Saved {
                    suspects: leads.iter().filter(|lead| lead.score.suspect).count(),
                    rows: leads.into_iter().map(saved).collect(),
                    ..Saved::default()
                })
            }
            (leads, None) => {
                let saved = self.saved_before(&leads, None).await;
                if saved.as_ref().is_ok_and(|saved| saved.changed) {
                    self.notifier.notify(Channel::Mails);
                } else {
                    self.counts.take_back(&limit, number);
                }
                saved
            }
        }
    }

    /// Sets the cookies of the confirmation on the response to a request that saved one lead. The token is for
    /// the browser that sent the lead: not for who only knows its words and its id, which is its key, and not
    /// for a page of another site.
    pub fn with_token(
        &self,
        request: &HttpRequest,
        response: HttpResponse,
        saved: &Saved,
    ) -> HttpResponse {
        let [lead] = saved.rows.as_slice() else {
            return response;
        };
        let own = self.photos.token(request).map(|it| it.access);
        let is_own =
            own.is_some_and(|own| (own.lead, own.source) == (lead.id, PhotoSource::Visitor));
        if saved.of_stranger && !is_own || is_cross_site(request) {
            return response;
        }
        // Photos belong to the request that was just sent.
        let offer = self.photos.offered_link(request);
        let choice = offer.map(|_| self.photos.link_cookie(None));
        let cookies = [Some(self.photos.cookie(lead.id)), choice];
        contact_cookies::with_cookies(response, cookies.into_iter().flatten())
    }

    /// Counts a body that is larger than a customer's, before it is parsed.
    pub fn admit_body(&self, request: &HttpRequest, body: &[u8]) -> Result<(), RequestError> {
        let limit = (self.visitors).rate_limit(request, RateLimitScope::LargeBodies);
        if body.len() > SMALL_BODY_BYTES && !self.counts.admit(&limit, 1) {
            return Err(RequestError::rate_limited());
        }
        Ok(())
    }

    /// Starts the cooldowns of the leads' sessions (leads of one request share them), and counts
    /// the leads: all or none. Returns the sessions' hashes.
    fn admit(
        &self,
        leads: &[NewLead],
        first: Uuid,
        number: i32,
        limit: &RateLimit,
    ) -> Result<Vec<u64>, RequestError> {
        let now = Instant::now();
        let mut sessions = Vec::new();
        let mut admit = || {
            for session in leads.iter().filter_map(|lead| lead.session.as_deref()) {
                sessions.push(self.cooldowns.start(session, first, now)?);
            }
            if !self.counts.admit(limit, number) {
                return Err(RequestError::rate_limited());
            }
            Ok(())
        };
        if let Err(refusal) = admit() {
            self.end_cooldowns(&sessions, first);
            return Err(refusal);
        }
        Ok(sessions)
    }

    fn end_cooldowns(&self, sessions: &[u64], first: Uuid) {
        for session in sessions {
            self.cooldowns.end(*session, first);
        }
    }

    /// Marks and counts the leads whose visitors would get an auto-reply, while their network is
    /// within its limit.
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

    /// Returns the rows that were saved under the leads' ids, which are idempotency keys. Gives them the words
    /// of this request, or returns the refusal if there is one and the words differ.
    async fn saved_before(
        &self,
        leads: &[NewLead],
        refusal: Option<RequestError>,
    ) -> Result<Saved, RequestError> {
        let mut saved = Saved {
            repeated: true,
            ..Saved::default()
        };
        for lead in leads {
            let session = lead.session.as_deref();
            let row = site_forms::under_key(&self.store, lead.row.id).await?;
            let Some(mut row) = row else {
                return Err(refusal.unwrap_or_else(key_used));
            };
            if row.words() != lead.row.words() {
                if refusal.is_some() || Utc::now() - row.created_at > CHANGEABLE {
                    return Err(refusal.unwrap_or_else(key_used));
                }
                saved.changed |= resent::change(&self.store, lead).await?;
                row = (site_forms::under_key(&self.store, row.id).await?).unwrap_or(row);
            }
            let is_sender = session.is_some_and(|session| {
                row.session_id.as_deref() == Some(session)
                    || self.cooldowns.has_sent(session, row.id)
            });
            if !is_sender {
                saved.of_stranger = true;
                (row.visitor_id, row.session_id) = (None, None);
            }
            saved.rows.push(row);
        }
        Ok(saved)
    }
}

/// Returns the error for an idempotency key that is the id of another message, or of an old lead.
fn key_used() -> RequestError {
    RequestError {
        details: Some("Another key is needed for this request.".into()),
        lead_outcome: Some(LeadOutcome::KeyUsed),
        ..RequestError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Idempotency-Key already used",
        )
    }
}

pub fn idempotency_key(request: &HttpRequest) -> Result<Option<Uuid>, RequestError> {
    let Some(header) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    // A string in a structured field is in quotes (RFC 9651, section 3.3.3).
    let key = match header.as_bytes().trim_ascii() {
        [b'"', quoted @ .., b'"'] => quoted,
        bare => bare,
    };
    Uuid::try_parse_ascii(key).map(Some).map_err(|_| {
        RequestError::with_code(
            StatusCode::BAD_REQUEST,
            "22P02",
            "The Idempotency-Key header must be a UUID.",
        )
    })
}

fn count(metrics: &Metrics, outcome: &Result<Saved, RequestError>) {
    let outcomes = match outcome {
        Ok(saved) if saved.changed => vec![LeadOutcome::Changed; saved.rows.len()],
        Ok(saved) if saved.repeated => vec![LeadOutcome::Repeated; saved.rows.len()],
        Ok(saved) => {
            let mut outcomes = vec![LeadOutcome::Suspect; saved.suspects];
            outcomes.resize(saved.rows.len(), LeadOutcome::Saved);
            outcomes
        }
        Err(error) => error.lead_outcome.into_iter().collect(),
    };
    for outcome in outcomes {
        metrics.leads(outcome.name()).inc();
    }
}
