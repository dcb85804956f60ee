//! A request's way through the rules into the table.

use std::sync::LazyLock;

use actix_web::{HttpRequest, rt, web};
use regex::Regex;
use tracing::{Instrument, info, warn};
use uuid::Uuid;
use validator_wasm::{Lead, PLACEHOLDER_EMAIL, validate};

use crate::{
    error::Error,
    mail::NewMail,
    store::{
        Store,
        flood::FloodLimit,
        outbox,
        site_forms::{self, NewSiteForm, Outcome, SiteForm},
    },
    telemetry,
    visitor::Visitor,
};

/// Rows that are safe in the database.
pub struct Saved {
    /// The rows.
    pub rows: Vec<SiteForm>,
    /// Whether they were saved before, under the same idempotency key.
    pub repeated: bool,
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
    /// What may come from where this came from.
    pub limit: FloodLimit,
}

/// Saves what has been checked, and the mail that tells the owner with it. A visitor who closes the
/// page meanwhile is saved all the same.
///
/// # Errors
/// [`Error::Rejected`] for the cooldown, [`Error::Flooded`], [`Error::IdempotencyKeyUsed`] and
/// [`Error::Store`].
pub async fn save(store: web::Data<Store>, submission: Submission) -> Result<Saved, Error> {
    let Submission {
        leads,
        idempotency_key,
        limit,
    } = submission;
    let rows: Vec<_> = leads
        .into_iter()
        .map(|(lead, visitor)| NewSiteForm::new(lead, visitor, idempotency_key))
        .collect();
    // A task of its own: actix drops the request's when the connection closes.
    let insert = async move { site_forms::insert(&store, &rows, &limit).await };
    let (rows, repeated) = match rt::spawn(insert.in_current_span()).await?? {
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
    Ok(Saved { rows, repeated })
}

/// Saves a form that has been checked, for a browser that does not send the owner's mail itself: it
/// is due at once. Answers the row's id.
///
/// # Errors
/// Those of [`save`].
pub async fn save_and_tell(
    store: web::Data<Store>,
    new_mail: &NewMail,
    submission: Submission,
) -> Result<Option<Uuid>, Error> {
    let Saved { rows, repeated } = save(store.clone(), submission).await?;
    let id = rows.first().map(|row| row.id);
    if let Some(id) = id.filter(|_| !repeated) {
        match outbox::make_due(&store, id).await {
            Ok(()) => new_mail.announce(),
            // The request is safe, and its mail goes all the same, in a minute.
            Err(cause) => warn!(cause = telemetry::chain(&cause), "the owner's mail waits"),
        }
    }
    Ok(saved)
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
