//! A request's way through the rules into the table.

use std::sync::LazyLock;

use actix_web::{HttpRequest, rt, web};
use regex::Regex;
use tracing::{Instrument, info};
use uuid::Uuid;
use validator_wasm::{Estimate, Lead, PLACEHOLDER_EMAIL, Rejection, validate};

use crate::{
    error::Error,
    form_token::FormTokens,
    mail::MailNotifier,
    metrics::Metrics,
    spam::{self, RequestSignals},
    store::{
        Store,
        lead_writer::{LeadWriter, NewLead, SaveOutcome, Submission},
        site_forms::{self, SiteForm},
    },
    visitor::{Visitor, VisitorIdentifier},
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

/// What every way in works with.
#[derive(Clone)]
pub struct Intake {
    /// The database.
    pub store: web::Data<Store>,
    /// Saves.
    pub writer: LeadWriter,
    /// Tells visitors apart.
    pub visitors: web::Data<VisitorIdentifier>,
    /// Reads the tokens that come with forms.
    pub form_tokens: web::Data<FormTokens>,
    /// Wakes the delivery.
    pub mail_notifier: web::Data<MailNotifier>,
    /// Counts.
    pub metrics: web::Data<Metrics>,
}

/// The `Idempotency-Key` header.
///
/// # Errors
/// [`Error::IdempotencyKeyMalformed`].
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<Uuid>, Error> {
    let Some(value) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    Uuid::try_parse_ascii(value.as_bytes().trim_ascii())
        .map(Some)
        .map_err(|_| Error::IdempotencyKeyMalformed)
}

/// What has been checked and is to be saved, and what came with it.
pub struct Request {
    /// Each becomes a row.
    pub leads: Vec<CheckedLead>,
    /// The same key with the same lead is the same row.
    pub idempotency_key: Option<Uuid>,
    /// The spam signals of the request.
    pub request_signals: RequestSignals,
    /// Stands for the address that it came from, for this hour.
    pub rate_limit_key: Option<[u8; 32]>,
}

/// A lead that the rules have passed.
pub struct CheckedLead {
    lead: Lead,
    estimate: Estimate,
    visitor: Visitor,
}

impl CheckedLead {
    /// Checks a form.
    ///
    /// # Errors
    /// [`Error::Rejected`].
    pub fn of_form(estimate: Estimate, visitor: Visitor) -> Result<Self, Error> {
        validate(&estimate).map_err(Error::Rejected)?;
        Ok(Self {
            lead: Lead::compose(&estimate),
            estimate,
            visitor,
        })
    }

    /// Checks a row by the rules that the browser checked the form by.
    ///
    /// # Errors
    /// [`Error::Rejected`].
    pub fn of_row(lead: Lead, visitor: Visitor) -> Result<Self, Error> {
        let estimate = lead.parse();
        validate(&estimate).map_err(Error::Rejected)?;
        Ok(Self {
            lead,
            estimate,
            visitor,
        })
    }

    fn scored(self, request_signals: &RequestSignals) -> NewLead {
        NewLead {
            id: Uuid::now_v7(),
            score: spam::score(&self.lead, &self.estimate, request_signals),
            lead: self.lead,
            visitor: self.visitor,
        }
    }
}

impl Intake {
    /// Runs `taking` to completion in a task of its own and counts its outcome. A lead is saved even
    /// if its visitor closes the page meanwhile: actix drops a request's own task with its connection.
    ///
    /// # Errors
    /// Those of `taking`.
    pub async fn complete(
        &self,
        taking: impl Future<Output = Result<Saved, Error>> + 'static,
    ) -> Result<Saved, Error> {
        let metrics = self.metrics.clone();
        let counted = async move {
            let outcome = taking.await;
            metrics.count_leads(&outcome);
            outcome
        };
        rt::spawn(counted.in_current_span()).await?
    }

    /// Saves what has been checked, and with it the mail that tells the owner. What was saved before
    /// under the same key is answered again.
    ///
    /// # Errors
    /// [`Error::Rejected`] for the cooldown, [`Error::RateLimited`], [`Error::IdempotencyKeyUsed`] and
    /// [`Error::Store`].
    pub async fn save(&self, request: Request) -> Result<Saved, Error> {
        if request.leads.is_empty() {
            return Ok(Saved::default());
        }
        let request_signals = request.request_signals;
        let submission = Submission {
            leads: request
                .leads
                .into_iter()
                .map(|lead| lead.scored(&request_signals))
                .collect(),
            idempotency_key: request.idempotency_key,
            rate_limit_key: request.rate_limit_key,
        };
        let (submission, outcome) = self.writer.save(submission).await?;
        let saved = match outcome {
            SaveOutcome::Accepted { saved_at } => {
                self.mail_notifier.notify();
                Saved {
                    suspects: submission
                        .leads
                        .iter()
                        .filter(|lead| lead.score.suspect)
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

    /// What was saved under the key of a submission that was refused: it may have been refused for no
    /// other reason.
    async fn saved_before(
        &self,
        submission: &Submission,
        refusal: SaveOutcome,
    ) -> Result<Saved, Error> {
        if let Some(key) = submission.idempotency_key
            && let Some(row) = site_forms::under_key(&self.store, key).await?
        {
            let is_the_same = submission.leads.iter().all(|NewLead { lead, .. }| {
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
                Err(Error::IdempotencyKeyUsed)
            };
        }
        Err(match refusal {
            SaveOutcome::RateLimited => Error::RateLimited,
            SaveOutcome::Cooldown { seconds_left } => {
                Error::Rejected(Rejection::cooldown(seconds_left))
            }
            SaveOutcome::Accepted { .. } | SaveOutcome::KeyUsed => Error::IdempotencyKeyUsed,
        })
    }
}

/// The check of an address that is logged and never blocks (specification, section 5).
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
