//! Saves the leads of all routes for estimate requests, and counts their outcomes.

use actix_web::{HttpMessage, HttpRequest, http::StatusCode, rt, web};
use tracing::Instrument;
use uuid::Uuid;

use super::{form_token::FormTokens, lead_log::LeadLog};
use crate::{
    leads::{
        Intake, LeadRequest, Saved, ValidEstimate, idempotency::FormKeys, spam::RequestSignals,
    },
    observability::metrics::Metrics,
    photos::service::PhotoService,
    visitors::{RateLimitScope, Visitor, VisitorIdentifier},
    web::{error::RequestError, lead_outcome::LeadOutcome},
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
    /// Runs the handling of a request in a task of its own and counts its outcome. actix drops a
    /// request's own task with its connection: the lead of a visitor who closes the page is saved.
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
    .map_err(|_| {
        RequestError::with_code(
            StatusCode::BAD_REQUEST,
            "22P02",
            "The Idempotency-Key header must be a UUID.",
        )
    })
}

/// Counts each saved row, or the refusal.
fn count(metrics: &Metrics, outcome: &Result<Saved, RequestError>) {
    let outcomes = match outcome {
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
