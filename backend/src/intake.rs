//! A request's way through the rules into the table.

use std::sync::LazyLock;

use actix_web::{HttpRequest, rt, web};
use regex::Regex;
use tracing::{Instrument, info, warn};
use uuid::Uuid;
use validator_wasm::{Lead, PLACEHOLDER_EMAIL, validate};

use crate::{
    error::Error,
    form_token::FormTokens,
    mail::NewMail,
    metrics::Metrics,
    spam::{self, Evidence, details_hash},
    store::{
        Store,
        flood::FloodLimit,
        outbox,
        site_forms::{self, NewSiteForm, Outcome, SiteForm},
    },
    telemetry,
    visitor::{Recognition, Visitor},
};

/// Rows that are safe in the database.
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
    /// Tells visitors apart.
    pub recognition: web::Data<Recognition>,
    /// Reads the tokens that come with forms.
    pub form_tokens: web::Data<FormTokens>,
    /// Rings when a mail is due.
    pub new_mail: web::Data<NewMail>,
    /// Counts.
    pub metrics: web::Data<Metrics>,
}

/// Checks a row by the rules that the browser checked the form by.
///
/// # Errors
/// [`Error::Rejected`].
pub fn check(lead: &Lead) -> Result<(), Error> {
    validate(&lead.parse()).map_err(Error::Rejected)
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

/// What is to be saved, checked, and what came with it.
pub struct Submission {
    /// Each becomes a row.
    pub leads: Vec<(Lead, Visitor)>,
    /// The same key with the same lead is the same row.
    pub idempotency_key: Option<Uuid>,
    /// What speaks for spam in how it came.
    pub evidence: Evidence,
    /// What may come from where it came from.
    pub limit: FloodLimit,
}

impl Intake {
    /// Takes a request with leads to its end and counts what came of it. A visitor who closes the
    /// page meanwhile is saved all the same: actix drops a request's own task with its connection.
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

    /// Saves what has been checked, and with it the mail that tells the owner.
    ///
    /// # Errors
    /// [`Error::Rejected`] for the cooldown, [`Error::Flooded`], [`Error::IdempotencyKeyUsed`] and
    /// [`Error::Store`].
    pub async fn save(&self, submission: Submission) -> Result<Saved, Error> {
        let mut rows = Vec::new();
        let mut suspects = 0;
        for (lead, visitor) in submission.leads {
            let details_hash = details_hash(&lead.parse().message);
            let repeated = match &details_hash {
                Some(hash) => site_forms::is_anothers_text(&self.store, hash, &lead.phone).await?,
                None => false,
            };
            let evidence = Evidence {
                repeated,
                ..submission.evidence
            };
            let score = spam::score(&lead, &evidence);
            suspects += usize::from(score.suspect);
            rows.push(NewSiteForm::new(
                lead,
                visitor,
                &score,
                details_hash,
                submission.idempotency_key,
            ));
        }
        let (rows, repeated) =
            match site_forms::insert(&self.store, &rows, &submission.limit).await? {
                Outcome::Saved(rows) => (rows, false),
                Outcome::Repeated(row) => (vec![*row], true),
                Outcome::KeyUsed => return Err(Error::IdempotencyKeyUsed),
                Outcome::TooSoon(rejection) => return Err(Error::Rejected(rejection)),
                Outcome::Flooded => return Err(Error::Flooded),
            };
        for row in &rows {
            let email = Some(&*row.email).filter(|email| *email != PLACEHOLDER_EMAIL);
            info!(
                repeated,
                email_given = email.is_some(),
                email_well_formed = email.is_some_and(is_well_formed_email),
                "estimate request saved"
            );
        }
        Ok(Saved {
            rows,
            suspects,
            repeated,
        })
    }

    /// Saves a form that has been checked, for a browser that does not send the owner's mail itself: it
    /// is due at once.
    ///
    /// # Errors
    /// Those of [`save`](Self::save).
    pub async fn save_and_tell(&self, submission: Submission) -> Result<Saved, Error> {
        let saved = self.save(submission).await?;
        if let ([row], false) = (&saved.rows[..], saved.repeated) {
            match outbox::make_due(&self.store, row.id).await {
                Ok(()) => self.new_mail.announce(),
                // The request is safe, and its mail goes all the same, in a minute.
                Err(cause) => warn!(cause = telemetry::chain(&cause), "the owner's mail waits"),
            }
        }
        Ok(saved)
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
