//! Scores leads and submits them to the writer.

use std::sync::{Arc, LazyLock};

use regex::Regex;
use tracing::info;
use uuid::Uuid;
use validator_wasm::{PLACEHOLDER_EMAIL, Rejection};

use super::{
    error::LeadError,
    lead_writer::{LeadWriter, NewLead, SaveOutcome, Submission},
    valid_estimate::ValidEstimate,
};
use crate::{
    delivery::DeliveryNotifier,
    spam::{self, RequestSignals},
    store::{
        Store,
        outbox::kind::Channel,
        site_forms::{self, SiteForm},
    },
    visitor::Visitor,
};

/// Rows that are safe in the database.
#[derive(Default)]
pub struct Saved {
    /// The rows.
    pub rows: Vec<SiteForm>,
    /// How many of them look like spam.
    pub suspects: usize,
    /// Whether they were saved before, under the same idempotency key.
    pub repeated: bool,
}

/// Leads to be saved, and the properties of the request that brought them.
pub struct LeadRequest {
    /// The estimates and their visitors. Each becomes a row.
    pub leads: Vec<(ValidEstimate, Visitor)>,
    /// The same key with the same lead is the same row.
    pub idempotency_key: Option<Uuid>,
    /// The spam signals of the request.
    pub request_signals: RequestSignals,
    /// The keyed hash of the request's address and this hour.
    pub rate_limit_key: Option<[u8; 32]>,
}

/// Takes the leads of all routes.
#[derive(Clone)]
pub struct Intake {
    /// The database.
    pub store: Arc<Store>,
    /// Saves the leads.
    pub writer: LeadWriter,
    /// Wakes the delivery.
    pub notifier: Arc<DeliveryNotifier>,
}

impl Intake {
    /// Saves leads, each with the mail that notifies the owner. If they were saved before under the
    /// same idempotency key, returns those rows.
    ///
    /// # Errors
    /// When the cooldown or the rate limit refuses the leads, when the key belongs to other
    /// content, or when they could not be saved.
    pub async fn save(&self, request: LeadRequest) -> Result<Saved, LeadError> {
        if request.leads.is_empty() {
            return Ok(Saved::default());
        }
        let scored = |(estimate, visitor): (ValidEstimate, Visitor)| {
            let signals = &request.request_signals;
            let score = spam::score(estimate.lead(), estimate.estimate(), signals);
            NewLead::new(estimate, visitor, score)
        };
        let submission = Submission {
            leads: request.leads.into_iter().map(scored).collect(),
            idempotency_key: request.idempotency_key,
            rate_limit_key: request.rate_limit_key,
        };
        let (submission, outcome) = self.writer.save(submission).await?;
        let saved = match outcome {
            SaveOutcome::Accepted { saved_at } => {
                self.notifier.notify(Channel::Mails);
                Saved {
                    suspects: submission
                        .leads
                        .iter()
                        .filter(|lead| lead.is_suspect())
                        .count(),
                    rows: submission
                        .leads
                        .into_iter()
                        .map(|lead| lead.into_row(saved_at))
                        .collect(),
                    repeated: false,
                }
            }
            outcome => self.saved_before(&submission, outcome).await?,
        };
        for row in &saved.rows {
            let email = Some(&*row.email).filter(|email| *email != PLACEHOLDER_EMAIL);
            info!(
                repeated = saved.repeated,
                email_given = email.is_some(),
                email_well_formed = email.is_some_and(is_well_formed_email),
                "estimate request saved"
            );
        }
        Ok(saved)
    }

    /// The row that was saved under the key of a refused submission, which may have been refused
    /// for no other reason.
    async fn saved_before(
        &self,
        submission: &Submission,
        refusal: SaveOutcome,
    ) -> Result<Saved, LeadError> {
        if let Some(key) = submission.idempotency_key
            && let Some(row) = site_forms::under_key(&self.store, key).await?
        {
            let is_the_same = submission.leads.iter().all(|lead| {
                let lead = lead.row();
                lead.full_name == row.full_name
                    && lead.email == row.email
                    && lead.phone == row.phone
                    && lead.message == row.message
            });
            return if is_the_same {
                Ok(Saved {
                    rows: vec![row],
                    suspects: 0,
                    repeated: true,
                })
            } else {
                Err(LeadError::IdempotencyKeyUsed)
            };
        }
        Err(match refusal {
            SaveOutcome::RateLimited => LeadError::RateLimited,
            SaveOutcome::Cooldown { seconds_left } => {
                LeadError::Rejected(Rejection::cooldown(seconds_left))
            }
            SaveOutcome::Accepted { .. } | SaveOutcome::KeyUsed => LeadError::IdempotencyKeyUsed,
        })
    }
}

/// Checks the form of an address. The result is logged and never blocks (docs/product.md, section 5).
fn is_well_formed_email(address: &str) -> bool {
    #[expect(
        clippy::expect_used,
        reason = "the pattern is a constant, and a test reads it"
    )]
    static FORMAT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new("^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@]+$").expect("a valid pattern")
    });
    FORMAT.is_match(address)
}

#[cfg(test)]
mod tests {
    use super::is_well_formed_email;

    #[test]
    fn an_address_has_text_an_at_sign_and_a_dot() {
        assert!(is_well_formed_email("jane.doe@mail.co.uk"));
        assert!(is_well_formed_email("jürgen@bäume.de"));
        for text in [
            "",
            "jane",
            "jane@mail",
            "@mail.com",
            "jane doe@mail.com",
            "a@b@c.d",
        ] {
            assert!(!is_well_formed_email(text), "{text}");
        }
    }
}
