//! What the routes for estimate requests share.

use actix_web::{
    HttpMessage, HttpRequest,
    rt::{self, task::JoinError},
    web,
};
use tracing::Instrument;
use uuid::Uuid;

use super::{
    form_token::FormTokens, lead_log::LeadLog, lead_outcome::LeadOutcome, postgrest::PostgrestError,
};
use crate::{
    leads::{
        Intake, LeadRequest, Saved, ValidEstimate, idempotency::FormKeys, spam::RequestSignals,
    },
    observability::metrics::Metrics,
    photos::service::PhotoService,
    visitors::{RateLimitScope, Visitor, VisitorIdentifier},
    web::error::RequestError,
};

/// Saves the leads of a request, and counts their outcome.
pub struct LeadService {
    /// Saves leads.
    pub intake: Intake,
    /// Identifies visitors.
    pub visitors: web::Data<VisitorIdentifier>,
    /// Reads form tokens.
    pub form_tokens: web::Data<FormTokens>,
    /// Computes the idempotency keys of forms that have none.
    pub form_keys: FormKeys,
    /// Lets browsers add photos to what they sent.
    pub photos: web::Data<PhotoService>,
    /// Counts outcomes.
    pub metrics: web::Data<Metrics>,
}

impl LeadService {
    /// Runs the handling of a request to completion in a task of its own and counts its outcome. A
    /// lead is saved even if its visitor closes the page meanwhile: actix drops a request's own
    /// task with its connection.
    pub async fn complete<E>(
        &self,
        handling: impl Future<Output = Result<Saved, E>> + 'static,
    ) -> Result<Saved, E>
    where
        E: HasLeadOutcome + From<JoinError> + 'static,
    {
        let metrics = self.metrics.clone();
        let counted = async move {
            let outcome = handling.await;
            count(&metrics, &outcome);
            outcome
        };
        rt::spawn(counted.in_current_span()).await?
    }

    /// Saves the leads of a request; see [`Intake::save`].
    pub async fn save(
        &self,
        request: &HttpRequest,
        leads: Vec<(ValidEstimate, Visitor)>,
        idempotency_key: Option<Uuid>,
        request_signals: RequestSignals,
    ) -> Result<Saved, RequestError> {
        let limit = |scope| self.visitors.rate_limit(request, scope);
        let leads = LeadRequest {
            leads,
            idempotency_key,
            request_signals,
            rate_limit: limit(RateLimitScope::Leads),
            auto_replies: limit(RateLimitScope::AutoReplies),
        };
        let saved = self.intake.save(leads).await?;
        request.extensions_mut().insert(LeadLog::new(&saved));
        Ok(saved)
    }
}

/// Reads the `Idempotency-Key` header.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<Uuid>, RequestError> {
    let key = request.headers().get("idempotency-key");
    let key = key.map(|key| key.as_bytes().trim_ascii());
    // A string in a structured field is in quotes (RFC 9651, section 3.3.3).
    key.map(|key| match key {
        [b'"', key @ .., b'"'] | key => Uuid::try_parse_ascii(key),
    })
    .transpose()
    .map_err(|_| RequestError::IdempotencyKeyMalformed)
}

/// Counts each saved row, or the refusal.
fn count<E: HasLeadOutcome>(metrics: &Metrics, outcome: &Result<Saved, E>) {
    match outcome {
        Ok(saved) => {
            for index in 0..saved.rows.len() {
                let outcome = if saved.repeated {
                    LeadOutcome::Repeated
                } else if index < saved.suspects {
                    LeadOutcome::Suspect
                } else {
                    LeadOutcome::Saved
                };
                metrics.leads(outcome.name()).inc();
            }
        }
        Err(error) => {
            if let Some(outcome) = error.lead_outcome() {
                metrics.leads(outcome.name()).inc();
            }
        }
    }
}

/// An error of a request that may have brought a lead.
pub trait HasLeadOutcome {
    /// The outcome of the lead. `None` for a request that no page of this site sends: it holds no
    /// lead.
    fn lead_outcome(&self) -> Option<LeadOutcome>;
}

impl HasLeadOutcome for RequestError {
    // Each error is named, so that a new one is not forgotten.
    fn lead_outcome(&self) -> Option<LeadOutcome> {
        Some(match self {
            Self::Rejected(rejection) => rejection.code.into(),
            Self::IdempotencyKeyUsed => LeadOutcome::KeyUsed,
            Self::RateLimited => LeadOutcome::RateLimited,
            error if error.is_outage() => LeadOutcome::Outage,
            Self::Database(_) | Self::Overloaded(_) | Self::Interrupted(_) => LeadOutcome::Fault,
            Self::IdempotencyKeyMalformed
            | Self::MalformedBody(_)
            | Self::NulCharacter
            | Self::TooLong { .. }
            | Self::TooLarge
            | Self::TooSlow { .. }
            | Self::UnsupportedMediaType(_)
            | Self::NotFound
            | Self::MethodNotAllowed { .. } => return None,
        })
    }
}

impl HasLeadOutcome for PostgrestError {
    fn lead_outcome(&self) -> Option<LeadOutcome> {
        match self {
            Self::Request(error) => error.lead_outcome(),
            _ => None,
        }
    }
}
